-- Standard splits of topic sets with sparse labels: one row for each topic, with its half and its third. Use the parts for
-- decisions and for held-out evaluation.
--
-- source: SIGIR'21 resource paper, section 4 ("standard splits of the dev set"), drawn with the seed 'dltrack'
-- grain: query_set, query_id
-- columns:
--   query_set: topic set of a collection scored by MS MARCO's sparse labels
--   query_id: topic number as text
--   half: 1 to choose checkpoints, 2 to compare approaches
--   third: 1 to choose checkpoints, 2 to compare approaches, 3 to evaluate only once, before publication
-- needs: runs
-- caveats: query sets that share topics (documents and passages of one year) are split independently
-- example: select half, count(*) from validity.dev_splits where query_set = 'msmarco-v1-dev-passages' group by half
create or replace view validity.dev_splits as
with dev_sets as (
    select distinct collections.query_set,
    from main.collections as collections
    where collections.qrels_variant = 'msmarco'
)

select
    halves.query_set,
    halves.query_id,
    halves.part as half,
    thirds.part as third,
from dev_sets
inner join validity.query_splits(2) as halves on dev_sets.query_set = halves.query_set
inner join validity.query_splits(3) as thirds
    on
        halves.query_set = thirds.query_set
        and halves.query_id = thirds.query_id;
