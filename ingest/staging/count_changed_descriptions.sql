-- Number of runs with a description that differs from the database attached as dltrack: new, changed or removed.
with
changed as (
    (
        select * exclude (is_submission)
        from staging.runs
        except
        from staging.descriptions('dltrack.main.runs')
    )
    union
    select *
    from staging.told_descriptions('dltrack.main.runs')
    where
        collection in (select collections.collection from staging.collections as collections)
        and (collection, run_id) not in (select (runs.collection, runs.run_id) from staging.runs as runs)
)

select count(*)
from changed;
