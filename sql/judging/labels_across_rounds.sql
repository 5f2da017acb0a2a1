-- How reusable the labels of one round are for the runs of another round: the share of the runs' first 10 items that the
-- labels judge.
--
-- source: main.rankings; main.qrels; judging.earlier_rounds
-- grain: collection, labels_of
-- columns:
--   collection: round of the runs
--   labels_of: round of the official labels; may be the round of the runs
--   num_runs: loaded runs
--   num_topics: topics with both labels and results
--   judged_at_10: share of the runs' first 10 items that are in the labels, over all runs and topics
--   relevant_at_10: share of the runs' first 10 items that are relevant by the labels
--   rel_share: relevant_at_10 / judged_at_10
-- needs: runs
-- caveats: In TREC-COVID, items judged before a round were removed from the archived runs of the round, so labels of earlier
--   rounds judge almost no items of the runs: the labels of round 1 cannot score the runs of round 5. Labels of later rounds
--   also judge items that the runs returned but that were not pooled in the round of the runs.
-- example: from judging.labels_across_rounds order by all
create or replace view judging.labels_across_rounds as
with related as (
    select
        earlier_rounds.collection,
        earlier_rounds.earlier as labels_of,
    from judging.earlier_rounds as earlier_rounds
    union
    select
        earlier_rounds.earlier as collection,
        earlier_rounds.collection as labels_of,
    from judging.earlier_rounds as earlier_rounds
    union
    select
        earlier_rounds.collection,
        earlier_rounds.collection as labels_of,
    from judging.earlier_rounds as earlier_rounds
    union
    select
        earlier_rounds.earlier as collection,
        earlier_rounds.earlier as labels_of,
    from judging.earlier_rounds as earlier_rounds
),

labels as (
    select
        related.collection,
        related.labels_of,
        qrels.query_id,
        qrels.doc_id,
        qrels.relevance >= collections.min_relevance as is_relevant,
    from related
    inner join main.collections as collections on related.labels_of = collections.collection
    inner join labels.counted as qrels
        on
            collections.collection = qrels.collection
            and collections.qrels_variant = qrels.variant
),

topics as (
    select distinct
        labels.collection,
        labels.labels_of,
        labels.query_id,
    from labels
),

returned as (
    select
        topics.collection,
        topics.labels_of,
        rankings.run_id,
        rankings.query_id,
        rankings.doc_id,
    from topics
    inner join metrics.ranked as rankings
        on
            topics.collection = rankings.collection
            and topics.query_id = rankings.query_id
    where rankings.rank <= 10
)

select
    returned.collection,
    returned.labels_of,
    count(distinct returned.run_id) as num_runs,
    count(distinct returned.query_id) as num_topics,
    count(labels.doc_id) / count(*) as judged_at_10,
    count(*) filter (where labels.is_relevant) / count(*) as relevant_at_10,
    count(*) filter (where labels.is_relevant) / nullif(count(labels.doc_id), 0) as rel_share,
from returned
left join labels
    on
        returned.collection = labels.collection
        and returned.labels_of = labels.labels_of
        and returned.query_id = labels.query_id
        and returned.doc_id = labels.doc_id
group by returned.collection, returned.labels_of;
