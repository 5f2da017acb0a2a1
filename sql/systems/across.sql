-- Scores of systems over several collections: one row per system, collection and measure, and the mean over the collections
-- for systems with a run in each.
--
-- source: metrics.run_scores, each by the conventions of its collection. Runs belong to one system if system_names and
--     run_names or main.systems assign them to this system, or if they have the same name. Runs submitted to several editions
--     under one name are separate systems, and their names include the collection, like 'pash_f1 (trec2021-passages)'
-- grain: system, collection, run_id, measure
-- params:
--   collection_names: judged tasks, as a list
--   system_names: list of systems; system_names[i] is the system of the run run_names[i]
--   run_names: list of runs
--   further: additional scores by a relevance level other than the collection's, as a list of {collection, run_id, measure,
--     value, provenance}; null if there are none
--   unlike: measures with different relevance levels in the collections, as a list; these measures have no mean
-- columns:
--   system: name of the system
--   collection: judged task; null for the mean over all requested collections
--   run_id: run of the system in this collection; null for the mean
--   measure
--   value: the run's score, or the mean of the scores with equal weight for each collection; no row if a system has no
--     score
--   provenance: as in metrics.run_scores; null for the mean
-- needs: runs
-- example: from systems.across(['sample-docs', 'sample-passages'], ['ndcg_cut_10']) order by all
create or replace macro systems.across(
    collection_names, measures, system_names := [], run_names := [], further := null, unlike := []
) as table
with scored as (
    select
        run_scores.collection,
        run_scores.run_id,
        run_scores.measure,
        run_scores.value,
        run_scores.provenance,
    from metrics.run_scores as run_scores
    where
        list_contains(collection_names, run_scores.collection)
        and list_contains(measures, run_scores.measure)
        and run_scores.value is not null
        and catalog.has_collections(collection_names)
        and catalog.has_measures(measures)
    union all
    select
        others.score.collection,
        others.score.run_id,
        others.score.measure,
        others.score.value,
        others.score.provenance,
    from (
        select unnest(
            further::struct(
                collection varchar, run_id varchar, measure varchar, value double, provenance varchar
            )[]
        ) as score
    ) as others
),

held as (
    select
        coalesce(
            (system_names::varchar[])[list_position(run_names::varchar[], run_scores.run_id)],
            kept.system,
            case
                when
                    runs.is_submission
                    and count(distinct collections.edition) filter (where runs.is_submission) over (
                        partition by run_scores.run_id
                    ) > 1
                    then run_scores.run_id || ' (' || run_scores.collection || ')'
            end,
            run_scores.run_id
        ) as system,
        run_scores.collection,
        run_scores.run_id,
        run_scores.measure,
        run_scores.value,
        run_scores.provenance,
    from scored as run_scores
    inner join main.collections as collections on run_scores.collection = collections.collection
    left join main.runs as runs
        on run_scores.collection = runs.collection and run_scores.run_id = runs.run_id
    left join main.systems as kept
        on run_scores.collection = kept.collection and run_scores.run_id = kept.run_id
),

averaged as (
    select
        held.system,
        held.measure,
        avg(held.value) as value,
        count(distinct held.collection) as num_collections,
    from held
    where not list_contains(unlike::varchar[], held.measure)
    group by held.system, held.measure
)

select
    held.system,
    held.collection,
    held.run_id,
    held.measure,
    held.value,
    held.provenance,
from held
union all
select
    averaged.system,
    null as collection,
    null as run_id,
    averaged.measure,
    averaged.value,
    null as provenance,
from averaged
where averaged.num_collections = len(list_distinct(collection_names));
