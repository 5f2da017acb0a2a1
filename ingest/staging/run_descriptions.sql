-- What the recipes know of runs, for the collections of this load. Variable: `run_descriptions` (a CSV file, whose form is
-- named: to guess it takes five times as long as to read it).
insert into staging.runs by name
select *
from
    read_csv(
        getvariable('run_descriptions'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"'
    ) as described
where described.collection in (select collections.collection from staging.collections as collections);

-- Recipes of dltrack describe what was submitted.
update staging.runs
set is_submission = true
where collection in (select collections.collection from staging.collections as collections where not collections.is_own);
