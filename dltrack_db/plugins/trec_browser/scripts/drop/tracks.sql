-- Drop tracks: all tracks of recipe trec-browser, those of an edition ('trec8'), or a single track ('trec8/adhoc').

-- name: size
-- Number of rows of `tracks` (trec-browser, an edition, or edition/track); no row if no track matches.
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

-- name: drop
-- Remove the tracks named by `tracks`.
delete from main.track_runs
where getvariable('tracks') in ('trec-browser', edition, edition || '/' || track);
delete from main.track_scores
where getvariable('tracks') in ('trec-browser', edition, edition || '/' || track);
delete from main.track_facts
where getvariable('tracks') in ('trec-browser', edition, edition || '/' || track);
delete from main.loads
where
    part in ('track-runs', 'track-scores', 'track-facts')
    and getvariable('tracks') in ('trec-browser', split_part(name, '/', 1), regexp_extract(name, '^[^/]*/[^/]*'));
delete from main.load_expectations where batch_id not in (select loads.batch_id from main.loads as loads);
delete from main.collection_parts
where
    part in ('track-runs', 'track-scores', 'track-facts')
    and edition not in (select loads.edition from main.loads as loads);
