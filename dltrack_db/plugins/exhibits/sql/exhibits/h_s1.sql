-- How similarly human and synthetic topics, or NIST's and GPT-4's labels, rank the passage runs of 2023.
--
-- source: TREC 2023 overview (Craswell et al. 2025), abstract; figures of system rankings of "Bias in synthetic data"
--   (Rahmani et al. 2025); values from main.submitted_scores
-- grain: compared
-- columns:
--   compared: topics or labels compared with NIST's labels of the 51 human topics
--   num_runs
--   num_topics: number of compared topics
--   tau: Kendall's tau-b of mean nDCG@10
-- caveats: synthetic topics are recognized by their topic ids: T5 from 3,000,000, GPT-4 from 3,100,000
-- example: from exhibits.h_s1
create or replace view exhibits.h_s1 as
with topics as (
    select
        scores.variant,
        scores.run_id,
        scores.query_id,
        scores.query_id::bigint as number,
        min(scores.value) as value,
    from main.submitted_scores as scores
    where
        scores.collection = 'trec2023-passages'
        and scores.measure = 'ndcg_cut_10'
        and scores.variant in ('nist', 'synthetic-gpt4')
    group by scores.variant, scores.run_id, scores.query_id
),

sides as (
    select
        topics.run_id,
        round(avg(topics.value) filter (where topics.variant = 'nist' and topics.number < 3000000), 12) as human_topics,
        round(avg(topics.value) filter (where topics.variant = 'nist' and topics.number >= 3000000), 12) as synthetic,
        round(
            avg(topics.value) filter (where topics.variant = 'nist' and topics.number between 3000000 and 3099999), 12
        ) as t5,
        round(
            avg(topics.value) filter (where topics.variant = 'synthetic-gpt4' and topics.number < 3000000), 12
        ) as gpt4_labels,
        count(*) filter (where topics.variant = 'nist' and topics.number >= 3000000) as num_synthetic,
        count(*) filter (where topics.variant = 'nist' and topics.number between 3000000 and 3099999) as num_t5,
        count(*) filter (where topics.variant = 'synthetic-gpt4' and topics.number < 3000000) as num_human,
    from topics
    group by topics.run_id
),

compared as (
    select
        sides.run_id,
        sides.human_topics,
        unnest(['synthetic topics (abstract)', 'synthetic topics (figure)', 'T5 topics', 'GPT-4 labels']) as compared,
        unnest([sides.synthetic, sides.synthetic, sides.t5, sides.gpt4_labels]) as other,
        unnest([sides.num_synthetic, sides.num_synthetic, sides.num_t5, sides.num_human]) as num_topics,
    from sides
)

select
    compared.compared,
    count(*) as num_runs,
    max(compared.num_topics) as num_topics,
    statistics.kendall_tau_b(
        list(compared.human_topics order by compared.run_id), list(compared.other order by compared.run_id)
    ) as tau,
from compared
where compared.human_topics is not null and compared.other is not null
group by compared.compared
order by compared.compared;
