-- One row for each score in a judge's leaderboard, by run, topic and measure. Official scores are in other tables.
--
-- source: dltrack ingest scores --judge
-- grain: collection, judge, run_id, query_id, measure
-- parents: collections
-- columns:
--   judge: author of the leaderboard
--   model: model that judged; null if people judged or the model is unknown
--   run_id: name of the run in the leaderboard
--   query_id
--   measure: name of the measure in the leaderboard, e.g. 'SCORE'; higher is better
--   value: score, on the judge's scale
--   source: name of the file
-- caveats: rows with the mean (topic 'all') are ignored; means are computed from the scores
create table if not exists main.judge_scores (
    collection varchar not null,
    judge varchar not null,
    model varchar,
    run_id varchar not null,
    query_id varchar not null,
    measure varchar not null,
    value double not null,
    source varchar not null
);
