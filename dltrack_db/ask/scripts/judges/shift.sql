-- Places of the runs by the official labels and by others. Parameters: collection, measure, labels.
select
    variant,
    run_id,
    official_rank,
    rank,
    shift,
    official,
    value,
    topics_up,
    topics_down,
    provenance,
from labels.rank_shift
where collection = $1 and measure = $2 and variant = $3
order by shift desc, run_id asc;
