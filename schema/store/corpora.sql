-- Every load of a corpus, finished or under way; only published ones show in the views.
--
-- source: dltrack ingest
-- grain: load_no
-- columns:
--   load_no: number of the load, rising
--   corpus: corpus, e.g. 'msmarco-v2-passage'
--   item_corpus: corpus whose ids its rows have; another one only for lists of duplicates
--   kind: what its items are: 'passages', 'documents', 'near-duplicates' or 'distinct-passages'
--   profile: what was kept: 'full', 'ids' (no text) or 'judged' (only items in qrels or rankings)
--   is_subset: whether the files were said to hold only some lines of the corpus, so that positions prove nothing
--   is_published: whether the load is complete, valid and visible
--   source: file, folder or address the bytes came from
--   format: the format file that read them
--   expected_rows: rows of the complete corpus as the recipe says; null when unknown
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
