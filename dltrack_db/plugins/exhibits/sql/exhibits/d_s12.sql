-- Statements on old URLs (URLs that are already in the v1 corpus): their number, their share in results of runs, and tau of
-- RR (MS) and NDCG@10 over old documents only.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from corpus.document_age, corpus.old_scores and
--   exhibits.d_s10
-- grain: item
-- columns:
--   item: subject of the statement: URLs, a ranker or runs
--   million: number of URLs in the v2 corpus, in millions
--   oldness: expected share of old URLs in results
--   oldness_10: share of old URLs among the first ten documents
--   tau: Kendall's tau-b of RR (MS) and NDCG@10 over the document runs of 2021
--   from_print
-- caveats: the oldness of a random ranker is computed from printed URL counts unless both document corpora are loaded
-- example: from exhibits.d_s12
create or replace view exhibits.d_s12 as
with corpora as (
    select
        count(*) = 2 as is_complete,
        max(loaded_parts.loaded_records) filter (where loaded_parts.name = 'msmarco-v2-document') / 1e6 as num_urls,
    from corpus.loaded_parts as loaded_parts
    where
        loaded_parts.part = 'corpus'
        and loaded_parts.name in ('msmarco-v1-document', 'msmarco-v2-document')
),

ages as (
    select
        count(*) filter (where document_age.is_old) / 1e6 as num_old,
        count(*) filter (where not document_age.is_old) / 1e6 as num_new,
    from corpus.document_age() as document_age
    cross join corpora
    where corpora.is_complete
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
        count(*) as num_runs,
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
),

items as (
    select
        unnest(['old urls', 'new urls', 'all urls', 'random ranker', 'most biased runs', 'v1 universe']) as item,
        unnest([nullif(ages.num_old, 0), nullif(ages.num_new, 0), corpora.num_urls, null, null, null]) as million,
        unnest([
            null,
            null,
            null,
            coalesce(ages.num_old / nullif(ages.num_old + ages.num_new, 0), printed.oldness),
            null,
            null,
        ]) as oldness,
        unnest([null, null, null, null, runs.oldness_10, null]) as oldness_10,
        unnest([null, null, taus.tau, null, null, runs.tau]) as tau,
        unnest([
            null,
            null,
            taus.from_print,
            case when ages.num_old + ages.num_new = 0 then ['oldness'] end,
            null,
            null,
        ]) as from_print,
        runs.num_runs,
    from ages
    cross join corpora
    cross join printed
    cross join runs
    left join taus on true
)

select
    items.item,
    items.million,
    items.oldness,
    items.oldness_10,
    items.tau,
    items.from_print,
from items
where items.num_runs > 0 or items.item not in ('most biased runs', 'v1 universe');
