-- One row for each loaded query set, qrels variant, run, corpus or other part, with the checksum of its rows: compare two
-- databases. Checksums do not depend on the order of rows or the release of DuckDB.
--
-- source: main.queries, main.qrels, main.subtopic_qrels, main.rankings and the other tables of loaded rows,
--   catalog.corpus_checksums
-- grain: part, collection, name
-- columns:
--   part: kind of data, as in main.loads
--   collection: judged task; null for topics and corpora
--   name: query set, qrels variant, run or corpus
--   num_rows: number of rows
--   checksum: sum of the rows' digests, as text
-- caveats: derived values are not included (ranks, best grades of labels by subtopic; catalog.broken_rules checks them),
--   nor are unpublished loads of corpora
-- cost: 1 s of processor time with the 63 passage runs of TREC 2021
-- example: from catalog.checksums where name = 'p_bm25'
create or replace view catalog.checksums as
with summed as (
    -- parts
    select
        'corpus' as part,
        null::varchar as collection,
        corpora.corpus as name,
        coalesce(sum(corpus_sums.num_rows), 0)::bigint as num_rows,
        coalesce(sum(corpus_sums.checksum::hugeint), 0)::varchar as checksum,
    from store.corpora as corpora
    left join catalog.corpus_checksums as corpus_sums on corpus_sums.load_no = corpora.load_no
    where corpora.is_published
    group by corpora.corpus
)

select
    part,
    collection,
    name,
    sum(num_rows)::bigint as num_rows,
    sum(checksum::hugeint)::varchar as checksum,
from summed
group by part, collection, name;
