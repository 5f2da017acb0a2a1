-- How sure the first place is. Variables: `measure`, `trials`, `seed`, `collection`.
select *
from statistics.first_place(
    [getvariable('measure')], trials := getvariable('trials'), seed := getvariable('seed')
)
where collection = getvariable('collection')
