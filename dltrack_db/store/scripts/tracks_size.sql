-- The rows of the tracks that variable `tracks` names: all of recipe trec-browser, an edition, or edition/track; no row when
-- there are none.
select
    getvariable('tracks') as name,
    count(*) as num_rows,
from (
    select listed.edition, listed.track
    from main.track_runs as listed
    union all
    select printed.edition, printed.track
    from main.track_scores as printed
    union all
    select told.edition, told.track
    from main.track_facts as told
) as tracks
where getvariable('tracks') in ('trec-browser', tracks.edition, tracks.edition || '/' || tracks.track)
having count(*) > 0;
