-- A topic set cut into equal parts at random, the same parts for everyone with the same seed.
--
-- source: SIGIR'21 resource paper, section 4 (dividing the dev set for decisions that must not share topics)
-- grain: query_set, query_id
-- params:
--   parts: number of parts
--   seed: any text; another seed gives another split
-- columns:
--   query_set
--   query_id: topic number as text
--   part: number of the part, from 1; part sizes differ by one at most
-- caveats: the order is that of md5(seed, topic set, topic), which every database computes alike
-- example: select part, count(*) from validity.query_splits(3, seed := 'mine') where query_set = 'msmarco-v1-dev-docs'
--   group by part
create or replace macro validity.query_splits(parts, seed := 'dltrack') as table
    select
        queries.query_set,
        queries.query_id,
        ntile(parts) over (
            partition by queries.query_set
            order by md5(seed || '/' || queries.query_set || '/' || queries.query_id), queries.query_id
        ) as part,
    from main.queries as queries;
