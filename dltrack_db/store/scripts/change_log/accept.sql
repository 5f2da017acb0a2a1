-- Takes the rows of every load as they are now: their number and checksum go into the ledger.
update store.members
set
    num_stored = coalesce(
        (
            select sums.num_rows
            from catalog.corpus_checksums as sums
            where sums.load_no = members.load_no and sums.member_no = members.member_no
        ),
        0
    ),
    checksum = coalesce(
        (
            select sums.checksum
            from catalog.corpus_checksums as sums
            where sums.load_no = members.load_no and sums.member_no = members.member_no
        ),
        '0'
    )
where state = 'complete';

update main.loads
set
    measured_rows = coalesce(sums.num_rows, 0),
    checksum = sums.checksum
from catalog.checksums as sums
where
    sums.part = loads.part
    and sums.collection is not distinct from loads.collection
    and sums.name = loads.name;
