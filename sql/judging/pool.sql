-- The pool of a chosen depth: every item that a submitted run ranks within this depth.
--
-- source: TREC 2019 overview, sections 4 and 5 (depth-10 pools)
-- grain: collection, query_id, doc_id
-- params:
--   depth: number of items taken from the top of each run
-- columns:
--   doc_id: pooled item
--   num_runs: submitted runs that rank the item within the depth
--   num_teams: teams of these runs, see systems.team_of
--   best_rank: best rank of the item in these runs
--   relevance: official grade; null if not judged
-- needs: runs
-- caveats: Only loaded runs are used. For a collection without labels, the pool contains items of all runs and topics, not
--   only of submitted runs and judged topics. The track also pooled the items with a sparse MS MARCO label, which are not
--   added here
-- example:
--   select count(*), count(relevance) from judging.pool(10) where collection = 'trec2021-passages';
create or replace macro judging.pool(depth) as table
with
pooled as (
    select
        ranked.collection,
        ranked.query_id,
        ranked.doc_id,
        count(*) as num_runs,
        count(distinct systems.team_of(runs.team, runs.run_id)) as num_teams,
        min(ranked.rank) as best_rank,
    from metrics.ranked
    inner join main.runs
        on ranked.collection = runs.collection and ranked.run_id = runs.run_id
    left join judging.topic_statistics
        on ranked.collection = topic_statistics.collection and ranked.query_id = topic_statistics.query_id
    where
        ranked.rank <= depth
        and case
            when ranked.collection in (select judged.collection from judging.topic_statistics as judged)
                then runs.is_submission and topic_statistics.query_id is not null
            else true
        end
    group by ranked.collection, ranked.query_id, ranked.doc_id
)

select
    pooled.collection,
    pooled.query_id,
    pooled.doc_id,
    pooled.num_runs,
    pooled.num_teams,
    pooled.best_rank,
    qrels.relevance,
from pooled
inner join main.collections
    on pooled.collection = collections.collection
left join labels.counted as qrels
    on
        pooled.collection = qrels.collection
        and collections.qrels_variant = qrels.variant
        and pooled.query_id = qrels.query_id
        and pooled.doc_id = qrels.doc_id;
