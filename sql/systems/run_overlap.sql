-- How similar two runs are in what they return, without labels: one row for every pair of runs, over the topics that both
-- answer.
--
-- source: metrics.ranked; W. Webber, A. Moffat and J. Zobel, ACM TOIS 28 (2010) for rank-biased overlap
-- grain: collection, run_id, other_run_id
-- params:
--   depth: number of items from the top of each run
-- columns:
--   other_run_id: second run of the pair, which follows the first by name
--   num_topics: topics that both runs answer
--   overlap: mean share of items within the depth that both return, relative to the longer list
--   rbo: mean rank-biased overlap of the two lists, p = .9
-- needs: runs
-- cost: 5 s of processor time with the 63 passage runs of TREC 2021; grows with the number of pairs of runs
-- example: from systems.run_overlap(10) where collection = 'trec2021-passages' order by overlap desc limit 5
create or replace macro systems.run_overlap(depth := 10) as table
with lists as (
    select
        ranked.collection,
        ranked.run_id,
        ranked.query_id,
        list(ranked.doc_id order by ranked.rank) as items,
    from metrics.ranked
    where ranked.rank <= depth
    group by ranked.collection, ranked.run_id, ranked.query_id
)

select
    a.collection,
    a.run_id,
    b.run_id as other_run_id,
    count(*) as num_topics,
    avg(len(list_intersect(a.items, b.items)) / greatest(len(a.items), len(b.items))) as overlap,
    avg(statistics.rbo(a.items, b.items, p := 0.9)) as rbo,
from lists as a
inner join lists as b
    on a.collection = b.collection and a.query_id = b.query_id and a.run_id < b.run_id
group by a.collection, a.run_id, b.run_id;
