-- Stops the transaction when judged rows of the private copy are not in the lake. What was staged is looked for after it,
-- as in a file (sqlfiles/part_queries.py).
select error('publishing lost ' || (copied.num_rows - published.num_rows) || ' judged rows; nothing was changed')
from
    (
        select count(*) as num_rows
        from slice.main.judged_rankings
        where answer_id > getvariable('last_known_answer')
    ) as copied,
    (
        select count(*) as num_rows
        from lake.main.judged_rankings
        where answer_id > getvariable('answers_before')
    ) as published
where copied.num_rows <> published.num_rows;

set variable last_known_answer = getvariable('answers_before');
