-- Every number of the papers as the exhibits' views compute it: the views unpivoted, one row per cell.
--
-- source: the views of schema exhibits that papers/cells.csv holds numbers of; generated from their headers by
--   python -m docs.generate
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: id as in published.exhibits
--   row_key: the key columns of the view, joined by blanks
--   column_name: column of the view
--   value: computed value, not rounded
--   source: what it is computed from: 'files' that are loaded, other numbers in 'print', or scores of 'NIST'
-- caveats: holds more rows than the papers print, for example those of runs that a table leaves out
-- example: from published.computed where exhibit = 'D-T3' and row_key = 'p_bm25'
create or replace view published.computed as
with cells as (
    select
        'A-T1' as exhibit,
        a_t1.item::varchar as row_key,
        unnest(['docs_records', 'passages_records', 'docs_size', 'passages_size']) as column_name,
        unnest([a_t1.docs_records, a_t1.passages_records, a_t1.docs_size, a_t1.passages_size]) as value,
        'files' as source,
    from exhibits.a_t1 as a_t1
    union all
    select
        'A-T2' as exhibit,
        a_t2.kind::varchar as row_key,
        unnest(['docs', 'passages']) as column_name,
        unnest([a_t2.docs, a_t2.passages]) as value,
        'files' as source,
    from exhibits.a_t2 as a_t2
    union all
    select
        'A-T3' as exhibit,
        a_t3.run_id::varchar as row_key,
        unnest(['rr_ms', 'rr', 'ndcg_cut_10', 'ncg_cut_100', 'ap']) as column_name,
        unnest([a_t3.rr_ms, a_t3.rr, a_t3.ndcg_cut_10, a_t3.ncg_cut_100, a_t3.ap]) as value,
        'files' as source,
    from exhibits.a_t3 as a_t3
    union all
    select
        'A-T4' as exhibit,
        a_t4.run_id::varchar as row_key,
        unnest(['rr_ms', 'rr', 'ndcg_cut_10', 'ncg_cut_1000', 'ap']) as column_name,
        unnest([a_t4.rr_ms, a_t4.rr, a_t4.ndcg_cut_10, a_t4.ncg_cut_1000, a_t4.ap]) as value,
        'files' as source,
    from exhibits.a_t4 as a_t4
    union all
    select
        'A-T5' as exhibit,
        a_t5.topic::varchar as row_key,
        unnest([
            'docs_relevant',
            'docs_judged',
            'docs_ratio',
            'passages_relevant',
            'passages_judged',
            'passages_ratio',
        ]) as column_name,
        unnest([
            a_t5.docs_relevant,
            a_t5.docs_judged,
            a_t5.docs_ratio,
            a_t5.passages_relevant,
            a_t5.passages_judged,
            a_t5.passages_ratio,
        ]) as value,
        unnest([
            case when list_contains(a_t5.from_print, 'docs_relevant') then 'print' else 'files' end,
            case when list_contains(a_t5.from_print, 'docs_judged') then 'print' else 'files' end,
            case when list_contains(a_t5.from_print, 'docs_ratio') then 'print' else 'files' end,
            case when list_contains(a_t5.from_print, 'passages_relevant') then 'print' else 'files' end,
            case when list_contains(a_t5.from_print, 'passages_judged') then 'print' else 'files' end,
            case when list_contains(a_t5.from_print, 'passages_ratio') then 'print' else 'files' end,
        ]) as source,
    from exhibits.a_t5 as a_t5
    union all
    select
        'A-T6' as exhibit,
        concat_ws(' ', a_t6.task, a_t6.trial) as row_key,
        unnest([
            'all_map_tau',
            'all_map_drop',
            'omit_map_tau',
            'omit_map_drop',
            'omit_p10_tau',
            'omit_p10_drop',
        ]) as column_name,
        unnest([
            a_t6.all_map_tau,
            a_t6.all_map_drop,
            a_t6.omit_map_tau,
            a_t6.omit_map_drop,
            a_t6.omit_p10_tau,
            a_t6.omit_p10_drop,
        ]) as value,
        'files' as source,
    from exhibits.a_t6 as a_t6
    union all
    select
        'A-T7' as exhibit,
        concat_ws(' ', a_t7.task, a_t7.criterion) as row_key,
        unnest([
            'judgments',
            'topics',
            'map_tau',
            'map_drop',
            'p10_tau',
            'p10_drop',
            'judgments_min',
            'judgments_max',
        ]) as column_name,
        unnest([
            a_t7.judgments,
            a_t7.topics,
            a_t7.map_tau,
            a_t7.map_drop,
            a_t7.p10_tau,
            a_t7.p10_drop,
            a_t7.judgments_min,
            a_t7.judgments_max,
        ]) as value,
        unnest([
            case when list_contains(a_t7.from_print, 'judgments') then 'print' else 'files' end,
            case when list_contains(a_t7.from_print, 'topics') then 'print' else 'files' end,
            case when list_contains(a_t7.from_print, 'map_tau') then 'print' else 'files' end,
            case when list_contains(a_t7.from_print, 'map_drop') then 'print' else 'files' end,
            case when list_contains(a_t7.from_print, 'p10_tau') then 'print' else 'files' end,
            case when list_contains(a_t7.from_print, 'p10_drop') then 'print' else 'files' end,
            case when list_contains(a_t7.from_print, 'judgments_min') then 'print' else 'files' end,
            case when list_contains(a_t7.from_print, 'judgments_max') then 'print' else 'files' end,
        ]) as source,
    from exhibits.a_t7 as a_t7
    union all
    select
        'A-S1' as exhibit,
        a_s1.kind::varchar as row_key,
        unnest(['count', 'percent']) as column_name,
        unnest([a_s1.count, a_s1.percent]) as value,
        'files' as source,
    from exhibits.a_s1 as a_s1
    union all
    select
        'A-S2' as exhibit,
        a_s2.task::varchar as row_key,
        unnest(['nnlm_over_trad_percent', 'nn_over_trad_percent']) as column_name,
        unnest([a_s2.nnlm_over_trad_percent, a_s2.nn_over_trad_percent]) as value,
        unnest([
            case when list_contains(a_s2.from_nist, 'nnlm_over_trad_percent') then 'NIST' else 'files' end,
            case when list_contains(a_s2.from_nist, 'nn_over_trad_percent') then 'NIST' else 'files' end,
        ]) as source,
    from exhibits.a_s2 as a_s2
    union all
    select
        'A-S3' as exhibit,
        a_s3.task::varchar as row_key,
        unnest(['nnlm_over_trad_percent', 'nn_over_trad_percent']) as column_name,
        unnest([a_s3.nnlm_over_trad_percent, a_s3.nn_over_trad_percent]) as value,
        unnest([
            case when list_contains(a_s3.from_nist, 'nnlm_over_trad_percent') then 'NIST' else 'files' end,
            case when list_contains(a_s3.from_nist, 'nn_over_trad_percent') then 'NIST' else 'files' end,
        ]) as source,
    from exhibits.a_s3 as a_s3
    union all
    select
        'A-S4' as exhibit,
        a_s4.task::varchar as row_key,
        unnest(['wins', 'topics', 'wins_percent']) as column_name,
        unnest([a_s4.wins, a_s4.topics, a_s4.wins_percent]) as value,
        unnest([
            case when list_contains(a_s4.from_print, 'wins') then 'print' else 'files' end,
            case when list_contains(a_s4.from_print, 'topics') then 'print' else 'files' end,
            case when list_contains(a_s4.from_print, 'wins_percent') then 'print' else 'files' end,
        ]) as source,
    from exhibits.a_s4 as a_s4
    union all
    select
        'A-S5' as exhibit,
        a_s5.task::varchar as row_key,
        unnest(['fullrank_over_rerank_percent']) as column_name,
        unnest([a_s5.fullrank_over_rerank_percent]) as value,
        unnest([
            case when list_contains(a_s5.from_nist, 'fullrank_over_rerank_percent') then 'NIST' else 'files' end,
        ]) as source,
    from exhibits.a_s5 as a_s5
    union all
    select
        'A-S6' as exhibit,
        a_s6.task::varchar as row_key,
        unnest(['ncg_gain_percent']) as column_name,
        unnest([a_s6.ncg_gain_percent]) as value,
        unnest([case when list_contains(a_s6.from_print, 'ncg_gain_percent') then 'print' else 'files' end]) as source,
    from exhibits.a_s6 as a_s6
    union all
    select
        'A-S8' as exhibit,
        a_s8.item::varchar as row_key,
        unnest(['judged', 'submitted', 'evaluated']) as column_name,
        unnest([a_s8.judged, a_s8.submitted, a_s8.evaluated]) as value,
        unnest([
            case when list_contains(a_s8.from_print, 'judged') then 'print' else 'files' end,
            case when list_contains(a_s8.from_print, 'submitted') then 'print' else 'files' end,
            case when list_contains(a_s8.from_print, 'evaluated') then 'print' else 'files' end,
        ]) as source,
    from exhibits.a_s8 as a_s8
    union all
    select
        'A-S12' as exhibit,
        a_s12.item::varchar as row_key,
        unnest(['docs', 'passages']) as column_name,
        unnest([a_s12.docs, a_s12.passages]) as value,
        'files' as source,
    from exhibits.a_s12 as a_s12
    union all
    select
        'B-T1' as exhibit,
        b_t1.item::varchar as row_key,
        unnest(['docs', 'passages']) as column_name,
        unnest([b_t1.docs, b_t1.passages]) as value,
        'files' as source,
    from exhibits.b_t1 as b_t1
    union all
    select
        'B-F2' as exhibit,
        b_f2.ranker::varchar as row_key,
        unnest(['checkpoint']) as column_name,
        unnest([b_f2.checkpoint]) as value,
        'files' as source,
    from exhibits.b_f2 as b_f2
    union all
    select
        'B-S1' as exhibit,
        b_s1.comparison::varchar as row_key,
        unnest(['p_value']) as column_name,
        unnest([b_s1.p_value]) as value,
        'files' as source,
    from exhibits.b_s1 as b_s1
    union all
    select
        'B-S2' as exhibit,
        b_s2.year::varchar as row_key,
        unnest(['groups', 'runs']) as column_name,
        unnest([b_s2.groups, b_s2.runs]) as value,
        'files' as source,
    from exhibits.b_s2 as b_s2
    union all
    select
        'B-S4' as exhibit,
        b_s4.item::varchar as row_key,
        unnest(['click_pairs_million', 'times_larger']) as column_name,
        unnest([b_s4.click_pairs_million, b_s4.times_larger]) as value,
        unnest([
            case when list_contains(b_s4.from_print, 'click_pairs_million') then 'print' else 'files' end,
            case when list_contains(b_s4.from_print, 'times_larger') then 'print' else 'files' end,
        ]) as source,
    from exhibits.b_s4 as b_s4
    union all
    select
        'B-S5' as exhibit,
        b_s5.item::varchar as row_key,
        unnest(['trials']) as column_name,
        unnest([b_s5.trials]) as value,
        'files' as source,
    from exhibits.b_s5 as b_s5
    union all
    select
        'C-T1' as exhibit,
        c_t1.measure::varchar as row_key,
        unnest([
            'docs_bm25',
            'docs_neural',
            'docs_rrie',
            'passages_bm25',
            'passages_neural',
            'passages_rrie',
        ]) as column_name,
        unnest([
            c_t1.docs_bm25,
            c_t1.docs_neural,
            c_t1.docs_rrie,
            c_t1.passages_bm25,
            c_t1.passages_neural,
            c_t1.passages_rrie,
        ]) as value,
        unnest([
            case when list_contains(c_t1.from_print, 'docs_bm25') then 'print' else 'files' end,
            case when list_contains(c_t1.from_print, 'docs_neural') then 'print' else 'files' end,
            case when list_contains(c_t1.from_print, 'docs_rrie') then 'print' else 'files' end,
            case when list_contains(c_t1.from_print, 'passages_bm25') then 'print' else 'files' end,
            case when list_contains(c_t1.from_print, 'passages_neural') then 'print' else 'files' end,
            case when list_contains(c_t1.from_print, 'passages_rrie') then 'print' else 'files' end,
        ]) as source,
    from exhibits.c_t1 as c_t1
    union all
    select
        'C-T2' as exhibit,
        c_t2.technique::varchar as row_key,
        unnest([
            'delta_sort_low',
            'delta_sort_high',
            'tau_low',
            'tau_high',
            'delta_value_low',
            'delta_value_high',
        ]) as column_name,
        unnest([
            c_t2.delta_sort_low,
            c_t2.delta_sort_high,
            c_t2.tau_low,
            c_t2.tau_high,
            c_t2.delta_value_low,
            c_t2.delta_value_high,
        ]) as value,
        'files' as source,
    from exhibits.c_t2 as c_t2
    union all
    select
        'C-F1' as exhibit,
        c_f1.range::varchar as row_key,
        unnest(['share']) as column_name,
        unnest([c_f1.share]) as value,
        'files' as source,
    from exhibits.c_f1 as c_f1
    union all
    select
        'C-F2' as exhibit,
        c_f2.range::varchar as row_key,
        unnest(['share']) as column_name,
        unnest([c_f2.share]) as value,
        'files' as source,
    from exhibits.c_f2 as c_f2
    union all
    select
        'C-F4' as exhibit,
        c_f4.range::varchar as row_key,
        unnest(['share']) as column_name,
        unnest([c_f4.share]) as value,
        'files' as source,
    from exhibits.c_f4 as c_f4
    union all
    select
        'C-F5' as exhibit,
        c_f5.lower::varchar as row_key,
        unnest(['items']) as column_name,
        unnest([c_f5.items]) as value,
        'files' as source,
    from exhibits.c_f5 as c_f5
    union all
    select
        'C-S1' as exhibit,
        c_s1.item::varchar as row_key,
        unnest(['count']) as column_name,
        unnest([c_s1.count]) as value,
        'files' as source,
    from exhibits.c_s1 as c_s1
    union all
    select
        'C-S2' as exhibit,
        c_s2.technique::varchar as row_key,
        unnest(['delta_sort_low', 'delta_sort_high', 'tau_low', 'tau_high']) as column_name,
        unnest([c_s2.delta_sort_low, c_s2.delta_sort_high, c_s2.tau_low, c_s2.tau_high]) as value,
        'files' as source,
    from exhibits.c_s2 as c_s2
    union all
    select
        'C-S3' as exhibit,
        c_s3.item::varchar as row_key,
        unnest(['mean_precision', 'mean_search_length']) as column_name,
        unnest([c_s3.mean_precision, c_s3.mean_search_length]) as value,
        unnest([
            case when list_contains(c_s3.from_print, 'mean_precision') then 'print' else 'files' end,
            case when list_contains(c_s3.from_print, 'mean_search_length') then 'print' else 'files' end,
        ]) as source,
    from exhibits.c_s3 as c_s3
    union all
    select
        'C-S4' as exhibit,
        c_s4.document::varchar as row_key,
        unnest(['unweighted_search_length']) as column_name,
        unnest([c_s4.unweighted_search_length]) as value,
        unnest([
            case when list_contains(c_s4.from_print, 'unweighted_search_length') then 'print' else 'files' end,
        ]) as source,
    from exhibits.c_s4 as c_s4
    union all
    select
        'C-S5' as exhibit,
        c_s5.item::varchar as row_key,
        unnest(['asl_g10']) as column_name,
        unnest([c_s5.asl_g10]) as value,
        unnest([case when list_contains(c_s5.from_print, 'asl_g10') then 'print' else 'files' end]) as source,
    from exhibits.c_s5 as c_s5
    union all
    select
        'C-S6' as exhibit,
        c_s6.measure::varchar as row_key,
        unnest(['share_percent', 'share_sd']) as column_name,
        unnest([c_s6.share_percent, c_s6.share_sd]) as value,
        'files' as source,
    from exhibits.c_s6 as c_s6
    union all
    select
        'D-T1' as exhibit,
        d_t1.kind::varchar as row_key,
        unnest(['docs', 'passages']) as column_name,
        unnest([d_t1.docs, d_t1.passages]) as value,
        'files' as source,
    from exhibits.d_t1 as d_t1
    union all
    select
        'D-T2' as exhibit,
        d_t2.run_id::varchar as row_key,
        unnest(['rr_ms', 'rr', 'ndcg_cut_10', 'ncg_cut_100', 'ap']) as column_name,
        unnest([d_t2.rr_ms, d_t2.rr, d_t2.ndcg_cut_10, d_t2.ncg_cut_100, d_t2.ap]) as value,
        'files' as source,
    from exhibits.d_t2 as d_t2
    union all
    select
        'D-T3' as exhibit,
        d_t3.run_id::varchar as row_key,
        unnest(['rr_ms', 'rr', 'ndcg_cut_10', 'ncg_cut_100', 'ap']) as column_name,
        unnest([d_t3.rr_ms, d_t3.rr, d_t3.ndcg_cut_10, d_t3.ncg_cut_100, d_t3.ap]) as value,
        'files' as source,
    from exhibits.d_t3 as d_t3
    union all
    select
        'D-T4' as exhibit,
        concat_ws(' ', d_t4.year, d_t4.task) as row_key,
        unnest([
            'grade_0',
            'grade_0_percent',
            'grade_1',
            'grade_1_percent',
            'grade_2',
            'grade_2_percent',
            'grade_3',
            'grade_3_percent',
        ]) as column_name,
        unnest([
            d_t4.grade_0,
            d_t4.grade_0_percent,
            d_t4.grade_1,
            d_t4.grade_1_percent,
            d_t4.grade_2,
            d_t4.grade_2_percent,
            d_t4.grade_3,
            d_t4.grade_3_percent,
        ]) as value,
        unnest([
            case when list_contains(d_t4.from_print, 'grade_0') then 'print' else 'files' end,
            case when list_contains(d_t4.from_print, 'grade_0_percent') then 'print' else 'files' end,
            case when list_contains(d_t4.from_print, 'grade_1') then 'print' else 'files' end,
            case when list_contains(d_t4.from_print, 'grade_1_percent') then 'print' else 'files' end,
            case when list_contains(d_t4.from_print, 'grade_2') then 'print' else 'files' end,
            case when list_contains(d_t4.from_print, 'grade_2_percent') then 'print' else 'files' end,
            case when list_contains(d_t4.from_print, 'grade_3') then 'print' else 'files' end,
            case when list_contains(d_t4.from_print, 'grade_3_percent') then 'print' else 'files' end,
        ]) as source,
    from exhibits.d_t4 as d_t4
    union all
    select
        'D-T5' as exhibit,
        d_t5.actual::varchar as row_key,
        unnest(['inferred_0', 'inferred_1', 'inferred_2', 'inferred_3']) as column_name,
        unnest([d_t5.inferred_0, d_t5.inferred_1, d_t5.inferred_2, d_t5.inferred_3]) as value,
        'files' as source,
    from exhibits.d_t5 as d_t5
    union all
    select
        'D-T6' as exhibit,
        d_t6.actual::varchar as row_key,
        unnest(['inferred_0', 'inferred_1', 'inferred_2', 'inferred_3']) as column_name,
        unnest([d_t6.inferred_0, d_t6.inferred_1, d_t6.inferred_2, d_t6.inferred_3]) as value,
        unnest([
            case when list_contains(d_t6.from_print, 'inferred_0') then 'print' else 'files' end,
            case when list_contains(d_t6.from_print, 'inferred_1') then 'print' else 'files' end,
            case when list_contains(d_t6.from_print, 'inferred_2') then 'print' else 'files' end,
            case when list_contains(d_t6.from_print, 'inferred_3') then 'print' else 'files' end,
        ]) as source,
    from exhibits.d_t6 as d_t6
    union all
    select
        'D-T7' as exhibit,
        d_t7.actual::varchar as row_key,
        unnest(['inferred_0', 'inferred_1', 'inferred_2', 'inferred_3']) as column_name,
        unnest([d_t7.inferred_0, d_t7.inferred_1, d_t7.inferred_2, d_t7.inferred_3]) as value,
        unnest([
            case when list_contains(d_t7.from_print, 'inferred_0') then 'print' else 'files' end,
            case when list_contains(d_t7.from_print, 'inferred_1') then 'print' else 'files' end,
            case when list_contains(d_t7.from_print, 'inferred_2') then 'print' else 'files' end,
            case when list_contains(d_t7.from_print, 'inferred_3') then 'print' else 'files' end,
        ]) as source,
    from exhibits.d_t7 as d_t7
    union all
    select
        'D-S1' as exhibit,
        d_s1.task::varchar as row_key,
        unnest(['judged', 'short', 'long', 'submitted']) as column_name,
        unnest([d_s1.judged, d_s1.short, d_s1.long, d_s1.submitted]) as value,
        'files' as source,
    from exhibits.d_s1 as d_s1
    union all
    select
        'D-S2' as exhibit,
        d_s2.task::varchar as row_key,
        unnest(['mean_relevant_long', 'mean_relevant_short']) as column_name,
        unnest([d_s2.mean_relevant_long, d_s2.mean_relevant_short]) as value,
        'files' as source,
    from exhibits.d_s2 as d_s2
    union all
    select
        'D-S3' as exhibit,
        d_s3.item::varchar as row_key,
        unnest(['count']) as column_name,
        unnest([d_s3.count]) as value,
        'files' as source,
    from exhibits.d_s3 as d_s3
    union all
    select
        'D-S4' as exhibit,
        concat_ws(' ', d_s4.year, d_s4.level) as row_key,
        unnest(['percent', 'passages_percent']) as column_name,
        unnest([d_s4.percent, d_s4.passages_percent]) as value,
        'files' as source,
    from exhibits.d_s4 as d_s4
    union all
    select
        'D-S5' as exhibit,
        concat_ws(' ', d_s5.year, d_s5.task) as row_key,
        unnest(['nnlm_over_trad_percent']) as column_name,
        unnest([d_s5.nnlm_over_trad_percent]) as value,
        unnest([
            case when list_contains(d_s5.from_nist, 'nnlm_over_trad_percent') then 'NIST' else 'files' end,
        ]) as source,
    from exhibits.d_s5 as d_s5
    union all
    select
        'D-S6' as exhibit,
        concat_ws(' ', d_s6.year, d_s6.task) as row_key,
        unnest(['wins', 'topics', 'wins_percent']) as column_name,
        unnest([d_s6.wins, d_s6.topics, d_s6.wins_percent]) as value,
        unnest([
            case when list_contains(d_s6.from_print, 'wins') then 'print' else 'files' end,
            case when list_contains(d_s6.from_print, 'topics') then 'print' else 'files' end,
            case when list_contains(d_s6.from_print, 'wins_percent') then 'print' else 'files' end,
        ]) as source,
    from exhibits.d_s6 as d_s6
    union all
    select
        'D-S7' as exhibit,
        concat_ws(' ', d_s7.year, d_s7.task) as row_key,
        unnest(['fullrank_over_rerank_percent']) as column_name,
        unnest([d_s7.fullrank_over_rerank_percent]) as value,
        unnest([
            case when list_contains(d_s7.from_nist, 'fullrank_over_rerank_percent') then 'NIST' else 'files' end,
        ]) as source,
    from exhibits.d_s7 as d_s7
    union all
    select
        'D-S8' as exhibit,
        d_s8.task::varchar as row_key,
        unnest(['single_below_top_percent']) as column_name,
        unnest([d_s8.single_below_top_percent]) as value,
        unnest([
            case when list_contains(d_s8.from_nist, 'single_below_top_percent') then 'NIST' else 'files' end,
        ]) as source,
    from exhibits.d_s8 as d_s8
    union all
    select
        'D-S9' as exhibit,
        d_s9.task::varchar as row_key,
        unnest(['dense_runs_at_top']) as column_name,
        unnest([d_s9.dense_runs_at_top]) as value,
        unnest([case when list_contains(d_s9.from_nist, 'dense_runs_at_top') then 'NIST' else 'files' end]) as source,
    from exhibits.d_s9 as d_s9
    union all
    select
        'D-S10' as exhibit,
        concat_ws(' ', d_s10.year, d_s10.task) as row_key,
        unnest(['tau']) as column_name,
        unnest([d_s10.tau]) as value,
        unnest([case when list_contains(d_s10.from_print, 'tau') then 'print' else 'files' end]) as source,
    from exhibits.d_s10 as d_s10
    union all
    select
        'D-S11' as exhibit,
        d_s11.task::varchar as row_key,
        unnest(['best_trad_short', 'best_trad_long', 'difference']) as column_name,
        unnest([d_s11.best_trad_short, d_s11.best_trad_long, d_s11.difference]) as value,
        'files' as source,
    from exhibits.d_s11 as d_s11
    union all
    select
        'D-S12' as exhibit,
        d_s12.item::varchar as row_key,
        unnest(['million', 'oldness', 'oldness_10', 'tau']) as column_name,
        unnest([d_s12.million, d_s12.oldness, d_s12.oldness_10, d_s12.tau]) as value,
        unnest([
            case when list_contains(d_s12.from_print, 'million') then 'print' else 'files' end,
            case when list_contains(d_s12.from_print, 'oldness') then 'print' else 'files' end,
            case when list_contains(d_s12.from_print, 'oldness_10') then 'print' else 'files' end,
            case when list_contains(d_s12.from_print, 'tau') then 'print' else 'files' end,
        ]) as source,
    from exhibits.d_s12 as d_s12
    union all
    select
        'D-S13' as exhibit,
        d_s13.labels::varchar as row_key,
        unnest(['kappa']) as column_name,
        unnest([d_s13.kappa]) as value,
        unnest([case when list_contains(d_s13.from_print, 'kappa') then 'print' else 'files' end]) as source,
    from exhibits.d_s13 as d_s13
    union all
    select
        'D-S14' as exhibit,
        d_s14.task::varchar as row_key,
        unnest(['fewer_queries_percent']) as column_name,
        unnest([d_s14.fewer_queries_percent]) as value,
        'files' as source,
    from exhibits.d_s14 as d_s14
    union all
    select
        'D-S15' as exhibit,
        d_s15.item::varchar as row_key,
        unnest(['growth', 'per_document', 'million']) as column_name,
        unnest([d_s15.growth, d_s15.per_document, d_s15.million]) as value,
        unnest([
            case when list_contains(d_s15.from_print, 'growth') then 'print' else 'files' end,
            case when list_contains(d_s15.from_print, 'per_document') then 'print' else 'files' end,
            case when list_contains(d_s15.from_print, 'million') then 'print' else 'files' end,
        ]) as source,
    from exhibits.d_s15 as d_s15
    union all
    select
        'D-S16' as exhibit,
        d_s16.task::varchar as row_key,
        unnest(['runs_removed']) as column_name,
        unnest([d_s16.runs_removed]) as value,
        'files' as source,
    from exhibits.d_s16 as d_s16
    union all
    select
        'D-S17' as exhibit,
        d_s17.year::varchar as row_key,
        unnest(['sparse_labels_judged_0_percent']) as column_name,
        unnest([d_s17.sparse_labels_judged_0_percent]) as value,
        unnest([
            case when list_contains(d_s17.from_print, 'sparse_labels_judged_0_percent') then 'print' else 'files' end,
        ]) as source,
    from exhibits.d_s17 as d_s17
    union all
    select
        'D-S18' as exhibit,
        d_s18.year::varchar as row_key,
        unnest(['sparse_labels_judged_0_percent']) as column_name,
        unnest([d_s18.sparse_labels_judged_0_percent]) as value,
        unnest([
            case when list_contains(d_s18.from_print, 'sparse_labels_judged_0_percent') then 'print' else 'files' end,
        ]) as source,
    from exhibits.d_s18 as d_s18
    union all
    select
        'E-T3' as exhibit,
        e_t3.submission::varchar as row_key,
        unnest(['kappa', 'alpha', 'tau', 'rho']) as column_name,
        unnest([e_t3.kappa, e_t3.alpha, e_t3.tau, e_t3.rho]) as value,
        'files' as source,
    from exhibits.e_t3 as e_t3
    union all
    select
        'E-T4' as exhibit,
        e_t4.submission::varchar as row_key,
        unnest(['kappa_4', 'kappa_0_123', 'kappa_01_23', 'kappa_012_3']) as column_name,
        unnest([e_t4.kappa_4, e_t4.kappa_0_123, e_t4.kappa_01_23, e_t4.kappa_012_3]) as value,
        'files' as source,
    from exhibits.e_t4 as e_t4
    union all
    select
        'F-T3' as exhibit,
        concat_ws(' ', f_t3.year, f_t3.run_id) as row_key,
        unnest([
            'nist_ndcg_cut_5',
            'nist_ndcg_cut_10',
            'nist_ndcg_cut_100',
            'nist_map',
            'syndl_ndcg_cut_5',
            'syndl_ndcg_cut_10',
            'syndl_ndcg_cut_100',
            'syndl_map',
        ]) as column_name,
        unnest([
            f_t3.nist_ndcg_cut_5,
            f_t3.nist_ndcg_cut_10,
            f_t3.nist_ndcg_cut_100,
            f_t3.nist_map,
            f_t3.syndl_ndcg_cut_5,
            f_t3.syndl_ndcg_cut_10,
            f_t3.syndl_ndcg_cut_100,
            f_t3.syndl_map,
        ]) as value,
        'files' as source,
    from exhibits.f_t3 as f_t3
    union all
    select
        'F-F1' as exhibit,
        f_f1.year::varchar as row_key,
        unnest(['map', 'ndcg_cut_5', 'ndcg_cut_10', 'ndcg_cut_100']) as column_name,
        unnest([f_f1.map, f_f1.ndcg_cut_5, f_f1.ndcg_cut_10, f_f1.ndcg_cut_100]) as value,
        'files' as source,
    from exhibits.f_f1 as f_f1
    union all
    select
        'F-S1' as exhibit,
        f_s1.statistic::varchar as row_key,
        unnest(['dl2019', 'dl2020', 'dl2021', 'dl2022', 'dl2023', 'syndl']) as column_name,
        unnest([f_s1.dl2019, f_s1.dl2020, f_s1.dl2021, f_s1.dl2022, f_s1.dl2023, f_s1.syndl]) as value,
        'files' as source,
    from exhibits.f_s1 as f_s1
    union all
    select
        'G-T1' as exhibit,
        g_t1.run_id::varchar as row_key,
        unnest(['ndcg_cut_10', 'rr', 'ap', 'recall_1000']) as column_name,
        unnest([g_t1.ndcg_cut_10, g_t1.rr, g_t1.ap, g_t1.recall_1000]) as value,
        'files' as source,
    from exhibits.g_t1 as g_t1
    union all
    select
        'G-T2' as exhibit,
        g_t2.run_id::varchar as row_key,
        unnest(['ndcg_cut_10', 'rr', 'ap', 'recall_1000']) as column_name,
        unnest([g_t2.ndcg_cut_10, g_t2.rr, g_t2.ap, g_t2.recall_1000]) as value,
        'files' as source,
    from exhibits.g_t2 as g_t2
    union all
    select
        'H-S1' as exhibit,
        h_s1.compared::varchar as row_key,
        unnest(['tau']) as column_name,
        unnest([h_s1.tau]) as value,
        'files' as source,
    from exhibits.h_s1 as h_s1
    union all
    select
        'H-S2' as exhibit,
        h_s2.quantity::varchar as row_key,
        unnest(['value']) as column_name,
        unnest([h_s2.value]) as value,
        'files' as source,
    from exhibits.h_s2 as h_s2
)

select
    cells.exhibit,
    cells.row_key,
    cells.column_name,
    cells.value::double as value,
    cells.source,
from cells
where cells.value is not null;
