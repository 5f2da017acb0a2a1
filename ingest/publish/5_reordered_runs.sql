-- Reorders loaded runs of collections with a new tie rule or new excluded items: all items get the ranks of the new rule.
-- Excluded items are removed later, when scores are computed (block `leave_out` of store/scripts/derive.sql).
update store.rankings
set rank = reordered.rank
from (
    select
        rankings.rowid as place,
        metrics.place(
            rankings.answer_id, collections.tie_rule, rankings.submitted_rank, rankings.score, rankings.doc_id
        ) as rank,
    from store.rankings as rankings
    inner join main.run_topics as run_topics on run_topics.answer_id = rankings.answer_id
    inner join main.collections as collections on collections.collection = run_topics.collection
    semi join temp.stale_collections as stale on stale.is_reordered and stale.collection = collections.collection
) as reordered
where rankings.rowid = reordered.place;

update main.run_topics
set num_ret = counted.num_rows
from (
    select
        rankings.answer_id,
        count(*) as num_rows,
    from store.rankings as rankings
    inner join main.run_topics as run_topics on run_topics.answer_id = rankings.answer_id
    semi join temp.stale_collections as stale on stale.is_reordered and stale.collection = run_topics.collection
    group by rankings.answer_id
) as counted
where run_topics.answer_id = counted.answer_id;
