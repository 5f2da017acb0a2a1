-- How many URLs are old, and what that does: oldness, and tau of RR (MS) and NDCG@10 in the v1 universe.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from corpus.document_age, corpus.old_scores and
--   exhibits.d_s10
-- grain: item
-- columns:
--   item: URLs, rankers or runs
--   million: million URLs of the v2 corpus
--   oldness: expected share of old URLs
--   oldness_10: share of old URLs among the first ten documents
--   tau: Kendall's tau-b of RR (MS) and NDCG@10 over the document runs of 2021
--   from_print
-- caveats: without both document corpora the oldness of a random ranker follows from the printed numbers of URLs
-- example: from exhibits.d_s12
create or replace view exhibits.d_s12 as
with ages as (
    select
        count(*) filter (where document_age.is_old) / 1e6 as num_old,
        count(*) filter (where not document_age.is_old) / 1e6 as num_new,
    from corpus.document_age() as document_age
    where (
        select count(*) = 2,
        from corpus.loaded_parts as loaded_parts
        where
            loaded_parts.part = 'corpus'
            and loaded_parts.name in ('msmarco-v1-document', 'msmarco-v2-document')
    )
),

corpora as (
    select max(loaded_parts.loaded_records) / 1e6 as num_urls,
    from corpus.loaded_parts as loaded_parts
    where
        loaded_parts.part = 'corpus'
        and loaded_parts.name = 'msmarco-v2-document'
),

printed as (
    select
        max(cells.value) filter (where cells.row_key = 'old urls')
        / max(cells.value) filter (where cells.row_key = 'all urls') as oldness,
    from published.cells as cells
    where cells.exhibit = 'D-S12' and cells.column_name = 'million'
),

taus as (
    select
        d_s10.tau,
        d_s10.from_print,
    from exhibits.d_s10 as d_s10
    where d_s10.year = 2021 and d_s10.task = 'docs'
),

runs as (
    select
        max(d_f8.oldness_10) as oldness_10,
        case
            when count(d_f8.rr_ms_old) = count(*)
                then
                    statistics.kendall_tau_b(
                        list(round(d_f8.rr_ms_old, 4) order by d_f8.run_id),
                        list(round(d_f8.ndcg_cut_10_old, 4) order by d_f8.run_id)
                    )
        end as tau,
    from exhibits.d_f8 as d_f8
    having count(*) > 0
)

select
    'old urls' as item,
    nullif(ages.num_old, 0) as million,
    null::double as oldness,
    null::double as oldness_10,
    null::double as tau,
    null::varchar[] as from_print,
from ages
union all
select
    'new urls' as item,
    nullif(ages.num_new, 0) as million,
    null as oldness,
    null as oldness_10,
    null as tau,
    null as from_print,
from ages
union all
select
    'all urls' as item,
    corpora.num_urls as million,
    null as oldness,
    null as oldness_10,
    taus.tau,
    taus.from_print,
from corpora
left join taus on true
union all
select
    'random ranker' as item,
    null as million,
    coalesce(ages.num_old / nullif(ages.num_old + ages.num_new, 0), printed.oldness) as oldness,
    null as oldness_10,
    null as tau,
    case when ages.num_old + ages.num_new = 0 then ['oldness'] end as from_print,
from printed
cross join ages
union all
select
    'most biased runs' as item,
    null as million,
    null as oldness,
    runs.oldness_10,
    null as tau,
    null as from_print,
from runs
union all
select
    'v1 universe' as item,
    null as million,
    null as oldness,
    null as oldness_10,
    runs.tau,
    null as from_print,
from runs;
