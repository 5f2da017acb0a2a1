select
    'tracks' as need,
    'the runs of the TREC Browser' as meaning,
    'dltrack ingest trec-browser' as adds,
    (select count(*) > 0 from main.track_runs) as is_met,
