-- The basis of a collection's numbers: labels, relevance level, tie rule, topics, the runs that each measure ranks and tests,
-- and the runs and items that are left out. Every answer about a collection includes this row.
--
-- source: systems.field_by, systems.left_out, systems.unordered_runs, systems.exclusion_counts, labels.levels, catalog.fingerprints
-- grain: collection
-- params:
--   measures: trec_eval's names of the measures, as a list; a measure without stored values, which was computed for the
--     answer, is ignored
-- columns:
--   labels: the official set of labels
--   min_relevance: lowest relevant grade of these labels; null if the labels have no relevance level
--   tie_rule: order of items with equal scores, see metrics.place
--   num_topics: topics on which runs are compared, the maximum over all measures
--   measures: list with one struct for each measure that some run has: its name, direction, num_topics, num_ranked, num_tested
--     and the number of decimals for comparing values
--   unranked: runs that none of the measures ranks, as a list of {run_id, reason}
--   left_out: runs with scores per topic that cannot be used instead of a ranking, as a list of {run_id, reason}
--     (systems.left_out)
--   unordered: runs whose scores do not order their items, as a list of {run_id, reason} (systems.unordered_runs)
--   num_excluded: number of items removed from rankings because they are excluded for their topic (metrics.exclusions), each
--     counted once
--   fingerprint: fingerprint of the data loaded for the collection, 16 hexadecimal digits (catalog.fingerprints)
--   note: sentences about runs without ranks, removed items, runs whose scores are all equal, and runs that are not on the
--     leaderboard; null if there are none
-- needs: scored runs
-- example: select num_topics, measures, note from systems.basis('sample-passages', ['ndcg_cut_10', 'map'])
create or replace macro systems.basis(collection_name, measures) as table
with field as materialized (
    select
        field.measure,
        field.run_id,
        field.direction,
        field.num_topics,
        field.num_ranked,
        field.num_tested,
        field.field_decimals,
        field.unranked,
    from systems.field_by(measures, with_unstored := true) as field
    where field.collection = collection_name
),

by_measure as (
    select
        field.measure,
        any_value(field.direction) as direction,
        max(field.num_topics) as num_topics,
        max(field.num_ranked) as num_ranked,
        max(field.num_tested) as num_tested,
        max(field.field_decimals) as decimals,
    from field
    group by field.measure
),

listed as (
    select
        max(by_measure.num_topics) as num_topics,
        list(by_measure order by list_position(measures, by_measure.measure)) as measures,
        statistics.enumerated(
            list(metrics.printed_name(by_measure.measure) order by list_position(measures, by_measure.measure))
                filter (where by_measure.direction is null),
            4,
            'measures'
        ) as without_order,
    from by_measure
),

outside as (
    select
        field.run_id,
        any_value(field.unranked) as reason,
    from field
    where field.direction is not null
    group by field.run_id
    having bool_and(field.unranked is not null)
),

unranked as (
    select
        list(struct_pack(run_id := outside.run_id, reason := outside.reason) order by outside.run_id) as runs,
        statistics.enumerated(
            list(outside.run_id order by outside.run_id) filter (where outside.reason = 'not submitted'), 3, 'runs'
        ) as own,
        statistics.enumerated(
            list(outside.run_id || ' (' || outside.reason || ')' order by outside.run_id)
                filter (where outside.reason <> 'not submitted'),
            3,
            'runs'
        ) as others,
    from outside
),

left_out as (
    select
        list(struct_pack(run_id := absent.run_id, reason := absent.reason) order by absent.run_id) as runs,
        statistics.enumerated(
            list(absent.run_id || ' (' || absent.reason || ')' order by absent.run_id), 3, 'runs'
        ) as named,
        count(*) as num_runs,
    from systems.left_out as absent
    where absent.collection = collection_name
),

unordered as (
    select
        list(struct_pack(run_id := runs.run_id, reason := runs.reason) order by runs.run_id) as runs,
        statistics.enumerated(list(runs.run_id order by runs.run_id), 3, 'runs') as named,
    from systems.unordered_runs as runs
    where runs.collection = collection_name
),

excluded as (
    select
        coalesce(sum(counts.num_items), 0)::bigint as num_items,
        coalesce(sum(counts.num_topics), 0)::bigint as num_topics,
    from systems.exclusion_counts as counts
    where counts.collection = collection_name
)

select
    collections.collection,
    collections.qrels_variant as labels,
    levels.min_relevance,
    collections.tie_rule,
    listed.num_topics,
    coalesce(listed.measures, []) as measures,
    coalesce(unranked.runs, []) as unranked,
    coalesce(left_out.runs, []) as left_out,
    coalesce(unordered.runs, []) as unordered,
    excluded.num_items as num_excluded,
    fingerprints.fingerprint,
    nullif(
        concat_ws(
            '; ',
            'not ranked: ' || unranked.others,
            'not submitted, so without effect on other runs'' ranks: ' || unranked.own,
            'no ranks by measures for which neither higher nor lower values are better: ' || listed.without_order,
            case
                when excluded.num_items > 0
                    then
                    systems.exclusion_sentence(excluded.num_items, excluded.num_topics) || ', because they are excluded'
            end,
            'all scores are equal in some topics, so documents are ordered by id: ' || unordered.named,
            'not on the leaderboard: ' || left_out.named
            || case when left_out.num_runs > 3 then ', for the reasons in systems.left_out' else '' end
        ),
        ''
    ) as note,
from main.collections as collections
cross join listed
cross join unranked
cross join left_out
cross join unordered
cross join excluded
left join labels.levels as levels
    on collections.collection = levels.collection and collections.qrels_variant = levels.variant
left join catalog.fingerprints as fingerprints on collections.collection = fingerprints.collection
where collections.collection = collection_name and catalog.has_collections([collection_name]);
