-- The collections in which variable `run` is loaded, with its ranking rows.
select runs.collection, coalesce(sum(run_topics.num_ret), 0)::bigint as ranking_rows
from main.runs as runs
left join main.run_topics as run_topics
    on runs.collection = run_topics.collection
    and runs.run_id = run_topics.run_id
where
    runs.run_id = getvariable('run')
    and runs.source_file is not null
group by runs.collection
order by runs.collection;
