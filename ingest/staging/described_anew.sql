-- How many runs are described otherwise than in the database attached as dltrack: new, changed, or no longer described.
with
given as (
    select
        runs.collection, runs.run_id, runs.team, runs.subtask, runs.category, runs.stage, runs.dense, runs.submitted_on,
        runs.submitted_md5,
    from staging.runs as runs
),

held as (
    select
        runs.collection, runs.run_id, runs.team, runs.subtask, runs.category, runs.stage, runs.dense, runs.submitted_on,
        runs.submitted_md5,
    from dltrack.main.runs as runs
    where runs.collection in (select collections.collection from staging.collections as collections)
),

no_longer as (
    select held.*
    from held
    where
        (held.collection, held.run_id) not in (select (given.collection, given.run_id) from given)
        and (held.team, held.subtask, held.category, held.stage, held.dense, held.submitted_on, held.submitted_md5)
        is distinct from (null, null, null, null, null, null, null)
),

anew as (
    select given.*
    from given
    except
    select held.*
    from held
)

select (select count(*) from anew) + (select count(*) from no_longer);
