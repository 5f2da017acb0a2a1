-- One sentence under a leaderboard: how small a difference between two runs the collection can detect.
--
-- source: statistics.detectable_difference, with a power of 80 %
-- grain: note
-- columns:
--   note: the sentence; no row if no difference can be computed
-- needs: runs
-- example: from statistics.detectable_note('trec2021-passages', ['ndcg_cut_10', 'map'])
create or replace macro statistics.detectable_note(collection_name, measures) as table
select
    'its ' || max(found.num_topics) || ' topics find a difference of two runs of '
    || string_agg(
        format('{:.3f}', found.difference) || ' in ' || metrics.printed_name(found.measure),
        ', ' order by list_position(measures, found.measure)
    )
    || ' with a power of 80% (one test, p < 0.05)' as note,
from statistics.detectable_difference(collection_name, measures) as found
having count(*) > 0;
