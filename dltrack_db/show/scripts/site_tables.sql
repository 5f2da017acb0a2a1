-- Tables of the page, each with its query under it (show/site/tables.py).

-- name: rank_intervals
-- Between which ranks each run stays when topics are drawn again. Variable: `collection`.
select
    run_id,
    mean,
    low_mean,
    high_mean,
    rank,
    low_rank,
    high_rank,
    share_first,
    share_alone
from statistics.rank_stability
where collection = getvariable('collection') and resampling = 'bootstrap'
order by rank, run_id;

-- name: significance
-- Paired t-tests of all runs against the best one. Variable: `collection`.
select
    run_id,
    mean_difference,
    p_value,
    p_corrected,
    verdict
from systems.board(getvariable('collection'), significance := true)
where verdict is not null
order by mean_difference desc, run_id asc;

-- name: agreement
-- Agreement of the sets of labels of a collection. Variable: `collection`.
select
    variant_a,
    variant_b,
    num_items,
    agreement,
    kappa,
    kappa_linear,
    kappa_quadratic,
    kappa_binary,
    reason
from labels.kappa
where collection = getvariable('collection')
order by variant_a, variant_b;

-- name: topics
-- The judged topics of a collection, with how its runs did by nDCG@10. Variable: `collection`.
select
    judged.query_id,
    queries.text,
    judged.num_judged,
    judged.num_rel,
    field.mean,
    field.lowest,
    field.highest,
from judging.topic_statistics as judged
inner join main.collections as collections
    on judged.collection = collections.collection
left join main.queries as queries
    on collections.query_set = queries.query_set
    and judged.query_id = queries.query_id
left join judging.topic_discrimination as field
    on judged.collection = field.collection
    and judged.query_id = field.query_id
    and field.measure = 'ndcg_cut_10'
where judged.collection = getvariable('collection')
order by judged.query_id;

-- name: exhibits
-- The tables and figures of the papers of which the loaded files give some number, held against print.
select
    exhibit,
    title,
    status,
    cells,
    matches,
    agrees_with_nist,
    agrees_in_print,
    known_misprints,
    needs_data,
    not_reproducible,
    mismatches
from published.exhibit_status
where matches > 0
order by exhibit;
