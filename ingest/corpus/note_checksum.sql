-- Stores the checksum of a complete member's rows. Variables: load_no, member_no.
update store.members
set
    checksum = coalesce(
        (
            select sums.checksum
            from catalog.corpus_checksums as sums
            where
                sums.load_no = getvariable('load_no')::smallint
                and sums.member_no = getvariable('member_no')::smallint
        ),
        '0'
    )
where load_no = getvariable('load_no')::smallint and member_no = getvariable('member_no')::smallint
