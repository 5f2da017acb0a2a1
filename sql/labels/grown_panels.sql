-- Panels of models grown one judge at a time: each row adds the judge that raises the panel's kappa most.
--
-- source: greedy choice over labels.official_pairs; judges as in main.qrels_variants of kind 'llm'
-- grain: collection, rule, size
-- params:
--   largest: number of judges in the largest panel
--   collection_name: judged task; null for all
-- columns:
--   rule: how the judges' grades are combined: 'majority', 'mean' or 'strictest', as in labels.panel_grade
--   size: number of judges in the panel
--   added: the last judge added to the panel; the first by name if several judges raise kappa equally
--   members: all judges of the panel, in the order of addition
--   num_pairs: pairs of topic and item that all members and the official labels grade
--   kappa: unweighted Cohen's kappa of the panel with the official labels
-- needs: labels of models
-- caveats: judges are chosen and measured on the same pairs, so kappa is too optimistic
-- example: from labels.grown_panels(5, 'trec2023-passages') order by rule, size
create or replace macro labels.grown_panels(largest := 9, collection_name := null) as table
with recursive graded as materialized (
    select
        pairs.collection,
        pairs.variant,
        pairs.query_id,
        pairs.doc_id,
        pairs.relevance,
        pairs.official,
    from labels.official_pairs as pairs
    inner join main.qrels_variants as judges
        on pairs.collection = judges.collection and pairs.variant = judges.variant
    where
        judges.kind = 'llm'
        and pairs.relevance is not null
        and pairs.collection = coalesce(collection_name, pairs.collection)
        and catalog.has_collections([collection_name])
),

grown as (
    select
        items.collection,
        rules.rule,
        0 as size,
        items.query_id,
        items.doc_id,
        items.official,
        []::smallint[] as grades,
        []::varchar[] as members,
        null::double as kappa,
    from (
        select distinct graded.collection, graded.query_id, graded.doc_id, graded.official,
        from graded
    ) as items
    cross join (select unnest(['majority', 'mean', 'strictest']) as rule) as rules
    union all
    select
        panel.collection,
        panel.rule,
        panel.size + 1 as size,
        panel.query_id,
        panel.doc_id,
        panel.official,
        list_sort(list_append(panel.grades, graded.relevance)) as grades,
        list_append(panel.members, best.variant) as members,
        best.kappa,
    from grown as panel
    inner join (
        select
            cells.collection,
            cells.rule,
            cells.variant,
            labels.cohen_kappa(
                list({ 'a': cells.official, 'b': cells.relevance, 'n': cells.num_pairs }), 0
            ) as kappa,
        from (
            select
                counted.collection,
                counted.rule,
                counted.variant,
                counted.official,
                labels.panel_grade(counted.grades, counted.rule) as relevance,
                sum(counted.num_pairs) as num_pairs,
            from (
                -- there are few different lists of grades: count the lists before grading them
                select
                    before.collection,
                    before.rule,
                    candidate.variant,
                    before.official,
                    list_sort(list_append(before.grades, candidate.relevance)) as grades,
                    count(*) as num_pairs,
                from grown as before
                inner join graded as candidate
                    on
                        before.collection = candidate.collection
                        and before.query_id = candidate.query_id
                        and before.doc_id = candidate.doc_id
                where before.size < largest and not list_contains(before.members, candidate.variant)
                group by all
            ) as counted
            group by all
        ) as cells
        group by cells.collection, cells.rule, cells.variant
        qualify
            row_number() over (
                partition by cells.collection, cells.rule order by round(kappa, 12) desc, cells.variant asc
            ) = 1
    ) as best
        on
            panel.collection = best.collection
            and panel.rule = best.rule
    inner join graded
        on
            panel.collection = graded.collection
            and panel.query_id = graded.query_id
            and panel.doc_id = graded.doc_id
            and best.variant = graded.variant
)

select
    grown.collection,
    grown.rule,
    grown.size,
    any_value(grown.members)[-1] as added,
    any_value(grown.members) as members,
    count(*) as num_pairs,
    any_value(grown.kappa) as kappa,
from grown
where grown.size > 0
group by grown.collection, grown.rule, grown.size;
