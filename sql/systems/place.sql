-- Where a score would stand among the submitted runs of a collection.
--
-- source: metrics.run_scores; main.runs
-- grain: one row; none where no submitted run has a score, or all have the one asked about
-- params:
--   score: mean over the judged topics, by the conventions of the collection
--   run_name: run that has the score, which is not compared with itself; null for a run that nobody knows
-- columns:
--   place: 1 + number of submitted runs with a higher score, compared to four decimals, which is what NIST prints
--   num_runs: submitted runs that have a score by this measure, and the one asked about
--   tied_with: submitted runs that share the place, with the same score to four decimals, as a list by name; empty for none
--   above: submitted run next above; of equal ones the last by name; null for the first place
--   above_value: its score
--   below: submitted run next below; of equal ones the first by name; null for the last place
--   below_value: its score
--   beaten: categories of which every run has a lower score, as a list
--   provenance: where the scores of the submitted runs come from; several separated by commas
-- needs: runs
-- example: from systems.place('trec2021-passages', 'ndcg_cut_10', 0.7)
create or replace macro systems.place(collection_name, measure, score, run_name := null) as table
with others as (
    select
        run_scores.run_id,
        runs.category,
        round(run_scores.value, 4) as value,
        run_scores.provenance,
    from metrics.run_scores as run_scores
    inner join main.runs as runs
        on
            run_scores.collection = runs.collection
            and run_scores.run_id = runs.run_id
    where
        run_scores.collection = collection_name
        and run_scores.measure = measure
        and runs.is_submission
        and run_scores.run_id is distinct from run_name
),

kinds as (
    select
        others.category,
        max(others.value) as best,
    from others
    where others.category is not null
    group by others.category
)

select
    1 + count(*) filter (where others.value > round(score, 4)) as place,
    1 + count(*) as num_runs,
    coalesce(
        list(others.run_id order by others.run_id) filter (where others.value = round(score, 4)), []
    ) as tied_with,
    first(others.run_id order by others.value asc, others.run_id desc) filter (where others.value > round(score, 4)) as above,
    min(others.value) filter (where others.value > round(score, 4)) as above_value,
    first(others.run_id order by others.value desc, others.run_id asc) filter (where others.value < round(score, 4)) as below,
    max(others.value) filter (where others.value < round(score, 4)) as below_value,
    (select list(kinds.category order by kinds.category) from kinds where kinds.best < round(score, 4)) as beaten,
    string_agg(distinct others.provenance, ', ' order by others.provenance desc) as provenance,
from others
-- among equals there is no place
having min(least(others.value, round(score, 4))) < max(greatest(others.value, round(score, 4)));
