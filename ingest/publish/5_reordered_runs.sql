-- Loaded runs of collections that have another tie rule now get the ranks it gives them.
update store.rankings
set rank = reordered.rank
from (
    select
        rankings.rowid as place,
        row_number() over (
            partition by rankings.answer_id
            order by
                case when collections.tie_rule = 'submitted' then rankings.submitted_rank end asc,
                metrics.score_key(rankings.score, collections.tie_rule) desc,
                rankings.doc_id desc
        ) as rank,
    from store.rankings as rankings
    inner join main.run_topics as run_topics on run_topics.answer_id = rankings.answer_id
    inner join main.collections as collections on collections.collection = run_topics.collection
    semi join temp.stale_collections as stale on stale.is_reordered and stale.collection = collections.collection
) as reordered
where rankings.rowid = reordered.place;
