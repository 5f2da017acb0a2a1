-- For each run, in how many of its topics the rank column has other scores in its first ten places than those of the ten
-- first items in the order that counts; ties, also of 4-byte floats, are no difference. The ten are found without sorting
-- the others.
select
    by_topic.run_id,
    count(*) filter (by_topic.by_rank_column <> by_topic.in_order) as num_reordered,
    count(*) as num_answered,
from (
    select
        rankings.run_id,
        list_transform(
            min(struct_pack(submitted_rank := rankings.submitted_rank, score := rankings.score::float), 10),
            lambda x: x.score
        ) as by_rank_column,
        list_transform(
            min(struct_pack(rank := rankings.rank, score := rankings.score::float), 10),
            lambda x: x.score
        ) as in_order,
    from main.rankings as rankings
    group by rankings.run_id, rankings.query_id
) as by_topic
group by by_topic.run_id
having num_reordered > 0
order by by_topic.run_id;
