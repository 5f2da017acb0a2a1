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
--   groups: names that ask for the measure: 'official', 'set', 'all_trec', 'dltrack' (not in trec_eval). A measure that
--     is in any of them is computed for every run (metrics.score_queries); the others only where they are asked for
--   trec_eval_version: first version of trec_eval that has the measure, 9 (as 9.0.4 does) or 10; null where none has it
--   is_binary: whether the relevance level (min_relevance) changes the values
--   labels: what it needs besides grades: 'msmarco' (labels of MS MARCO) or 'subtopics' (main.subtopic_qrels); else null
--   min_relevance: the relevance level it always uses; null where it uses that of the collection or none
--   tie_rule: the order it always uses; null for that of the collection
--   looks_at_recall: whether it asks for a number of items by recall levels, which the versions of trec_eval round or
--     truncate (metrics.recall_target, argument is_rounded)
--   ir_measures: how ir_measures writes the measure: its names, parameters with defaults (none: may be left out;
--     without a default: must be given) and what stands after '@'; what the parameters are is in
--     metrics.measure_parameters; some that other tools have are written in its manner (DCG@k, NCG@k, SetP@k)
-- example: select measure, macro, defaults from metrics.measures where list_contains(groups, 'official')
create or replace view metrics.measures as
select
    listed.position,
    listed.measure,
    listed.macro,
    listed.parameter,
    cast(listed.defaults as double[]) as defaults,
    listed.summary,
    listed.format,
    cast(listed.groups as varchar[]) as groups,
    listed.trec_eval_version,
    listed.is_binary,
    case
        when listed.measure in ('rr_ms', 'rr_msmarco') then 'msmarco'
        when listed.position between 60 and 68 then 'subtopics'
    end as labels,
    case when listed.measure in ('rr_ms', 'rr_msmarco') then 1 end as min_relevance,
    case when listed.measure = 'rr_msmarco' then 'submitted' end as tie_rule,
    listed.measure in ('iprec_at_recall', '11pt_avg') as looks_at_recall,
    cast(listed.ir_measures as varchar[]) as ir_measures,
