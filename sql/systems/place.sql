-- The rank that a score would have among the submitted runs of a collection, with its neighbours.
--
-- source: systems.places
-- grain: one row; no row if no submitted run has a score, or all submitted runs have this score
-- params:
--   score: mean over the judged topics, by the conventions of the collection
--   run_name: run with this score, which is not compared with itself; null for a run that is not in the database
-- columns:
--   place: rank of the score: 1 + number of submitted runs with a better score, compared at the precision of systems.field
--   num_runs: number of submitted runs with a score by this measure, plus 1 for the given score
--   tied_with: submitted runs with the same rank and score at this precision, as a list by name; empty if there is no tie
--   above: submitted run ranked directly above; among equal runs the last by name; null for the first rank
--   above_value: score of the run `above`
--   below: submitted run ranked directly below; the first by name if tied; null for the last rank
--   below_value: score of the run `below`
--   beaten: categories whose runs all have a worse score, as a list
--   provenance: sources of the submitted runs' scores, separated by commas
-- needs: runs
-- example: from systems.place('trec2021-passages', 'ndcg_cut_10', 0.7)
create or replace macro systems.place(collection_name, measure, score, run_name := null) as table
select
    places.place,
    places.num_runs,
    places.tied_with,
    places.above,
    places.above_value,
    places.below,
    places.below_value,
    places.beaten,
    places.provenance,
from systems.places(collection_name, [measure], [score], [run_name]) as places
where catalog.has_measures([measure]);
