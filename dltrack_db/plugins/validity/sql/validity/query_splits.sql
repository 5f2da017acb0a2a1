-- One row for each topic, with its part in a random split into equal parts. The same seed yields the same split in every
-- database.
--
-- source: SIGIR'21 resource paper, section 4 (dividing the dev set for decisions that must not share topics)
-- grain: query_set, query_id
-- params:
--   parts: number of parts
--   seed: any text; another seed yields another split
-- columns:
--   query_set
--   query_id: topic number as text
--   part: number of the part, from 1; part sizes differ by at most one
-- caveats: topics are ordered by md5(seed, topic set, topic), which is the same in every database
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
