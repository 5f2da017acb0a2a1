-- Descriptions of runs in files of notes, which override other descriptions. An empty value changes nothing.
create or replace temp table merged_descriptions as
select
    collection,
    run_id,
    any_value(columns(* exclude (collection, run_id, place)) order by place),
from (
    select
        *,
        1 as place,
    from staging.described_runs
    union all by name
    select
        *,
        2 as place,
    from staging.runs
) as descriptions
where (collection, run_id) in (select (told.collection, told.run_id) from staging.described_runs as told)
group by collection, run_id;

delete from staging.runs
where (collection, run_id) in (select (told.collection, told.run_id) from temp.merged_descriptions as told);

insert into staging.runs by name
from temp.merged_descriptions;

-- dropped, because a temporary table would hide a table of the same name in a new database
drop table temp.merged_descriptions;
