-- The numbers of relevant and judged items of each topic, and whether a chosen rule includes the topic in the evaluation.
--
-- source: TREC 2019 overview, section 4 (rule) and table 5 (counts)
-- grain: collection, query_id
-- params:
--   min_rel: minimum number of relevant items of a topic
--   max_ratio: maximum share of relevant items among the judged items
-- columns:
--   num_rel: items with at least min_relevance of the collection (1 for documents, 2 for passages)
--   num_judged: judged items
--   rel_ratio
--   in_evaluation: whether the topic meets the rule
-- example:
--   from judging.topic_statistics_by(10, 0.5) where not in_evaluation;
create or replace macro judging.topic_statistics_by(min_rel, max_ratio) as table
with
topics as (
    select
        qrels.collection,
        qrels.query_id,
        count(*) filter (where qrels.relevance >= collections.min_relevance) as num_rel,
        count(*) as num_judged,
    from labels.counted as qrels
    inner join main.collections
        on qrels.collection = collections.collection and qrels.variant = collections.qrels_variant
    group by qrels.collection, qrels.query_id
)

select
    collection,
    query_id,
    num_rel,
    num_judged,
    num_rel / num_judged as rel_ratio,
    num_rel >= min_rel and num_rel / num_judged <= max_ratio as in_evaluation,
from topics;
