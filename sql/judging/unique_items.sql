-- The judged items that only one team's submitted runs contribute to the pool of a chosen depth.
--
-- source: TREC 2019 overview, section 5 (Leave-Out-Uniques); Zobel 1998
-- grain: collection, query_id, doc_id
-- params:
--   depth: number of items taken from the top of each run
-- columns:
--   doc_id: pooled item
--   team: only team that ranks the item within the depth, see systems.team_of
--   num_runs: this team's runs that rank the item within the depth
--   relevance: official grade
--   is_relevant: whether the grade is at least min_relevance of the collection
-- needs: runs
-- caveats: all the organizers' runs are treated as one team, as in the paper; an item may also have been pooled because of a
--   sparse label or by active learning
-- example: select team, count(*) from judging.unique_items(10) where collection = 'trec2021-passages' group by team
create or replace macro judging.unique_items(depth) as table
select
    judged_rankings.collection,
    judged_rankings.query_id,
    judged_rankings.doc_id,
    min(systems.team_of(runs.team, runs.run_id)) as team,
    count(*) as num_runs,
    min(judged_rankings.relevance) as relevance,
    min(judged_rankings.relevance) >= min(collections.min_relevance) as is_relevant,
from main.judged_rankings
inner join main.collections
    on
        judged_rankings.collection = collections.collection
        and judged_rankings.variant = collections.qrels_variant
inner join main.runs
    on judged_rankings.collection = runs.collection and judged_rankings.run_id = runs.run_id
where runs.is_submission and judged_rankings.rank <= depth
group by judged_rankings.collection, judged_rankings.query_id, judged_rankings.doc_id
having count(distinct systems.team_of(runs.team, runs.run_id)) = 1;
