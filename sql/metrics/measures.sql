-- All measures: the macro that computes each, its parameters and defaults, and how its values over topics become one.
--
-- source: trec_eval 10 measures.c and m_*.c, and what the program trec_eval 9.0.4 prints; those of the group
--   dltrack are named in their own files
-- grain: measure
-- columns:
--   position: place in trec_eval's output
--   measure: name, without parameters; trec_eval's where it has the measure
--   macro: macro in schema metrics; null for facts about the run itself
--   parameter: what the macro takes first: 'none', 'cutoffs' (one value each), 'levels' (likewise, not whole
--     numbers), 'list' (one value of them all), 'coefficients' (separate numbers), 'gains' (a map from grade to gain)
--     or 'p' (a named number)
--   defaults: default values of the parameter
--   summary: 'mean', 'sum' or 'geometric mean' over the topics; 'none' where there is no summary
--   format: 'number' (four decimals), 'count' or 'text' in trec_eval's output
--   groups: names that ask for the measure: 'official', 'set', 'all_trec', 'dltrack' (not in trec_eval)
--   trec_eval_version: first version of trec_eval that has the measure, 9 (as 9.0.4 does) or 10; null where none has it
-- example: select measure, macro, defaults from metrics.measures where list_contains(groups, 'official')
create or replace view metrics.measures as
select
    position,
    measure,
    macro,
    parameter,
    defaults,
    summary,
    format,
    groups,
    trec_eval_version,
from (
    values
        (1, 'runid', null, 'none', []::double[], 'none', 'text', ['official', 'set', 'all_trec']::varchar[], 9),
        (2, 'num_q', 'num_q', 'none', []::double[], 'sum', 'count', ['official', 'set', 'all_trec']::varchar[], 9),
        (3, 'num_ret', 'num_ret', 'none', []::double[], 'sum', 'count', ['official', 'set', 'all_trec']::varchar[], 9),
        (4, 'num_rel', 'num_rel', 'none', []::double[], 'sum', 'count', ['official', 'set', 'all_trec']::varchar[], 9),
        (5, 'num_rel_ret', 'num_rel_ret', 'none', []::double[], 'sum', 'count', ['official', 'set', 'all_trec']::varchar[], 9),
        (6, 'map', 'average_precision', 'none', []::double[], 'mean', 'number', ['official', 'all_trec']::varchar[], 9),
        (7, 'gm_map', 'gm_map', 'none', []::double[], 'geometric mean', 'number', ['official', 'all_trec']::varchar[], 9),
        (8, 'Rprec', 'rprec', 'none', []::double[], 'mean', 'number', ['official', 'all_trec']::varchar[], 9),
        (9, 'bpref', 'bpref', 'none', []::double[], 'mean', 'number', ['official', 'all_trec']::varchar[], 9),
        (10, 'recip_rank', 'recip_rank', 'none', []::double[], 'mean', 'number', ['official', 'all_trec']::varchar[], 9),
        (11, 'iprec_at_recall', 'iprec_at_recall', 'levels', metrics.recall_levels()::double[], 'mean', 'number', ['official', 'all_trec']::varchar[], 9),
        (12, 'P', 'precision', 'cutoffs', metrics.default_cutoffs()::double[], 'mean', 'number', ['official', 'all_trec']::varchar[], 9),
        (13, 'relstring', 'relstring', 'coefficients', [10]::double[], 'none', 'text', ['all_trec']::varchar[], 9),
        (14, 'recall', 'recall', 'cutoffs', metrics.default_cutoffs()::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (15, 'infAP', 'infap', 'none', []::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (16, 'gm_bpref', 'gm_bpref', 'none', []::double[], 'geometric mean', 'number', ['all_trec']::varchar[], 9),
        (17, 'Rprec_mult', 'rprec_mult', 'levels', [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2]::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (18, 'utility', 'utility', 'coefficients', [1, -1, 0, 0]::double[], 'mean', 'number', ['set', 'all_trec']::varchar[], 9),
        (19, '11pt_avg', 'avg_11pt', 'list', metrics.recall_levels()::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (20, 'binG', 'bing', 'none', []::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (21, 'G', 'g', 'gains', []::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (22, 'dcg', 'dcg', 'gains', []::double[], 'mean', 'number', []::varchar[], 10),
        (23, 'ideal_dcg', 'ideal_dcg', 'gains', []::double[], 'mean', 'number', []::varchar[], 10),
        (24, 'ndcg', 'ndcg_uncut', 'gains', []::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (25, 'ndcg_rel', 'ndcg_rel', 'gains', []::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (26, 'Rndcg', 'rndcg', 'gains', []::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (27, 'ndcg_cut', 'ndcg', 'cutoffs', metrics.default_cutoffs()::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (28, 'map_cut', 'map_cut', 'cutoffs', metrics.default_cutoffs()::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (29, 'relative_P', 'relative_p', 'cutoffs', metrics.default_cutoffs()::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (30, 'success', 'success', 'cutoffs', [1, 5, 10]::double[], 'mean', 'number', ['all_trec']::varchar[], 9),
        (31, 'set_P', 'set_p', 'none', []::double[], 'mean', 'number', ['set', 'all_trec']::varchar[], 9),
        (32, 'set_relative_P', 'set_relative_p', 'none', []::double[], 'mean', 'number', ['set', 'all_trec']::varchar[], 9),
        (33, 'set_recall', 'set_recall', 'none', []::double[], 'mean', 'number', ['set', 'all_trec']::varchar[], 9),
        (34, 'set_map', 'set_map', 'none', []::double[], 'mean', 'number', ['set', 'all_trec']::varchar[], 9),
        (35, 'set_F', 'set_f', 'coefficients', [1]::double[], 'mean', 'number', ['set', 'all_trec']::varchar[], 9),
        (36, 'num_nonrel_judged_ret', 'num_nonrel_judged_ret', 'none', []::double[], 'sum', 'count', ['all_trec']::varchar[], 9),
        (37, 'yaap', 'yaap', 'none', []::double[], 'mean', 'number', []::varchar[], 9),
        (38, 'rbp', 'rbp', 'p', [0.9]::double[], 'mean', 'number', ['all_trec']::varchar[], 10),
        (39, 'rbp_resid', 'rbp_resid', 'p', [0.9]::double[], 'mean', 'number', ['all_trec']::varchar[], 10),
        (40, 'unj', 'unj', 'cutoffs', [5, 10, 20]::double[], 'mean', 'number', ['all_trec']::varchar[], 10),
        (41, 'ncg_cut', 'ncg', 'cutoffs', [10, 100, 1000]::double[], 'mean', 'number', ['dltrack']::varchar[], null),
        (42, 'recip_rank_cut', 'recip_rank_cut', 'cutoffs', [10, 100, 1000]::double[], 'mean', 'number', ['dltrack']::varchar[], null),
        (43, 'judged', 'judged', 'cutoffs', [10, 100]::double[], 'mean', 'number', ['dltrack']::varchar[], null),
        (44, 'err_cut', 'err', 'cutoffs', [20]::double[], 'mean', 'number', ['dltrack']::varchar[], null),
        (45, 'rr_msmarco', 'rr_msmarco', 'cutoffs', [10]::double[], 'mean', 'number', ['dltrack']::varchar[], null),
        (46, 'rr_ms', 'rr_ms', 'none', []::double[], 'mean', 'number', ['dltrack']::varchar[], null),
) as listed (position, measure, macro, parameter, defaults, summary, format, groups, trec_eval_version);
