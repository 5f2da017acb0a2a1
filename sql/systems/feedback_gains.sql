-- Whether feedback helps: the best run of each kind that a team has in a round.
--
-- source: metrics.run_scores; main.runs, whose category is 'automatic', 'feedback' or 'manual'
-- grain: collection, team, measure
-- columns:
--   measure: 'map', 'bpref' or 'ndcg_cut_10'
--   automatic: mean of its best automatic run; null where it has none
--   feedback: the same of runs that use the labels of the rounds before
--   manual: the same of runs with a person in the loop
--   feedback_gain: feedback less automatic
-- needs: runs
-- caveats: A team chooses what it submits, so this is no experiment; in a first round there are no labels to learn from.
--   Runs without rankings count by NIST's means; those of rounds 4 and 5 of TREC-COVID have no nDCG@10.
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
