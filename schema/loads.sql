-- The ledger: one row per loaded source file, with its origin, row count and checksums.
--
-- source: dltrack ingest
-- grain: load_id
-- parents: collections
-- columns:
--   load_id: ascending number of the file's load
--   batch_id: id of the batch; files loaded in one transaction have the same batch_id
--   edition: recipe or command that loaded the file
--   collection: judged task; null for files shared by several collections (topics, corpora)
--   part: kind of data, e.g. 'queries', 'qrels', 'runs', 'corpus' or 'mapping'
--   name: name of the loaded data: topic set, label set, run, corpus or study
--   source: path or URL
--   bytes: size of the source file before unpacking
--   md5: MD5 sum of the unpacked bytes that were read; identifies the content
--   verified: 'md5' if the bytes have the published checksum, 'counts' if only row counts could be checked, 'none' if neither
--     checksum nor counts are published
--   expected_rows: number of rows according to the recipe; null if unknown
--   measured_rows: number of loaded rows
--   checksum: sum of the rows' digests, which depends neither on row order nor on the release of DuckDB (catalog.checksums);
--     null for loads of dltrack 0.1 that could not be checked when the database was migrated
--   foreign_rows: number of skipped labels for topics or documents of other collections (ingest qrels --skip-foreign); null if
--     no labels were skipped
--   started_at: time at which the batch began
--   published_at: time at which the batch was committed
--   dltrack_version: version of dltrack
--   duckdb_version: version of DuckDB
--   gx_version: version of Great Expectations that validated the load
create table if not exists main.loads (
    load_id bigint primary key,
    batch_id varchar not null,
    edition varchar not null,
    collection varchar,
    part varchar not null,
    name varchar not null,
    source varchar not null,
    bytes bigint not null,
    md5 varchar,
    verified varchar not null check (verified in ('md5', 'counts', 'none')),
    expected_rows bigint,
    measured_rows bigint not null,
    checksum varchar,
    foreign_rows bigint,
    started_at timestamptz not null,
    published_at timestamptz not null,
    dltrack_version varchar not null,
    duckdb_version varchar not null,
    gx_version varchar not null
);
