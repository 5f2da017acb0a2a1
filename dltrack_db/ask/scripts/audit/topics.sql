-- How well each topic tells runs apart, the worst first. Variables: `measure`, `collection`.
select *
from judging.topic_discrimination_by([getvariable('measure')])
where collection = getvariable('collection')
order by is_dead desc, power - against asc, query_id asc
