-- Number of submitted runs of each collection by kind: the participation table of the overviews.
--
-- source: TREC 2019 overview, table 2; TREC 2021 overview, table 1
-- grain: collection
-- columns:
--   num_teams: participating groups, see systems.team_of, without the organizers' baselines
--   num_runs: submitted runs
--   num_baselines: runs of the organizers (team 'BASELINE' in 2019, 'BASELINES' later)
--   num_nnlm: runs with a large pretrained neural language model
--   num_nn: other neural runs
--   num_trad: traditional runs
--   num_prompt: runs that prompt a large language model (from 2023)
--   num_unknown_category: runs whose category is not published
--   num_rerank: runs that rerank the given candidates
--   num_fullrank: runs that search the full collection
--   num_loaded: submitted runs whose rankings are in this database
-- needs: runs
-- caveats: runs with a known description are included even if their rankings are not loaded; the 2021 table lists
--     uogTrDot5pmp and uogTrPot5 as baselines
create or replace view systems.run_counts as
select
    collection,
    count(distinct systems.team_of(team, run_id)) filter (
        where systems.team_of(team, run_id) not in ('BASELINE', 'BASELINES')
    ) as num_teams,
    count(*) as num_runs,
    count(*) filter (where team in ('BASELINE', 'BASELINES')) as num_baselines,
    count(*) filter (where category = 'nnlm') as num_nnlm,
    count(*) filter (where category = 'nn') as num_nn,
    count(*) filter (where category = 'trad') as num_trad,
    count(*) filter (where category = 'prompt') as num_prompt,
    count(*) filter (where category is null) as num_unknown_category,
    count(*) filter (where subtask = 'rerank') as num_rerank,
    count(*) filter (where subtask = 'fullrank') as num_fullrank,
    count(source_file) as num_loaded,
from main.runs
where is_submission
group by collection;
