-- One sentence under a leaderboard: the smallest difference between two runs that a test on the collection's topics detects.
--
-- source: statistics.detectable_difference, with a power of 80 %
-- grain: note
-- columns:
--   note: the sentence; no row if no difference can be computed
-- needs: runs
-- example: from statistics.detectable_note('trec2021-passages', ['ndcg_cut_10', 'map'])
create or replace macro statistics.detectable_note(collection_name, measures) as table
select
    'one paired t-test over ' || max(found.num_topics) || ' topics (p < 0.05) has a power of 80% for a difference of '
    || string_agg(
        format('{:.3f}', found.difference) || ' in ' || metrics.printed_name(found.measure),
        ', ' order by list_position(measures, found.measure)
    )
    || ' between two runs' as note,
from statistics.detectable_difference(collection_name, measures) as found
having count(*) > 0;
