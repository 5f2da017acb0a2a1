-- Digests of runs: the sum of the digests of each run's answers.
select
    answers.file_id,
    sum(answers.num_ret)::bigint as measured_rows,
    sum(catalog.answer_digest(answers.query_id, answers.num_ret, answers.digest_sum)) as digest_sum,
from memory.staging.answers as answers
group by answers.file_id;
