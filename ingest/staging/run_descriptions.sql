-- Descriptions of runs in recipes, for the collections of this load. Variable: `run_descriptions`, a CSV file. Its format is
-- given below, because detecting the format takes five times as long as reading the file.
insert into staging.runs by name
select *
from
    read_csv(
        getvariable('run_descriptions'), header = true, all_varchar = true, delim = ',', quote = '"', escape = '"'
    ) as described
where described.collection in (select collections.collection from staging.collections as collections);

-- All runs that the package's recipes describe were submitted.
update staging.runs
set is_submission = true
where collection in (select collections.collection from staging.collections as collections where not collections.is_own);
