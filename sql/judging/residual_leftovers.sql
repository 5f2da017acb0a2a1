-- The runs of a later round that still contain items judged in an earlier round, with the number of such items.
--
-- source: main.rankings; judging.judged_before
-- grain: collection, run_id
-- columns:
--   num_items: items that were judged in an earlier round
--   num_topics: topics with such items
--   num_at_10: such items among the first 10 of a topic
-- needs: runs
-- caveats: NIST removed such items from the archived runs of TREC-COVID; in round 4, 21 of 72 runs still contain such items
-- example: from judging.residual_leftovers
create or replace view judging.residual_leftovers as
select
    rankings.collection,
    rankings.run_id,
    count(*) as num_items,
    count(distinct rankings.query_id) as num_topics,
    count(*) filter (where rankings.rank <= 10) as num_at_10,
from main.rankings as rankings
inner join judging.judged_before as judged_before
    on
        rankings.collection = judged_before.collection
        and rankings.query_id = judged_before.query_id
        and rankings.doc_id = judged_before.doc_id
group by rankings.collection, rankings.run_id;
