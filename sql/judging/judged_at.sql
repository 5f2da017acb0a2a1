-- Number of judged items among the first k items of each run and topic.
--
-- source: Judged@k as in ir_measures; TREC 2021 overview, section 4 "Completeness of judgments"
-- grain: collection, run_id, query_id
-- params:
--   k: depth
-- columns:
--   query_id: judged topic with results in the run
--   num_ret: items returned within the depth
--   num_judged: items within the depth that are in the official labels
--   judged_share: num_judged / num_ret
-- needs: runs
-- example:
--   select run_id, avg(judged_share) from judging.judged_at(10) group by run_id;
create or replace macro judging.judged_at(k) as table
with judged as (
    select
        hits.answer_id,
        count(*) as num_judged,
    from metrics.hits() as hits
    where hits.rank <= k
    group by hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    least(answers.num_ret, k) as num_ret,
    coalesce(judged.num_judged, 0) as num_judged,
    coalesce(judged.num_judged, 0) / least(answers.num_ret, k) as judged_share,
from metrics.answers() as answers
left join judged on answers.answer_id = judged.answer_id
where answers.is_answered;
