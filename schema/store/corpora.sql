-- Loads of corpora, one per row, finished or not; views on corpora contain only rows of published loads.
--
-- source: dltrack ingest
-- grain: load_no
-- columns:
--   load_no: ascending number of the load
--   corpus: corpus, e.g. 'msmarco-v2-passage'
--   item_corpus: corpus that the ids in the rows belong to; differs from corpus only for lists of duplicates
--   kind: kind of items: 'passages', 'documents', 'near-duplicates' or 'distinct-passages'
--   profile: stored part: 'full', 'ids' (no text) or 'judged' (only items in qrels or rankings)
--   is_subset: whether the load had the option --subset: the files then contain only a part of the corpus, and the positions
--     of records are not checked
--   is_published: whether the load is complete, valid and visible
--   source: file, folder or URL
--   format: name of the format file used for reading
--   expected_rows: number of rows in the complete corpus according to the recipe; null if unknown
--   num_rows: number of records read from the source; null until the load is published
--   num_stored: number of rows stored in the database; null until the load is published
--   started_at: time at which the load first began
--   published_at: time at which the load was published
create table if not exists store.corpora (
    load_no smallint primary key,
    corpus varchar not null,
    item_corpus varchar not null,
    kind varchar not null check (kind in ('passages', 'documents', 'near-duplicates', 'distinct-passages')),
    profile varchar not null check (profile in ('full', 'ids', 'judged')),
    is_subset boolean not null,
    is_published boolean not null,
    source varchar not null,
    format varchar not null,
    expected_rows bigint,
    num_rows bigint,
    num_stored bigint,
    started_at timestamptz not null,
    published_at timestamptz
);
