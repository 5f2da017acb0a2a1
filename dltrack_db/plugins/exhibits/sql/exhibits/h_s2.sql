-- Numbers of topics, judgments and runs of TREC 2023 passages that studies of synthetic topics and labels state.
--
-- source: SynDL (Rahmani et al. 2024), dataset statistics of 2023; README of the synthetic test collections; notebook
--   of "Bias in synthetic data" (Rahmani et al. 2025)
-- grain: quantity
-- columns:
--   quantity: counted quantity, e.g. 'judged_queries'
--   value: number
-- caveats: rerank_runs and fullrank_runs_with_results are missing, because no public file lists the runs that rerank
-- example: from exhibits.h_s2
create or replace view exhibits.h_s2 as
with judged as (
    select
        count(distinct qrels.query_id) as judged_queries,
        count(*) as num_pairs,
        count(*) filter (where qrels.relevance = 0) as label_0,
        count(*) filter (where qrels.relevance = 1) as label_1,
        count(*) filter (where qrels.relevance = 2) as label_2,
        count(*) filter (where qrels.relevance = 3) as label_3,
    from main.qrels as qrels
    where qrels.collection = 'trec2023-passages' and qrels.variant = 'nist'
    having count(*) > 0
),

worded as (
    select
        count(*) filter (where variants.generator = 'T5') as t5_topics,
        count(*) filter (where variants.generator = 'GPT-4') as gpt4_topics,
    from main.query_variants as variants
    where variants.query_set = 'trec2023' and variants.variant = 'origin'
    having count(*) > 0
),

asked as (
    select count(*) as initial_queries,
    from main.queries as queries
    where queries.query_set = 'trec2023'
    having count(*) > 0
),

scored as (
    select distinct scores.run_id,
    from main.submitted_scores as scores
    where scores.collection = 'trec2023-passages' and scores.variant = 'nist'
),

noted as (
    select
        count(distinct noted_runs.run_id) as metadata_runs,
        count(distinct noted_runs.run_id) filter (where scored.run_id is null) as metadata_runs_without_results,
    from main.run_metadata as noted_runs
    left join scored
        on scored.run_id in (noted_runs.run_id, noted_runs.run_id.replace('uot-yahoo_', 'uot-yj_'))
    where noted_runs.collection = 'trec2023-passages' and noted_runs.source = 'trec2023-synthetic'
    having count(*) > 0
)

select
    unnest([
        'judged_queries', 'qrels', 'qrels_per_query', 'label_0', 'label_1', 'label_2', 'label_3',
    ]) as quantity,
    unnest([
        judged.judged_queries, judged.num_pairs, judged.num_pairs / judged.judged_queries, judged.label_0,
        judged.label_1, judged.label_2, judged.label_3,
    ]) as value,
from judged
union all
select
    unnest(['t5_topics', 'gpt4_topics']) as quantity,
    unnest([worded.t5_topics, worded.gpt4_topics]) as value,
from worded
union all
select
    'initial_queries' as quantity,
    asked.initial_queries as value,
from asked
union all
select
    unnest(['metadata_runs', 'metadata_runs_without_results']) as quantity,
    unnest([noted.metadata_runs, noted.metadata_runs_without_results]) as value,
from noted;
