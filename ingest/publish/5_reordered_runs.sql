-- Loaded runs of collections that have another tie rule now get the ranks it gives them.
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
