-- Removes the tracks that variable `tracks` names, see tracks_size.sql.
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
