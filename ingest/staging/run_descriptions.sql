-- Descriptions of runs in recipes, for the collections of this load. Variable: `run_descriptions`, a CSV file, whose form is given
-- because guessing it takes five times as long as reading.
insert into staging.runs by name
select *
from
    read_csv(
        getvariable('run_descriptions'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"'
    ) as described
where described.collection in (select collections.collection from staging.collections as collections);

-- The recipes of the package describe submitted runs.
update staging.runs
set is_submission = true
where collection in (select collections.collection from staging.collections as collections where not collections.is_own);
