-- The judged topics that each run leaves out, for runs that leave out any.
select
    answers.run_id,
    count(*) filter (where not answers.is_answered) as num_unanswered,
    count(*) as num_q,
    list(answers.query_id order by answers.query_id) filter (where not answers.is_answered) as unanswered,
from metrics.answers() as answers
group by answers.run_id
having num_unanswered > 0
order by answers.run_id;
