-- The ledger of files: every source file whose rows are in this database.
--
-- source: dltrack ingest
-- grain: load_id
-- parents: collections
-- columns:
--   load_id: number of the file's load, rising
--   batch_id: loads published together in one transaction share it
--   edition: recipe or command the file was loaded by
--   collection: judged task; null for files shared by several (topics, corpora)
--   part: kind of data, e.g. 'queries', 'qrels', 'runs', 'corpus' or 'mapping'
--   name: which one: query set, qrels variant, run id, corpus or study
--   source: path or address the bytes came from
--   bytes: size of the source file as found
--   md5: md5 of the unpacked bytes that were read; identifies the content
--   verified: 'md5' when the bytes equal the published checksum, 'counts' when only the counts could be checked, 'none' for a file without published facts
--   expected_rows: rows the recipe expects, null when unknown
--   measured_rows: rows loaded
--   checksum: sum of the rows' digests, in any order and for any release of DuckDB (catalog.checksums); null for loads of dltrack 0.1 that could not be checked when the database was brought forward
--   foreign_rows: labels left out as of topics or documents of another collection (ingest qrels --skip-foreign); null where none
--   started_at: when the batch began
--   published_at: when the batch was committed
--   dltrack_version: version of dltrack
--   duckdb_version: version of DuckDB
--   gx_version: version of Great Expectations that validated it
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
