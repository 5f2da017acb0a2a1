-- Where labels differ from the official ones. Parameters: collection, measure (not used), labels ('' for all).
select
    variant,
    aspect,
    group_name,
    num_pairs,
    mean_official,
    mean_relevance,
    bias,
    relative_bias,
from labels.judge_bias
where collection = $1 and variant = coalesce(nullif($3, ''), variant)
order by all;
