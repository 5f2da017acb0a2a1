-- A run of each of the four teams that were loaded first: for nearly all runs, these return half of their first items. Their rows
-- are adjacent.
set variable runs_asked = (
    with first_runs as (
        select
            min_by(run_topics.run_id, run_topics.answer_id) as run_id,
            min(run_topics.answer_id) as first_answer,
        from dltrack.main.run_topics as run_topics
        inner join dltrack.main.runs as runs
            on runs.collection = run_topics.collection and runs.run_id = run_topics.run_id
        where run_topics.collection in (select collections.collection from memory.staging.collections as collections)
        group by systems.team_of(runs.team, runs.run_id)
        order by first_answer
        limit 4
    )

    select list(first_runs.run_id)
    from first_runs
);
