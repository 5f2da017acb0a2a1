-- Files of the published corpora whose stored rows have changed since the load.
--
-- source: store.members compared with catalog.corpus_checksums
-- grain: corpus, member_no
-- columns:
--   corpus
--   member_no: position of the file in its source, from 0
--   member: file name inside the source; null for rows that do not belong to a file
--   rows_then: number of rows that the load stored; 0 if member is null
--   rows_now: current number of rows
-- caveats: empty in a sound database; a query reads every text, as in catalog.corpus_checksums; files without a stored
--   checksum are compared by their number of rows only
-- example: from catalog.changed_members
create or replace view catalog.changed_members as
with
kept as (
    select
        members.load_no,
        members.member_no,
        members.member,
        members.num_stored,
        members.checksum,
    from store.members as members
    inner join store.corpora as corpora on corpora.load_no = members.load_no
    where corpora.is_published
),

summed as (
    select
        sums.load_no,
        sums.member_no,
        sums.num_rows,
        sums.checksum,
    from catalog.corpus_checksums as sums
    inner join store.corpora as corpora on corpora.load_no = sums.load_no
    where corpora.is_published
),

compared as (
    select
        coalesce(kept.load_no, summed.load_no) as load_no,
        coalesce(kept.member_no, summed.member_no) as member_no,
        kept.member,
        coalesce(kept.num_stored, 0) as rows_then,
        coalesce(summed.num_rows, 0) as rows_now,
        kept.checksum as checksum_then,
        coalesce(summed.checksum, '0') as checksum_now,
    from kept
    full outer join summed on summed.load_no = kept.load_no and summed.member_no = kept.member_no
)

select
    corpora.corpus,
    compared.member_no,
    compared.member,
    compared.rows_then,
    compared.rows_now,
from compared
inner join store.corpora as corpora on corpora.load_no = compared.load_no
where compared.rows_then <> compared.rows_now or compared.checksum_then <> compared.checksum_now
order by corpora.corpus, compared.member_no;
