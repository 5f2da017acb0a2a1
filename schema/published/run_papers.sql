-- Papers in TREC's proceedings about submitted runs: one row per run, with the paper of the team.
--
-- source: proceedings pages of TREC 2019 to 2022, by the TREC Browser; papers/run_papers.csv
-- grain: edition, run_id
-- columns:
--   edition: edition of the track
--   team
--   title: title of the team's paper
--   url: address of the team's paper
--   run_id: run submitted by the team
create table if not exists published.run_papers (
    edition varchar not null,
    team varchar not null,
    title varchar not null,
    url varchar not null,
    run_id varchar not null
);
