-- The loaded runs of the collections of variable `collections`, in units of whole runs: the first and last answer of
-- each, the next unit beginning where one has as many rankings as variable `unit_rows` says.
with
runs as (
    select
        run_topics.collection,
        min(run_topics.answer_id) as first_answer,
        max(run_topics.answer_id) as last_answer,
        sum(run_topics.num_ret) as num_ret,
    from main.run_topics as run_topics
    where list_contains(getvariable('collections'), run_topics.collection)
    group by run_topics.collection, run_topics.run_id
),

placed as (
    select
        collection,
        first_answer,
        last_answer,
        (
            sum(num_ret) over (partition by collection order by first_answer rows unbounded preceding) - num_ret
        ) // getvariable('unit_rows') as unit,
    from runs
)

select
    collection,
    min(first_answer) as first_answer,
    max(last_answer) as last_answer,
from placed
group by collection, unit
order by first_answer;
