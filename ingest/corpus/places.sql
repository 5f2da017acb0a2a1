-- What the ids of a batch say of the places of its records, from the rows of the view stored_batch.
-- Variables: `first_key`, the id of the first record, and `last_key`, that of the last one.
select
    count(*) as records,
    sum(key - getvariable('first_key')) as total,
    sum((key - getvariable('first_key')) * (key - getvariable('first_key'))) as squares,
from temp.stored_batch
where key between getvariable('first_key') and getvariable('last_key')
