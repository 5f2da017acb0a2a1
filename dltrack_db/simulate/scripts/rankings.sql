-- What the pooled runs returned for the topic of variable `query_id`, best first.
select
    pooled.run_id,
    any_value(pooled.team) as team,
    list(pooled.doc_id order by pooled.rank) as items,
from pooled
where pooled.query_id = getvariable('query_id')
group by pooled.run_id
order by pooled.run_id;
