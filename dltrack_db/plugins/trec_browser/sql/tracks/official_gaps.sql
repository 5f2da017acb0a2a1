-- One row for each score of a loaded run that NIST also printed: do the two values agree?
--
-- source: metrics.run_scores; main.track_scores: NIST's TREC Browser
-- grain: run_id, summary, labels, block, measure
-- params:
--   of_collection: collection with the runs
--   of_track: edition and track, e.g. 'trec8/adhoc'
-- columns:
--   run_id
--   summary: name of NIST's summary
--   labels: as in main.track_scores
--   block: as in main.track_scores
--   measure: trec_eval's name
--   value: score of the loaded run
--   official: score printed by NIST
--   is_equal: whether value and official agree to the four printed decimals
-- needs: tracks
-- caveats: covers only loaded runs, and measures in metrics.run_scores. NIST does not document the labels, relevance level and
--   tie rule of a summary, so a difference does not prove that the run is wrong
-- example: select * from tracks.official_gaps('trec8', 'trec8/adhoc') where not is_equal
create or replace macro tracks.official_gaps(of_collection, of_track) as table
select
    scored.run_id,
    printed.summary,
    printed.labels,
    printed.block,
    printed.measure,
    scored.value,
    printed.value as official,
    abs(scored.value - printed.value) <= 0.00005 + 1e-9 as is_equal,
from metrics.run_scores as scored
inner join main.track_scores as printed on printed.run_id = scored.run_id and printed.measure = scored.measure
where
    scored.collection = of_collection
    and catalog.has_collections([of_collection])
    and scored.num_q is not null
    and printed.edition || '/' || printed.track = of_track
order by scored.run_id, printed.summary, printed.labels, printed.block, printed.measure;
