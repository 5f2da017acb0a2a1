-- The numbers of runs, topics and judged items in each round, and the growth of the judged pool from round to round.
--
-- source: main.qrels; judging.judged_before; main.runs
-- grain: collection
-- columns:
--   follows: preceding round; null for the first round
--   num_runs: runs known to be submitted to the round
--   num_pooled_runs: runs that contributed to the pool; null if unknown
--   num_topics: topics with labels of the round
--   num_judged: items judged in the round
--   num_rel: judged items that are relevant at the collection's level
--   rel_share: num_rel / num_judged
--   num_judged_before: items judged in earlier rounds
--   num_judged_so_far: items judged up to and including the round
-- caveats: Only rounds of a track have a row: collections that follow another collection, or that another collection follows.
--   An item whose id changed between releases of the corpus is counted twice: num_judged_so_far is 70,401 for round 5 of
--   TREC-COVID, but NIST's cumulative file has 69,318 items.
-- example: from judging.pool_growth order by collection
create or replace view judging.pool_growth as
with rounds as (
    select collections.*,
    from main.collections as collections
    where
        collections.follows is not null
        or collections.collection in (select earlier_rounds.earlier from judging.earlier_rounds)
),

described as (
    select
        runs.collection,
        count(*) as num_runs,
        count(*) filter (where runs.judged) as num_pooled_runs,
        bool_or(runs.judged is not null) as is_known,
    from main.runs as runs
    where runs.is_submission
    group by runs.collection
),

judged as (
    select
        rounds.collection,
        count(distinct qrels.query_id) as num_topics,
        count(*) as num_judged,
        count(*) filter (where qrels.relevance >= rounds.min_relevance) as num_rel,
    from rounds
    inner join labels.counted as qrels
        on
            rounds.collection = qrels.collection
            and rounds.qrels_variant = qrels.variant
    group by rounds.collection
),

before as (
    select
        judged_before.collection,
        count(*) as num_judged,
    from judging.judged_before as judged_before
    group by judged_before.collection
)

select
    rounds.collection,
    rounds.follows,
    coalesce(described.num_runs, 0) as num_runs,
    case when described.is_known then described.num_pooled_runs end as num_pooled_runs,
    judged.num_topics,
    judged.num_judged,
    judged.num_rel,
    judged.num_rel / judged.num_judged as rel_share,
    coalesce(before.num_judged, 0) as num_judged_before,
    judged.num_judged + coalesce(before.num_judged, 0) as num_judged_so_far,
from rounds
inner join judged on rounds.collection = judged.collection
left join described on rounds.collection = described.collection
left join before on rounds.collection = before.collection;
