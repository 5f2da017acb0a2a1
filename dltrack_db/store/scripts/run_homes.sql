-- The collections in which variable `run` is loaded (only variable `home`, where that is given), with its ranking rows.
select runs.collection, coalesce(sum(run_topics.num_ret), 0)::bigint as ranking_rows
from main.runs as runs
left join main.run_topics as run_topics
    on runs.collection = run_topics.collection
    and runs.run_id = run_topics.run_id
where
    runs.run_id = getvariable('run')
    and runs.source_file is not null
    and (getvariable('home') is null or runs.collection = getvariable('home'))
group by runs.collection
order by runs.collection;