from (
    values
        (1, 'runid', null, 'none', [], 'none', 'text', ['official', 'set', 'all_trec'], 9, false, []),
        (2, 'num_q', 'num_q', 'none', [], 'sum', 'count', ['official', 'set', 'all_trec'], 9, false, ['NumQ']),
        (3, 'num_ret', 'num_ret', 'none', [], 'sum', 'count', ['official', 'set', 'all_trec'], 9, false, ['NumRet(judged_only=false)']),
        (4, 'num_rel', 'num_rel', 'none', [], 'sum', 'count', ['official', 'set', 'all_trec'], 9, true, ['NumRel(rel=1)']),
        (5, 'num_rel_ret', 'num_rel_ret', 'none', [], 'sum', 'count', ['official', 'set', 'all_trec'], 9, true,
            ['NumRet(rel, judged_only=false)', 'NumRelRet(rel=1, judged_only=false)']),
        (6, 'map', 'average_precision', 'none', [], 'mean', 'number', ['official', 'all_trec'], 9, true, ['AP|MAP(rel=1, judged_only=false)']),
        (7, 'gm_map', 'gm_map', 'none', [], 'geometric mean', 'number', ['official', 'all_trec'], 9, true, []),
        (8, 'Rprec', 'rprec', 'none', [], 'mean', 'number', ['official', 'all_trec'], 9, true, ['Rprec|RPrec(rel=1, judged_only=false)']),
        (9, 'bpref', 'bpref', 'none', [], 'mean', 'number', ['official', 'all_trec'], 9, true, ['Bpref|BPref(rel=1, judged_only=false)']),
        (10, 'recip_rank', 'recip_rank', 'none', [], 'mean', 'number', ['official', 'all_trec'], 9, true, ['RR|MRR(rel=1, judged_only=false)']),
        (11, 'iprec_at_recall', 'iprec_at_recall', 'levels', metrics.recall_levels(), 'mean', 'number', ['official', 'all_trec'], 9, true,
            ['IPrec(rel=1, rounded=false, judged_only=false)@recall']),
        (12, 'P', 'precision', 'cutoffs', metrics.default_cutoffs(), 'mean', 'number', ['official', 'all_trec'], 9, true,
            ['P|Precision(rel=1, judged_only=false)@cutoff']),
        (13, 'relstring', 'relstring', 'coefficients', [10], 'none', 'text', ['all_trec'], 9, false, []),
        (14, 'recall', 'recall', 'cutoffs', metrics.default_cutoffs(), 'mean', 'number', ['all_trec'], 9, true,
            ['R|Recall(rel=1, judged_only=false)@cutoff']),
        (15, 'infAP', 'infap', 'none', [], 'mean', 'number', ['all_trec'], 9, true, ['infAP(rel=1, judged_only=false)']),
        (16, 'gm_bpref', 'gm_bpref', 'none', [], 'geometric mean', 'number', ['all_trec'], 9, true, []),
        (17, 'Rprec_mult', 'rprec_mult', 'levels', [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2], 'mean', 'number', ['all_trec'], 9, true, []),
        (18, 'utility', 'utility', 'coefficients', [1, -1, 0, 0], 'mean', 'number', ['set', 'all_trec'], 9, true, []),
        (19, '11pt_avg', 'avg_11pt', 'list', metrics.recall_levels(), 'mean', 'number', ['all_trec'], 9, true, []),
        (20, 'binG', 'bing', 'none', [], 'mean', 'number', ['all_trec'], 9, true, []),
        (21, 'G', 'g', 'gains', [], 'mean', 'number', ['all_trec'], 9, false, []),
        (22, 'dcg', 'dcg', 'gains', [], 'mean', 'number', [], 10, false, []),
        (23, 'ideal_dcg', 'ideal_dcg', 'gains', [], 'mean', 'number', [], 10, false, []),
        (24, 'ndcg', 'ndcg_uncut', 'gains', [], 'mean', 'number', ['all_trec'], 9, false, ['nDCG|NDCG(dcg=log2, gains=none, judged_only=false)']),
        (25, 'ndcg_rel', 'ndcg_rel', 'gains', [], 'mean', 'number', ['all_trec'], 9, false, []),
        (26, 'Rndcg', 'rndcg', 'gains', [], 'mean', 'number', ['all_trec'], 9, true, []),
        (27, 'ndcg_cut', 'ndcg', 'cutoffs', metrics.default_cutoffs(), 'mean', 'number', ['all_trec'], 9, false,
            ['nDCG|NDCG(dcg=log2, gains=none, judged_only=false)@cutoff']),
        (28, 'map_cut', 'map_cut', 'cutoffs', metrics.default_cutoffs(), 'mean', 'number', ['all_trec'], 9, true,
            ['AP|MAP(rel=1, judged_only=false)@cutoff']),
        (29, 'relative_P', 'relative_p', 'cutoffs', metrics.default_cutoffs(), 'mean', 'number', ['all_trec'], 9, true, []),
        (30, 'success', 'success', 'cutoffs', [1, 5, 10], 'mean', 'number', ['all_trec'], 9, true, ['Success(rel=1, judged_only=false)@cutoff']),
        (31, 'set_P', 'set_p', 'none', [], 'mean', 'number', ['set', 'all_trec'], 9, true,
            ['SetP(rel=1, relative=false, judged_only=false)', 'SetRelP(rel=1, relative=true, judged_only=false)',
                'SetP(rel=1, relative=false, judged_only=false)@cutoff', 'SetRelP(rel=1, relative=true, judged_only=false)@cutoff']),
        (32, 'set_relative_P', 'set_relative_p', 'none', [], 'mean', 'number', ['set', 'all_trec'], 9, true, []),
        (33, 'set_recall', 'set_recall', 'none', [], 'mean', 'number', ['set', 'all_trec'], 9, true,
            ['SetR(rel=1, judged_only=false)', 'SetR(rel=1, judged_only=false)@cutoff']),
        (34, 'set_map', 'set_map', 'none', [], 'mean', 'number', ['set', 'all_trec'], 9, true, ['SetAP(rel=1, judged_only=false)']),
        (35, 'set_F', 'set_f', 'coefficients', [1], 'mean', 'number', ['set', 'all_trec'], 9, true, ['SetF(rel=1, beta=1, judged_only=false)']),
        (36, 'num_nonrel_judged_ret', 'num_nonrel_judged_ret', 'none', [], 'sum', 'count', ['all_trec'], 9, true, []),
        (37, 'yaap', 'yaap', 'none', [], 'mean', 'number', [], 9, true, []),
        (38, 'rbp', 'rbp', 'p', [0.9], 'mean', 'number', ['all_trec'], 10, false, []),
        (39, 'rbp_resid', 'rbp_resid', 'p', [0.9], 'mean', 'number', ['all_trec'], 10, false, []),
        (40, 'unj', 'unj', 'cutoffs', [5, 10, 20], 'mean', 'number', ['all_trec'], 10, false, []),
        (41, 'ncg_cut', 'ncg', 'cutoffs', [10, 100, 1000], 'mean', 'number', ['dltrack'], null, false, ['NCG(gains=none, judged_only=false)@cutoff']),
        (42, 'recip_rank_cut', 'recip_rank_cut', 'cutoffs', [10, 100, 1000], 'mean', 'number', ['dltrack'], null, true,
            ['RR|MRR(rel=1, judged_only=false)@cutoff']),
        (43, 'judged', 'judged', 'cutoffs', [10, 100], 'mean', 'number', ['dltrack'], null, false, ['Judged(judged_only=false)@cutoff']),
        (44, 'err_cut', 'err', 'cutoffs', [20], 'mean', 'number', ['dltrack'], null, false, ['ERR(judged_only=false)@cutoff']),
        (45, 'rr_msmarco', 'rr_msmarco', 'cutoffs', [10], 'mean', 'number', [], null, false, []),
        (46, 'rr_ms', 'rr_ms', 'none', [], 'mean', 'number', ['dltrack'], null, false, []),
        (47, 'set_judged', 'set_judged', 'none', [], 'mean', 'number', [], null, false, ['Judged(judged_only=false)']),
        (48, 'f1_cut', 'f1', 'cutoffs', [10], 'mean', 'number', [], null, true, ['F1(rel=1, judged_only=false)@cutoff']),
        (49, 'rbp_binary', 'rbp_binary', 'p', [0.8], 'mean', 'number', [], null, true,
            ['RBP(p=0.8, rel=1, judged_only=false)', 'RBP(p=0.8, rel=1, judged_only=false)@cutoff']),
        (50, 'accuracy', 'accuracy', 'none', [], 'mean', 'number', [], null, true,
            ['Accuracy(rel=1, judged_only=false)', 'Accuracy(rel=1, judged_only=false)@cutoff']),
        (51, 'compat', 'compat', 'p', [0.95], 'mean', 'number', [], null, false, ['Compat(p=0.95, normalize=true, judged_only=false)']),
        (52, 'inst', 'inst', 'none', [], 'mean', 'number', [], null, false, ['INST(T=1, min_rel=0, max_rel, judged_only=false)']),
        (53, 'insq', 'insq', 'none', [], 'mean', 'number', [], null, false, ['INSQ(T=1, min_rel=0, max_rel, judged_only=false)']),
        (54, 'bpm', 'bpm', 'none', [], 'mean', 'number', [], null, false, ['BPM(T=1, min_rel=0, max_rel, judged_only=false)@cutoff']),
        (55, 'sdcg', 'sdcg', 'none', [], 'mean', 'number', [], null, false, ['SDCG(min_rel=0, max_rel, judged_only=false)@cutoff']),
        (56, 'nerr8', 'nerr8', 'none', [], 'mean', 'number', [], null, false, ['NERR8(min_rel=0, max_rel, judged_only=false)@cutoff']),
        (57, 'nerr9', 'nerr9', 'none', [], 'mean', 'number', [], null, false, ['NERR9(min_rel=0, max_rel, judged_only=false)@cutoff']),
        (58, 'nerr10', 'nerr10', 'none', [], 'mean', 'number', [], null, false, ['NERR10(p=0.9, min_rel=0, max_rel, judged_only=false)']),
        (59, 'nerr11', 'nerr11', 'none', [], 'mean', 'number', [], null, false, ['NERR11(T=1, min_rel=0, max_rel, judged_only=false)']),
        (60, 'alpha_dcg_cut', 'alpha_dcg', 'cutoffs', [5, 10, 20], 'mean', 'number', [], null, true,
            ['alpha_DCG|α_DCG(alpha=0.5, rel=1, judged_only=false)@cutoff']),
        (61, 'alpha_ndcg_cut', 'alpha_ndcg', 'cutoffs', [5, 10, 20], 'mean', 'number', [], null, true,
            ['alpha_nDCG|α_nDCG(alpha=0.5, rel=1, judged_only=false)@cutoff']),
        (62, 'err_ia_cut', 'err_ia', 'cutoffs', [5, 10, 20], 'mean', 'number', [], null, true, ['ERR_IA(rel=1, judged_only=false)@cutoff']),
        (63, 'nerr_ia_cut', 'nerr_ia', 'cutoffs', [5, 10, 20], 'mean', 'number', [], null, true, ['nERR_IA(rel=1, judged_only=false)@cutoff']),
        (64, 'nrbp', 'nrbp', 'none', [], 'mean', 'number', [], null, true, ['NRBP(alpha=0.5, beta=0.5, rel=1)']),
        (65, 'nnrbp', 'nnrbp', 'none', [], 'mean', 'number', [], null, true, ['nNRBP(alpha=0.5, beta=0.5, rel=1)']),
        (66, 'map_ia', 'ap_ia', 'none', [], 'mean', 'number', [], null, true, ['AP_IA|MAP_IA(rel=1, judged_only=false)']),
        (67, 'P_ia', 'p_ia', 'cutoffs', [5, 10, 20], 'mean', 'number', [], null, true, ['P_IA(rel=1, judged_only=false)@cutoff']),
        (68, 'strec', 'st_recall', 'cutoffs', [5, 10, 20], 'mean', 'number', [], null, true, ['StRecall(rel=1)@cutoff']),
        (69, 'dcg_cut', 'dcg_cut', 'cutoffs', [10], 'mean', 'number', [], null, false, ['DCG|dcg(dcg=log2, gains=none, judged_only=false)@cutoff']),
) as listed (
    position, measure, macro, parameter, defaults, summary, format, groups, trec_eval_version, is_binary, ir_measures
);
