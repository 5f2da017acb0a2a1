-- Groups and submitted runs of 2019 by category and subtask.
--
-- source: TREC 2019 Deep Learning overview, Table 2; values from systems.run_counts
-- grain: kind
-- columns:
--   kind: what is counted
--   docs: of the document task
--   passages: of the passage task
-- caveats: groups without the organizers' baselines; over all submitted runs whose description is known, loaded or not
-- example: from exhibits.a_t2
create or replace view exhibits.a_t2 as
with counted as (
    select
        collections.task,
        unnest(range(7)) as place,
        unnest([
            'groups',
            'runs',
            'nnlm',
            'nn',
            'trad',
            'rerank',
            'fullrank',
        ]) as kind,
        unnest([
            run_counts.num_teams,
            run_counts.num_runs,
            run_counts.num_nnlm,
            run_counts.num_nn,
            run_counts.num_trad,
            run_counts.num_rerank,
            run_counts.num_fullrank,
        ]) as num,
    from systems.run_counts as run_counts
    inner join main.collections as collections on run_counts.collection = collections.collection
    where collections.year = 2019
)

select
    counted.kind,
    max(counted.num) filter (where counted.task = 'docs') as docs,
    max(counted.num) filter (where counted.task = 'passages') as passages,
from counted
group by counted.kind, counted.place
order by counted.place;
