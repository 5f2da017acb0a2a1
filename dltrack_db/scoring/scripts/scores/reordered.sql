-- For each run, in how many of its topics the ten first items are not those of the rank column in that order, as
-- systems.run_census has it. The ten lowest of each topic are found without sorting the others.
select
    by_topic.run_id,
    count(*) filter (by_topic.ranks <> range(1, len(by_topic.ranks) + 1)) as num_reordered,
    count(*) as num_answered,
from (
    select
        rankings.run_id,
        list_transform(
            min(struct_pack(submitted_rank := rankings.submitted_rank, rank := rankings.rank), 10),
            lambda x: x.rank
        ) as ranks,
    from main.rankings as rankings
    group by rankings.run_id, rankings.query_id
) as by_topic
group by by_topic.run_id
having num_reordered > 0
order by by_topic.run_id;
