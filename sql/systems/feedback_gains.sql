-- Whether feedback helps: for each team and round, the mean score of the team's best automatic, feedback and manual run.
--
-- source: metrics.run_scores; main.runs, whose category is 'automatic', 'feedback' or 'manual'
-- grain: collection, team, measure
-- columns:
--   measure: 'map', 'bpref' or 'ndcg_cut_10'
--   automatic: mean of the team's best automatic run; null if the team has no automatic run
--   feedback: mean of the team's best run that uses the labels of earlier rounds
--   manual: mean of the team's best run with a person in the loop
--   feedback_gain: feedback minus automatic
-- needs: runs
-- caveats: Each team chooses what it submits, so this is not an experiment; a first round has no labels to learn from. For runs
--   without rankings, NIST's means are used; for rounds 4 and 5 of TREC-COVID, NIST printed no nDCG@10.
-- example: select collection, avg(feedback_gain), avg((feedback_gain > 0)::int) from systems.feedback_gains where measure = 'map' group by all
create or replace view systems.feedback_gains as
with best as (
    select
        scores.collection,
        runs.team,
        scores.measure,
        max(scores.value) filter (where runs.category = 'automatic') as automatic,
        max(scores.value) filter (where runs.category = 'feedback') as feedback,
        max(scores.value) filter (where runs.category = 'manual') as manual,
    from metrics.run_scores as scores
    inner join main.runs as runs
        on
            scores.collection = runs.collection
            and scores.run_id = runs.run_id
    where
        scores.measure in ('map', 'bpref', 'ndcg_cut_10')
        and runs.category in ('automatic', 'feedback', 'manual')
        and runs.team is not null
    group by scores.collection, runs.team, scores.measure
)

select
    best.collection,
    best.team,
    best.measure,
    best.automatic,
    best.feedback,
    best.manual,
    best.feedback - best.automatic as feedback_gain,
from best;
