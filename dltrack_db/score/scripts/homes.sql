-- In which collections the runs of variable `runs` are, by rankings, by submitted scores that stand in for these, or by
-- means that NIST published; what tells most comes first.
select distinct
    run_topics.run_id,
    run_topics.collection,
    'rankings' as provenance,
from main.run_topics as run_topics
where list_contains(getvariable('runs'), run_topics.run_id)
union all
select distinct
    stand_in.run_id,
    stand_in.collection,
    'submitted scores' as provenance,
from main.stand_in_scores as stand_in
where list_contains(getvariable('runs'), stand_in.run_id)
union all
select distinct
    means.run_id,
    means.collection,
    'official means' as provenance,
from metrics.stand_in_means as means
where list_contains(getvariable('runs'), means.run_id)
order by run_id asc, collection asc, provenance desc;
