-- What papers call the columns of a leaderboard that hold measures, by the depth of the overview. Variable: `collection`.
select
    column_name,
    metrics.printed_name(measure) as printed,
    measure,
from systems.overview_measures
where collection = getvariable('collection')
order by position
