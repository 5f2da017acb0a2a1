-- The runs of this load, and descriptions that are new or changed; a run that somebody else loads meanwhile keeps its row.
create or replace temp table published_runs as
select
    ours.collection,
    ours.run_id,
    case when files.name is null then theirs.tag else ours.tag end as tag,
    ours.team,
    ours.subtask,
    ours.category,
    ours.stage,
    ours.dense,
    ours.in_overview,
    ours.is_submission or (files.name is null and coalesce(theirs.is_submission, false)) as is_submission,
    ours.submitted_on,
    ours.submitted_md5,
    case when files.name is null then theirs.source_file else ours.source_file end as source_file,
    case when files.name is null then theirs.source_md5 else ours.source_md5 end as source_md5,
from slice.main.runs as ours
left join lake.main.runs as theirs on theirs.collection = ours.collection and theirs.run_id = ours.run_id
left join memory.staging.files as files
    on files.part = 'runs' and files.collection = ours.collection and files.name = ours.run_id
where
    files.name is not null
    or theirs.run_id is null
    or (theirs.team, theirs.subtask, theirs.category, theirs.stage, theirs.dense, theirs.in_overview)
    is distinct from (ours.team, ours.subtask, ours.category, ours.stage, ours.dense, ours.in_overview)
    or (theirs.submitted_on, theirs.submitted_md5) is distinct from (ours.submitted_on, ours.submitted_md5);

delete from lake.main.runs
where (collection, run_id) in (select (collection, run_id) from temp.published_runs);

insert into lake.main.runs by name
from temp.published_runs;
