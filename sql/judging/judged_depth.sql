-- Number of items from the top of each run that are judged without a gap, for each topic.
--
-- source: pooling as in TREC 2019 overview, section 4: the pool contains the first items of every run
-- grain: collection, run_id, query_id
-- columns:
--   query_id: judged topic with results in the run
--   num_ret: items that the run returns for the topic
--   judged_depth: number of items from rank 1 on that are all in the official labels
-- needs: runs
create or replace view judging.judged_depth as
with numbered as (
    select
        hits.answer_id,
        hits.rank,
        row_number() over (partition by hits.answer_id order by hits.rank) as num_judged,
    from metrics.hits() as hits
),

gapless as (
    select
        numbered.answer_id,
        count(*) as judged_depth,
    from numbered
    where numbered.rank = numbered.num_judged
    group by numbered.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    answers.num_ret,
    coalesce(gapless.judged_depth, 0) as judged_depth,
from metrics.answers() as answers
left join gapless on answers.answer_id = gapless.answer_id
where answers.is_answered;
