-- One row for each run, measure and part of a split topic set: mean score over the topics of the part.
--
-- source: SIGIR'21 resource paper, section 4 (dividing the dev set); means as in metrics.run_scores
-- grain: collection, run_id, measure, part
-- params:
--   parts: number of parts
--   seed: seed of the split, see validity.query_splits
-- columns:
--   measure: measure that is a mean over topics
--   part: number of the part
--   value: mean over the judged topics of the part
--   num_q: number of judged topics in the part
-- needs: runs
-- example: from validity.split_scores(2) where collection = 'msmarco-v1-dev-passages' and measure = 'recip_rank'
create or replace macro validity.split_scores(parts, seed := 'dltrack') as table
    select
        query_scores.collection,
        query_scores.run_id,
        query_scores.measure,
        query_splits.part,
        statistics.exact_mean(query_scores.value) as value,
        count(*) as num_q,
    from metrics.query_scores as query_scores
    inner join main.collections as collections on query_scores.collection = collections.collection
    inner join validity.query_splits(parts, seed := seed) as query_splits
        on
            collections.query_set = query_splits.query_set
            and query_scores.query_id = query_splits.query_id
    group by query_scores.collection, query_scores.run_id, query_scores.measure, query_splits.part;
