-- How similar the rankings of two runs are, regardless of labels: one row for every pair of runs, with means over the topics
-- that both runs answer.
--
-- source: metrics.ranked; statistics.rbo; W. Webber, A. Moffat and J. Zobel, ACM TOIS 28 (2010) for rank-biased overlap
-- grain: collection, run_id, other_run_id
-- params:
--   depth: number of items from the top of each run
-- columns:
--   other_run_id: second run of the pair, which follows the first by name
--   num_topics: topics that both runs answer
--   overlap: mean share of items within the depth that both return, relative to the longer list
--   rbo: mean rank-biased overlap of the two lists, p = .9
-- needs: runs
-- cost: 0.6 s of processor time with the 63 passage runs of TREC 2021; grows with the number of pairs of runs
-- example: from systems.run_overlap(10) where collection = 'trec2021-passages' order by overlap desc limit 5
create or replace macro systems.run_overlap(depth := 10) as table
with items as (
    select
        ranked.collection,
        ranked.run_id,
        ranked.query_id,
        ranked.doc_id,
        ranked.rank,
        count(*) over (partition by ranked.collection, ranked.run_id, ranked.query_id) as num_items,
    from metrics.ranked
    where ranked.rank <= depth
),

lists as (
    select distinct
        items.collection,
        items.run_id,
        items.query_id,
    from items
),

pairs as (
    select
        a.collection,
        a.run_id,
        b.run_id as other_run_id,
        count(*) as num_topics,
    from lists as a
    inner join lists as b
        on a.collection = b.collection and a.query_id = b.query_id and a.run_id < b.run_id
    group by a.collection, a.run_id, b.run_id
),

-- lists of cumulative sums: entry d is the sum over depths 1 to d
sums as (
    select
        list(each.weights order by each.depth) as weights,
        list(each.shares order by each.depth) as shares,
    from (
        select
            depths.depth,
            sum(0.9::double ** depths.depth) over (order by depths.depth) as weights,
            sum(0.9::double ** depths.depth / depths.depth) over (order by depths.depth) as shares,
        from (select unnest(range(1, (select max(items.num_items) from items) + 1)) as depth) as depths
    ) as each
),

-- Rank-biased overlap (statistics.rbo) is a sum over the shared items. An item contributes from the depth on at which both
-- lists contain it. If this depth is within the shorter list, the item also adds to the depths that only the longer list has.
shared as (
    select
        a.collection,
        a.run_id,
        b.run_id as other_run_id,
        greatest(a.rank, b.rank) as depth,
        least(a.num_items, b.num_items) as short,
        greatest(a.num_items, b.num_items) as long,
        count(*) as n,
    from items as a
    inner join items as b
        on a.collection = b.collection and a.query_id = b.query_id and a.doc_id = b.doc_id and a.run_id < b.run_id
    group by all
),

similarities as (
    select
        shared.collection,
        shared.run_id,
        shared.other_run_id,
        sum(shared.n / shared.long) as overlap,
        sum(shared.n * (
            0.1::double / 0.9::double * (
                sums.shares[shared.long] - coalesce(sums.shares[shared.depth - 1], 0)
                + case
                    when shared.depth <= shared.short
                        then (sums.weights[shared.long] - sums.weights[shared.short]) / shared.short
                            - (sums.shares[shared.long] - sums.shares[shared.short])
                    else 0
                end
            )
            + 0.9::double ** shared.long / case when shared.depth <= shared.short then shared.short else shared.long end
        )) as rbo,
    from shared
    cross join sums
    group by shared.collection, shared.run_id, shared.other_run_id
)

select
    pairs.collection,
    pairs.run_id,
    pairs.other_run_id,
    pairs.num_topics,
    coalesce(similarities.overlap, 0) / pairs.num_topics as overlap,
    coalesce(similarities.rbo, 0) / pairs.num_topics as rbo,
from pairs
left join similarities
    on
        pairs.collection = similarities.collection
        and pairs.run_id = similarities.run_id
        and pairs.other_run_id = similarities.other_run_id;
