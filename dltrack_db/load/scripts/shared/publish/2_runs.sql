-- The runs of this load, and new or changed descriptions; a run that another user loads meanwhile keeps the facts of its file.
create or replace temp table published_runs as
with
loaded as (
    select collection, name as run_id
    from memory.staging.files
    where part = 'runs'
),

changed as (
    select collection, run_id
    from (
        from memory.staging.descriptions('slice.main.runs')
        except
        from memory.staging.descriptions('lake.main.runs')
    ) as descriptions
    union
    select published.collection, published.run_id
    from lake.main.runs as published
    inner join memory.staging.runs as described
        on described.collection = published.collection and described.run_id = published.run_id
    where described.is_submission <> published.is_submission
),

said_by_files as (
    select *
    from memory.staging.runs_in_files('slice.main.runs')
    where (collection, run_id) in (select (loaded.collection, loaded.run_id) from loaded)
    union all by name
    select *
    from memory.staging.runs_in_files('lake.main.runs')
    where (collection, run_id) not in (select (loaded.collection, loaded.run_id) from loaded)
)

select
    descriptions.*,
    said.* exclude (collection, run_id) replace (
        coalesce(described.is_submission, said.is_submission, ours.is_submission) as is_submission
    ),
from memory.staging.descriptions('slice.main.runs') as descriptions
inner join slice.main.runs as ours using (collection, run_id) -- noqa: ST07
left join memory.staging.runs as described using (collection, run_id) -- noqa: ST07
left join said_by_files as said using (collection, run_id) -- noqa: ST07
where
    (collection, run_id) in (select (loaded.collection, loaded.run_id) from loaded)
    or (collection, run_id) in (select (changed.collection, changed.run_id) from changed);

delete from lake.main.runs
where (collection, run_id) in (select (collection, run_id) from temp.published_runs);

insert into lake.main.runs by name
from temp.published_runs;
