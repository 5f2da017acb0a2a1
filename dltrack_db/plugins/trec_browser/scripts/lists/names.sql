select
    'run' as kind,
    track_runs.run_id as name,
from main.track_runs as track_runs
union
select
    'measure' as kind,
    scores.measure as name,
from main.track_scores as scores
