-- Panels of the models that judge a collection. Parameters: collection.
select
    rule,
    size,
    chosen,
    num_panels,
    kappa,
    kappa_low,
    kappa_high,
    best_single,
from labels.judge_panel(collection_name := $1)
order by all;
