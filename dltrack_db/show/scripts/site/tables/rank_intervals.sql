-- Between which ranks each run stays when topics are drawn anew. Variable: `collection`.
select
    run_id,
    mean,
    low_mean,
    high_mean,
    rank,
    low_rank,
    high_rank,
    share_first,
    share_alone
from statistics.rank_stability
where collection = getvariable('collection') and resampling = 'bootstrap'
order by rank, run_id
