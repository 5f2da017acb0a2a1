-- Leaderboards by judges: scores of runs per topic by any measure; kept separate from all official scores.
--
-- source: dltrack ingest scores --judge
-- grain: collection, judge, run_id, query_id, measure
-- parents: collections
-- columns:
--   judge: author of the leaderboard
--   model: model that judged; null for people and when unknown
--   run_id: run, under the judge's name for it
--   query_id
--   measure: the judge's name for it, e.g. 'SCORE'; higher is better
--   value: the score, on the judge's scale
--   source: its file
-- caveats: rows for the mean ('all') are not read; means are computed
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
