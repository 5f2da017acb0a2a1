-- Leaderboards that judges made: what each says of a run on a topic, by whatever measure; kept apart from all official scores.
--
-- source: dltrack ingest scores --judge
-- grain: collection, judge, run_id, query_id, measure
-- parents: collections
-- columns:
--   judge: whose leaderboard it is
--   model: model that judged; null for people and when unknown
--   run_id: run as the judge names it
--   query_id
--   measure: name that the judge gives it, e.g. 'SCORE'; higher is better
--   value: the score, in the judge's own scale
--   source: file it came from
-- caveats: rows over all topics ('all') are never read: means are computed anew
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
