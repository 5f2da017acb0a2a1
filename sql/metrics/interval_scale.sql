-- Scores of a measure, converted to an interval scale: each value is replaced by its position from 0 to 1 among all possible
-- values. Use the result for tests that require equal steps.
--
-- source: M. Ferrante, N. Ferro and N. Fuhr, "Towards meaningful statements in IR evaluation: mapping evaluation measures
--     to interval scales", IEEE Access 9 (2021)
-- grain: run_id, query_id
-- params:
--   measure: 'recip_rank_cut_K', 'P_K', 'success_K' or 'set_P'; any other measure is an error, because its possible values are
--     not a finite set that is the same for all topics
-- columns:
--   value: position of the value, 0 for the lowest and 1 for the highest; (K + 1 - r) / K for the reciprocal of rank r
-- needs: runs
-- caveats: the values of P_K, success_K and set_P already have equal steps and are returned unchanged; the steps of set_P are
--   equal only if runs return the same number of items for every topic
-- example: from metrics.interval_scale('trec2021-passages', 'P_10') where run_id = 'p_bm25'
create or replace macro metrics.interval_scale(collection_name, measure) as table
with asked as (
    select
        measure as measure,
        try_cast(regexp_extract(measure, '^recip_rank_cut_(\d+)$', 1) as integer) as depth,
        case
            when not regexp_full_match(measure, 'recip_rank_cut_\d+|P_\d+|success_\d+|set_P')
                then error(
                    measure || ' has no interval scale: its possible values are not a finite set that is the same for all '
                    || 'topics; use recip_rank_cut_K, P_K, success_K or set_P'
                )
        end as refused,
)

select
    query_scores.run_id,
    query_scores.query_id,
    case
        when asked.depth is null then query_scores.value
        when query_scores.value > 0 then (asked.depth + 1 - round(1 / query_scores.value)) / asked.depth
        else 0
    end as value,
from asked
inner join metrics.query_scores as query_scores
    on asked.measure = query_scores.measure and asked.refused is null
where query_scores.collection = collection_name and catalog.has_collections([collection_name]) and catalog.has_measures([measure]);
