-- Loads of corpora, finished or not; views show only published ones.
--
-- source: dltrack ingest
-- grain: load_no
-- columns:
--   load_no: ascending number of the load
--   corpus: corpus, e.g. 'msmarco-v2-passage'
--   item_corpus: corpus of its rows' ids; differs from corpus only for lists of duplicates
--   kind: kind of items: 'passages', 'documents', 'near-duplicates' or 'distinct-passages'
--   profile: stored part: 'full', 'ids' (no text) or 'judged' (only items in qrels or rankings)
--   is_subset: whether the load had the option --subset: the files have only some lines of the corpus, so positions are not checked
--   is_published: whether the load is complete, valid and visible
--   source: file, folder or URL
--   format: the format file used for reading
--   expected_rows: rows of the complete corpus by the recipe; null when unknown
--   num_rows: records read from the source; null until published
--   num_stored: rows kept in the database; null until published
--   started_at: when the load first began
--   published_at: when it became visible
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
