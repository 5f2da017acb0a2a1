-- What papers call the columns of a leaderboard, and the measures in them. Variable: `collection`.
select
    column_name,
    metrics.printed_name(column_name) as printed,
    measure
from systems.overview_measures
where collection = getvariable('collection')
order by position
