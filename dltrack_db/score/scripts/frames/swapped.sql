-- One row where the given run may be qrels and the given qrels a run (the tables given_run and given_qrels): all scores
-- are whole numbers, few of them, as grades are, and the grades reach above them and put the documents of every query
-- in order without a tie, or are many.
with scores as (
    select
        count(distinct given_run.score) as num_values,
        max(given_run.score) as highest,
    from given_run
    having bool_and(given_run.score % 1 = 0) and num_values <= 6
),

by_query as (
    select
        count(*) as num_judged,
        count(distinct given_qrels.relevance) as num_grades,
    from given_qrels
    group by given_qrels.query_id
),

grades as (
    select
        max(given_qrels.relevance) as highest,
        count(distinct given_qrels.relevance) as num_values,
        (
            select bool_and(by_query.num_judged = by_query.num_grades) and max(by_query.num_judged) > 1
            from by_query
        ) as is_order,
    from given_qrels
)

select true as is_odd,
from scores
cross join grades
where grades.highest > scores.highest and (grades.is_order or grades.num_values > 10);
