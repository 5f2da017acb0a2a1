-- Number, sum and sum of squares of the ids in a batch (view stored_batch), relative to the first id. They are compared with the
-- positions of the records. Variables: `first_key` and `last_key`, the ids of the first and the last record.
select
    count(*) as records,
    sum(key - getvariable('first_key')) as total,
    sum((key - getvariable('first_key')) * (key - getvariable('first_key'))) as squares,
from temp.stored_batch
where key between getvariable('first_key') and getvariable('last_key')
