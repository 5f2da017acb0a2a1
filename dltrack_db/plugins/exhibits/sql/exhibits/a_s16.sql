-- Number of items that the runs of 2019 return for a topic.
--
-- source: TREC 2019 Deep Learning overview, section 2.1; values from main.run_topics
-- grain: task, subtask
-- columns:
--   task, subtask
--   max_items: maximum number of items that a submitted run returns for a topic
--   usual_items: most frequent value of a run's maximum; the highest value if several are equally frequent
-- caveats: runs are not cut at 100 documents as in Table 3
-- example: from exhibits.a_s16
create or replace view exhibits.a_s16 as
with depths as (
    select
        split_part(answers.collection, '-', 2) as task,
        runs.subtask,
        answers.run_id,
        max(answers.num_ret) as num_items,
    from main.run_topics as answers
    inner join main.runs as runs
        on
            answers.collection = runs.collection
            and answers.run_id = runs.run_id
    where
        answers.collection in ('trec2019-docs', 'trec2019-passages')
        and runs.is_submission and runs.subtask is not null
    group by answers.collection, runs.subtask, answers.run_id
),

frequencies as (
    select
        depths.task,
        depths.subtask,
        depths.num_items,
        count(*) as num_runs,
    from depths
    group by depths.task, depths.subtask, depths.num_items
)

select
    frequencies.task,
    frequencies.subtask,
    max(frequencies.num_items) as max_items,
    first(frequencies.num_items order by frequencies.num_runs desc, frequencies.num_items desc) as usual_items,
from frequencies
group by frequencies.task, frequencies.subtask
order by frequencies.task, frequencies.subtask;
