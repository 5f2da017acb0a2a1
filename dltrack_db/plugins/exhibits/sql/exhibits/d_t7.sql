-- Distribution of actual labels for each inferred label of the documents of 2021: column percentages of Table 5.
--
-- source: TREC 2021 Deep Learning overview, Table 7; counts from published.inferred_counts
-- grain: actual
-- columns:
--   actual: the assessors' grade of the document
--   inferred_0: share with inferred grade 0, 0 to 100
--   inferred_1: share with inferred grade 1, 0 to 100
--   inferred_2: share with inferred grade 2, 0 to 100
--   inferred_3: share with inferred grade 3, 0 to 100
--   from_print
-- caveats: computed from the judged passages if the documents of all of them are loaded, otherwise from the printed counts
--   of Table 5
-- example: from exhibits.d_t7
create or replace view exhibits.d_t7 as
with shares as (
    select
        inferred_counts.actual,
        inferred_counts.inferred,
        100 * inferred_counts.num_docs / sum(inferred_counts.num_docs) over (partition by inferred_counts.inferred)
            as percent,
        inferred_counts.is_from_print,
    from published.inferred_counts as inferred_counts
)

select
    shares.actual,
    max(shares.percent) filter (where shares.inferred = 0) as inferred_0,
    max(shares.percent) filter (where shares.inferred = 1) as inferred_1,
    max(shares.percent) filter (where shares.inferred = 2) as inferred_2,
    max(shares.percent) filter (where shares.inferred = 3) as inferred_3,
    case
        when bool_or(shares.is_from_print) then ['inferred_0', 'inferred_1', 'inferred_2', 'inferred_3']
    end as from_print,
from shares
group by shares.actual
order by shares.actual;
