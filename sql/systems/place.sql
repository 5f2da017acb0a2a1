-- Where a score would stand among the submitted runs of a collection.
--
-- source: systems.places
-- grain: one row; none where no submitted run has a score, or all have the one asked about
-- params:
--   score: mean over the judged topics, by the conventions of the collection
--   run_name: run that has the score, which is not compared with itself; null for a run that nobody knows
-- columns:
--   place: 1 + number of submitted runs with a better score, compared to the decimals of the field (systems.field)
--   num_runs: submitted runs that have a score by this measure, and the one asked about
--   tied_with: submitted runs that share the place, with the same score to so many decimals, as a list by name; empty for none
--   above: submitted run next above; of equal ones the last by name; null for the first place
--   above_value: its score
--   below: submitted run next below; of equal ones the first by name; null for the last place
--   below_value: its score
--   beaten: categories of which every run has a worse score, as a list
--   provenance: where the scores of the submitted runs come from; several separated by commas
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
