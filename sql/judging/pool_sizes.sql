-- The pool of the submitted runs at every depth: its size, and how many of its items are judged and relevant.
--
-- source: TREC 2021 overview, section 4 "Completeness of judgments"
-- grain: collection, depth
-- columns:
--   depth: number of items taken from the top of each submitted run
--   num_items: different topic-item pairs in the pool, over all judged topics
--   num_judged: pooled items that are in the official labels
--   num_rel: pooled items that are relevant
--   judged_share: num_judged / num_items
--   rel_share: num_rel / num_judged
-- needs: runs
create or replace view judging.pool_sizes as
with
answers as (
    select
        run_topics.answer_id,
        run_topics.collection,
        run_topics.query_id,
    from main.run_topics as run_topics
    semi join systems.submitted_runs as submitted
        on run_topics.collection = submitted.collection and run_topics.run_id = submitted.run_id
    semi join judging.topic_statistics as topic_statistics
        on run_topics.collection = topic_statistics.collection and run_topics.query_id = topic_statistics.query_id
),

-- only the best rank is needed: without the numbers of runs and teams in judging.pool, this takes a tenth of the time
best as (
    select
        answers.collection,
        answers.query_id,
        rankings.doc_id,
        min(rankings.rank) as depth,
    from store.rankings as rankings
    inner join answers on rankings.answer_id = answers.answer_id
    where rankings.rank is not null
    group by answers.collection, answers.query_id, rankings.doc_id
),

first_seen as (
    select
        best.collection,
        best.depth,
        count(*) as num_items,
        count(qrels.relevance) as num_judged,
        count(*) filter (where qrels.relevance >= collections.min_relevance) as num_rel,
    from best
    inner join main.collections as collections
        on best.collection = collections.collection
    left join labels.counted as qrels
        on
            best.collection = qrels.collection
            and collections.qrels_variant = qrels.variant
            and best.query_id = qrels.query_id
            and best.doc_id = qrels.doc_id
    group by best.collection, best.depth
),

pooled as (
    select
        collection,
        depth,
        cast(sum(num_items) over (partition by collection order by depth) as bigint) as num_items,
        cast(sum(num_judged) over (partition by collection order by depth) as bigint) as num_judged,
        cast(sum(num_rel) over (partition by collection order by depth) as bigint) as num_rel,
    from first_seen
)

select
    collection,
    depth,
    num_items,
    num_judged,
    num_rel,
    num_judged / num_items as judged_share,
    num_rel / nullif(num_judged, 0) as rel_share,
from pooled;
