-- The conventions of the values asked for in full: the level only where it changes the value.
create or replace temp table conventions as
select
    asked.position,
    asked.measure,
    case
        when asked.is_binary
            then coalesce(asked.min_relevance, labels.level(collections.collection, null))
        else asked.min_relevance
    end as min_relevance,
    coalesce(asked.tie_rule, metrics.known_tie_rule(collections.tie_rule)) as tie_rule,
from asked
cross join main.collections as collections;
