-- The collections of variable `names` with their ranking rows.
select
    collections.collection,
    (select count(*) from main.rankings as rankings where rankings.collection = collections.collection) as ranking_rows,
from main.collections as collections
where list_contains(getvariable('names'), collections.collection)
order by collections.collection;
