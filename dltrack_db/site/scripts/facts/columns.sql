-- What papers call the columns of a leaderboard. Variable: `collection`.
select
    column_name,
    metrics.printed_name(column_name) as printed
from systems.overview_measures
where collection = getvariable('collection')
order by position
