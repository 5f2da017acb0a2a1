-- Files whose rows are not those that were loaded (`load/ledger.py`), of variables `parts` and `names`.
select
    ledger_counts.part,
    ledger_counts.name,
    ledger_counts.collection,
from catalog.ledger_counts as ledger_counts
where
    not ledger_counts.is_sound
    and list_contains(getvariable('parts'), ledger_counts.part)
    and list_contains(getvariable('names'), ledger_counts.name);
