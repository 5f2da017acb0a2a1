-- The share of unjudged items at the top of each run, with a warning if the share is large.
--
-- source: judging.judged_at; TREC 2021 overview, section 4 "Completeness of judgments"
-- grain: collection, run_id
-- columns:
--   unjudged_10: share of unjudged items among the first ten, over all judged topics with results in the run
--   unjudged_100: share of unjudged items among the first hundred, over all judged topics with results in the run
--   finding: sentence on the effect on measures; null unless many items are unjudged (judging.is_much_unjudged)
--   sentence: finding, followed by what the author of the run can do
-- needs: runs
-- example: select run_id, unjudged_10, unjudged_100 from judging.unjudged_shares order by unjudged_100 desc
create or replace view judging.unjudged_shares as
with
top as (
    select
        judged_at.collection,
        judged_at.run_id,
        1 - sum(judged_at.num_judged) / sum(judged_at.num_ret) as unjudged,
        judged_at.collection in (
            select labelled.collection
            from main.subtopic_qrels as labelled
            inner join main.collections as official
                on labelled.collection = official.collection and labelled.variant = official.qrels_variant
        ) as is_by_subtopic,
    from judging.judged_at(10) as judged_at
    group by judged_at.collection, judged_at.run_id
),

hundred as (
    select
        judged_at.collection,
        judged_at.run_id,
        1 - sum(judged_at.num_judged) / sum(judged_at.num_ret) as unjudged,
    from judging.judged_at(100) as judged_at
    group by judged_at.collection, judged_at.run_id
)

select
    top.collection,
    top.run_id,
    top.unjudged as unjudged_10,
    hundred.unjudged as unjudged_100,
    case
        when judging.is_much_unjudged(top.unjudged, hundred.unjudged)
            then format(
                '{}: {:.2f} of the first 10 items and {:.2f} of the first 100 are unjudged; measures treat unjudged '
                || 'items as not relevant{}',
                top.run_id,
                top.unjudged,
                hundred.unjudged,
                if(
                    top.is_by_subtopic,
                    '; this is right if only relevant items were judged by subtopic, otherwise values may be too low',
                    ', so values may be too low'
                )
            )
    end as finding,
    finding || if(top.is_by_subtopic, '', '; compare with bpref, nDCG(judged_only=True)@10 or metrics.bounds(10)') as sentence,
from top
inner join hundred on top.collection = hundred.collection and top.run_id = hundred.run_id;
