-- Corpus sizes and numbers of queries, topics, groups and runs that the abstract of the 2019 overview states.
--
-- source: TREC 2019 Deep Learning overview, abstract; values from exhibits.a_t1, exhibits.a_s8 and exhibits.a_s1
-- grain: item
-- columns:
--   item: 'docs', 'passages' or 'all'
--   corpus_million: million documents or passages; null if not loaded in full
--   train_queries_thousand: thousand training queries; null if not loaded in full
--   topics: number of topics kept for the task
--   groups: number of groups, without the organizers
--   runs: number of submitted runs
-- example: from exhibits.a_s14
create or replace view exhibits.a_s14 as
with sizes as (
    select
        max(a_t1.docs_records) filter (where a_t1.item = 'collection') as docs,
        max(a_t1.passages_records) filter (where a_t1.item = 'collection') as passages,
        max(a_t1.docs_records) filter (where a_t1.item = 'train queries') as docs_train,
        max(a_t1.passages_records) filter (where a_t1.item = 'train queries') as passages_train,
    from exhibits.a_t1 as a_t1
),

kept as (
    select
        max(a_s8.evaluated) filter (where a_s8.item = 'docs') as docs,
        max(a_s8.evaluated) filter (where a_s8.item = 'passages') as passages,
    from exhibits.a_s8 as a_s8
),

submitted as (
    select
        max(a_s1.count) filter (where a_s1.kind = 'groups') as num_groups,
        max(a_s1.count) filter (where a_s1.kind = 'runs') as num_runs,
    from exhibits.a_s1 as a_s1
)

select
    unnest(['docs', 'passages', 'all']) as item,
    unnest([sizes.docs, sizes.passages, null]) / 1e6 as corpus_million,
    unnest([sizes.docs_train, sizes.passages_train, null]) / 1e3 as train_queries_thousand,
    unnest([kept.docs, kept.passages, null]) as topics,
    unnest([null, null, submitted.num_groups]) as groups,
    unnest([null, null, submitted.num_runs]) as runs,
from sizes
cross join kept
cross join submitted;
