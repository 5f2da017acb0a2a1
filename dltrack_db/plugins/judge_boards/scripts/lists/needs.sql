select
    'leaderboards' as need,
    'leaderboards by judges' as meaning,
    'dltrack ingest scores FILES -c COLLECTION --judge NAME' as adds,
    (select count(*) > 0 from main.judge_scores) or (select count(*) > 0 from main.nugget_labels) as is_met,
