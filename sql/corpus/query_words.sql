-- The number of words in each query, and whether the query is long.
--
-- source: TREC 2021 overview, section 2 (queries of ten or more words are long); words are separated by white space
-- grain: query_set, query_id
-- params:
--   long_from: minimum number of words of a long query; the paper uses 10
-- columns:
--   query_set
--   query_id: topic number as text
--   words: number of words in the query
--   is_long: whether the query has at least long_from words
-- example: select query_set, is_long, count(*) from corpus.query_words() group by all order by all
create or replace macro corpus.query_words(long_from := 10) as table
    with counted as (
        select
            queries.query_set,
            queries.query_id,
            len(regexp_extract_all(queries.text, '\S+')) as words,
        from main.queries as queries
    )

    select
        query_set,
        query_id,
        words,
        words >= long_from as is_long,
    from counted;
