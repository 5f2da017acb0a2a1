-- How many topics would be enough. Variables: `measure`, `trials`, `seed`, `collection`.
select *
from statistics.topic_sample_agreement(
    [getvariable('measure')], trials := getvariable('trials') // 5, seed := getvariable('seed')
)
where collection = getvariable('collection')
order by num_topics
