-- The retrieved items of every loaded run, with their position under the tie rule of the collection.
--
-- source: TREC run files (six columns); rank as in trec_eval form_res_rels.c
-- grain: collection, run_id, query_id, doc_id
-- parents: run_topics
-- columns:
--   run_id: run, see main.runs
--   query_id: topic number as text
--   doc_id
--   submitted_rank: rank column of the file (some runs start at 0)
--   score: score as submitted, double precision
--   rank: position from 1 under the tie rule of the collection, as in metrics.ranked; null for an excluded item
--     (metrics.exclusions)
-- needs: runs
-- caveats: metrics.ranked_by has the order under other tie rules. The rows are stored in store.rankings, where a number
--   identifies run and topic: this makes loads twice as fast as three texts in every row. Most topics of the runs may be
--   unjudged (in 2021 about 9 of 10), so a share of unjudged items over all rows is meaningless. main.judged_rankings has the
--   judged items, metrics.unjudged_at the numbers of unjudged items for judged topics
-- example:
--   select query_id, doc_id, score from main.rankings where run_id = 'p_bm25' and rank <= 10;
create or replace view main.rankings as
select
    run_topics.collection,
    run_topics.run_id,
    run_topics.query_id,
    rankings.doc_id,
    rankings.submitted_rank,
    rankings.score,
    rankings.rank,
from store.rankings as rankings
inner join main.run_topics as run_topics on rankings.answer_id = run_topics.answer_id;
