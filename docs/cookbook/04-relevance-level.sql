-- What if related passages (grade 1) counted as relevant?
-- Passages are relevant from grade 2 on. Naming another level shows what the habit of grade 1 changes.
select
    level_2.run_id,
    round(avg(level_2.value), 4) as map_from_2,
    round(avg(level_1.value), 4) as map_from_1,
from metrics.average_precision() as level_2
inner join metrics.average_precision(min_relevance := 1) as level_1
    using (collection, run_id, query_id)
where level_2.collection = 'sample-passages'
group by level_2.run_id
order by map_from_2 desc, level_2.run_id
limit 5
