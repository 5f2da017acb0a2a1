-- Progress of corpus loads: one row per file in the source of a load. An interrupted load resumes at this state.
--
-- source: dltrack ingest
-- grain: load_no, member_no
-- columns:
--   member_no: position of the file in its source, from 0
--   member: file name inside the source
--   packed_bytes: size of the file in its source, in bytes; null if unknown
--   source_start: position of the file in its source, in bytes; an interrupted download resumes at this position
--   plain_bytes: number of unpacked bytes that are loaded and committed
--   plain_crc: CRC-32 of the committed bytes; a resumed load uses it to check that the file has not changed
--   num_rows: number of records in the committed bytes
--   num_stored: number of stored records; less than num_rows only in the profile 'judged'
--   checksum: sum of the digests of the stored rows (catalog.corpus_checksums); null until the file is complete, and for loads
--     of dltrack 0.1
--   state: 'partial', 'complete', or 'rejected'
--   reason: reason for the rejection; null if the file is not rejected
create table if not exists store.members (
    load_no smallint not null,
    member_no smallint not null,
    member varchar not null,
    packed_bytes bigint,
    source_start bigint not null,
    plain_bytes bigint not null,
    plain_crc bigint not null,
    num_rows bigint not null,
    num_stored bigint not null,
    checksum varchar,
    state varchar not null check (state in ('partial', 'complete', 'rejected')),
    reason varchar,
    primary key (load_no, member_no)
);
