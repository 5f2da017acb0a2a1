-- The answers whose derived rows are out of date, in steps of whole runs: those of the collections of variable
-- `collections`, and all new ones, numbered beyond variable `last_known_answer`. A step has as many rankings as variable
-- `step_rows` says (ten million where it is null) and a last run, or so many rows to be derived, of which every set of
-- labels has its own, as variable `step_derived` says, so that memory stays bounded; and no answers in between that are
-- up to date.
with
labelled as (
    select
        collection,
        query_id,
        count(*) as num_labels,
    from main.qrels
    group by collection, query_id
),

stale as (
    select
        min(run_topics.answer_id) as first_answer,
        max(run_topics.answer_id) as last_answer,
        sum(run_topics.num_ret) as num_ret,
        coalesce(sum(labelled.num_labels), 0) as most_derived,
    from main.run_topics as run_topics
    left join labelled
        on run_topics.collection = labelled.collection
        and run_topics.query_id = labelled.query_id
    where
        list_contains(getvariable('collections')::varchar[], run_topics.collection)
        or run_topics.answer_id > getvariable('last_known_answer')
    group by run_topics.collection, run_topics.run_id
),

counted as (
    select
        first_answer,
        last_answer,
        first_answer > lag(last_answer) over (order by first_answer) + 1 as is_apart,
        (sum(num_ret) over (order by first_answer rows unbounded preceding) - num_ret)
        // coalesce(getvariable('step_rows')::bigint, 10000000) as size,
        (sum(most_derived) over (order by first_answer rows unbounded preceding) - most_derived)
        // getvariable('step_derived')::bigint as derived_size,
    from stale
),

placed as (
    select
        first_answer,
        last_answer,
        size,
        derived_size,
        count(*) filter (is_apart) over (order by first_answer rows unbounded preceding) as island,
    from counted
)

select
    min(first_answer) as first_answer,
    max(last_answer) as last_answer,
from placed
group by island, size, derived_size
order by first_answer
