-- One row for each statistic of the passage tasks: number of topics, judgments or a grade, by edition and for SynDL.
--
-- source: SynDL (Rahmani et al. 2024), table of dataset statistics
-- grain: statistic
-- columns:
--   statistic: 'judged_queries', 'initial_queries', 'qrels', 'qrels_per_query', 'docs' (millions) or a grade
--   dl2019: number for 2019
--   dl2020: number for 2020
--   dl2021: number for 2021
--   dl2022: number for 2022
--   dl2023: number for 2023
--   syndl: number for all years together, with SynDL's and NIST's labels
-- caveats: the paper divides the number of SynDL's labels by all 1,988 topics of the editions, but only 1,763 topics have a
--   label
-- example: from exhibits.f_s1
create or replace view exhibits.f_s1 as
with labelled as (
    select
        collections.edition,
        qrels.variant,
        qrels.query_id,
        qrels.relevance,
    from main.qrels as qrels
    inner join main.collections as collections on qrels.collection = collections.collection
    where
        collections.task = 'passages'
        and collections.edition in ('trec2019', 'trec2020', 'trec2021', 'trec2022', 'trec2023')
        and qrels.variant in ('nist', 'syndl-gpt4')
),

counted as (
    select
        labelled.edition.replace('trec', 'dl') as edition,
        count(distinct labelled.query_id) as judged_queries,
        count(*) as qrels,
        count(*) / nullif(count(distinct labelled.query_id), 0) as qrels_per_query,
        count(*) filter (where labelled.relevance = 0) as irrelevant_0,
        count(*) filter (where labelled.relevance = 1) as related_1,
        count(*) filter (where labelled.relevance = 2) as highly_relevant_2,
        count(*) filter (where labelled.relevance = 3) as perfectly_relevant_3,
    from labelled
    where labelled.variant = 'nist'
    group by labelled.edition
    union all
    select
        'syndl' as edition,
        count(distinct labelled.query_id) filter (where labelled.variant = 'syndl-gpt4') as judged_queries,
        count(*) as qrels,
        count(*) / (
            select nullif(count(distinct queries.query_id), 0)
            from main.queries as queries
            where queries.query_set in ('trec2019', 'trec2020', 'trec2021', 'trec2022', 'trec2023')
        ) as qrels_per_query,
        count(*) filter (where labelled.relevance = 0) as irrelevant_0,
        count(*) filter (where labelled.relevance = 1) as related_1,
        count(*) filter (where labelled.relevance = 2) as highly_relevant_2,
        count(*) filter (where labelled.relevance = 3) as perfectly_relevant_3,
    from labelled
),

corpora as (
    select
        max(parts.loaded_records) filter (where parts.name = 'msmarco-v1-passage') / 1e6 as v1,
        max(parts.loaded_records) filter (where parts.name = 'msmarco-v2-passage') / 1e6 as v2,
    from corpus.loaded_parts as parts
    where parts.part = 'corpus'
),

long as (
    select
        counted.edition,
        unnest([
            'judged_queries', 'qrels', 'qrels_per_query', 'irrelevant_0', 'related_1', 'highly_relevant_2',
            'perfectly_relevant_3',
        ]) as statistic,
        unnest([
            counted.judged_queries, counted.qrels, counted.qrels_per_query, counted.irrelevant_0, counted.related_1,
            counted.highly_relevant_2, counted.perfectly_relevant_3,
        ]) as value,
    from counted
    union all
    select
        coalesce(queries.query_set.replace('trec', 'dl'), 'syndl') as edition,
        'initial_queries' as statistic,
        count(distinct queries.query_id) as value,
    from main.queries as queries
    where queries.query_set in ('trec2019', 'trec2020', 'trec2021', 'trec2022', 'trec2023')
    group by grouping sets ((queries.query_set), ())
    union all
    select
        unnest(['dl2019', 'dl2020', 'dl2021', 'dl2022', 'dl2023', 'syndl']) as edition,
        'docs' as statistic,
        unnest([
            corpora.v1, corpora.v1, corpora.v2, corpora.v2, corpora.v2, list_sum([corpora.v1, corpora.v2]),
        ]) as value,
    from corpora
)

select
    long.statistic,
    max(long.value) filter (where long.edition = 'dl2019') as dl2019,
    max(long.value) filter (where long.edition = 'dl2020') as dl2020,
    max(long.value) filter (where long.edition = 'dl2021') as dl2021,
    max(long.value) filter (where long.edition = 'dl2022') as dl2022,
    max(long.value) filter (where long.edition = 'dl2023') as dl2023,
    max(long.value) filter (where long.edition = 'syndl') as syndl,
from long
group by long.statistic
order by long.statistic;
