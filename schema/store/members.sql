-- How far each file of a corpus was loaded: the log from which a killed load continues.
--
-- source: dltrack ingest
-- grain: load_no, member_no
-- columns:
--   member_no: position of the file in its source, from 0
--   member: file name inside the source
--   packed_bytes: size of the file in its source; null while the source does not tell
--   source_start: where in its source the file's entry begins, in bytes; from there a download is read on
--   plain_bytes: unpacked bytes whose rows are committed
--   plain_crc: CRC-32 of those bytes, so that a resumed load proves that the file has not changed
--   num_rows: records in those bytes
--   num_stored: rows kept of them; fewer than num_rows only in the profile 'judged'
--   checksum: sum of the digests of the stored rows (catalog.corpus_checksums); null until the file is complete, and for loads of dltrack 0.1
--   state: 'partial', 'complete', or 'rejected' when the file was set aside
--   reason: why it was rejected
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
