-- How well panels of models agree with the official labels: kappa of the best judges, of panels grown judge by judge, and of
-- random panels.
--
-- source: labels.panel_grade, labels.grown_panels; judges as in main.qrels_variants of kind 'llm'
-- grain: collection, rule, size, chosen
-- params:
--   sizes: list of numbers of judges
--   panels: number of panels drawn of each size
--   collection_name: judged task; null for all
-- columns:
--   rule: how the judges' grades are combined: 'majority', 'mean' or 'strictest', as in labels.panel_grade
--   size: number of judges in a panel
--   chosen: how the judges of a panel were chosen: 'best': the judges with the highest kappa; 'grown': added one by one, each
--     time the judge that raises kappa most (labels.grown_panels); 'by lot': drawn at random without replacement
--   num_panels: number of panels that the row summarizes
--   num_pairs: pairs graded by all judges of a panel and by the official labels, mean over panels
--   kappa: unweighted Cohen's kappa with the official labels, mean over panels
--   kappa_low: lowest kappa of a panel
--   kappa_high: highest kappa of a panel
--   best_single: highest kappa of a single judge
-- needs: labels of models
-- caveats: an item is used only if every judge of the panel graded it
-- example: from labels.judge_panel(sizes := [3, 5], panels := 10) order by collection, rule, size, chosen
create or replace macro labels.judge_panel(sizes := [3, 5, 9], panels := 100, seed := 1, collection_name := null) as table
with graded as materialized (
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
),

single as (
    select
        counted.collection,
        counted.variant,
        labels.cohen_kappa(
            list({ 'a': counted.official, 'b': counted.relevance, 'n': counted.num_pairs }), 0
        ) as kappa,
    from (
        select graded.collection, graded.variant, graded.official, graded.relevance, count(*) as num_pairs,
        from graded
        group by graded.collection, graded.variant, graded.official, graded.relevance
    ) as counted
    group by counted.collection, counted.variant
),

ordered as (
    select
        single.collection,
        single.variant,
        'best' as chosen,
        0 as panel,
        row_number() over (partition by single.collection order by single.kappa desc, single.variant asc) as place,
    from single
    union all
    select
        single.collection,
        single.variant,
        'by lot' as chosen,
        lots.panel,
        row_number() over (
            partition by single.collection, lots.panel
            order by statistics.draw_key(seed, lots.panel || ':' || single.variant), single.variant
        ) as place,
    from single
    cross join (select unnest(range(0, panels)) as panel) as lots
),

members as (
    select
        ordered.collection,
        ordered.variant,
        ordered.chosen,
        ordered.panel,
        wanted.size,
    from ordered
    inner join (select unnest(sizes) as size) as wanted on ordered.place <= wanted.size
    qualify count(*) over (partition by ordered.collection, ordered.chosen, ordered.panel, wanted.size) = wanted.size
),

together as (
    select
        members.collection,
        members.chosen,
        members.panel,
        members.size,
        any_value(graded.official) as official,
        list(graded.relevance order by graded.relevance) as grades,
    from members
    inner join graded on members.collection = graded.collection and members.variant = graded.variant
    group by members.collection, members.chosen, members.panel, members.size, graded.query_id, graded.doc_id
    having count(*) = members.size
),

cells as (
    select
        grouped.collection,
        grouped.chosen,
        grouped.panel,
        grouped.size,
        rules.rule,
        grouped.official,
        labels.panel_grade(grouped.grades, rules.rule) as relevance,
        sum(grouped.num_pairs) as num_pairs,
    from (
        -- there are few different lists of grades: count the lists before grading them
        select
            together.collection, together.chosen, together.panel, together.size, together.official, together.grades,
            count(*) as num_pairs,
        from together
        group by
            together.collection, together.chosen, together.panel, together.size, together.official, together.grades
    ) as grouped
    cross join (select unnest(['majority', 'mean', 'strictest']) as rule) as rules
    group by
        grouped.collection, grouped.chosen, grouped.panel, grouped.size, rules.rule, grouped.official, relevance
),

panels_of as (
    select
        cells.collection,
        cells.rule,
        cells.size,
        cells.chosen,
        cells.panel,
        sum(cells.num_pairs) as num_pairs,
        labels.cohen_kappa(list({ 'a': cells.official, 'b': cells.relevance, 'n': cells.num_pairs }), 0) as kappa,
    from cells
    group by cells.collection, cells.rule, cells.size, cells.chosen, cells.panel
    union all
    select
        grown.collection,
        grown.rule,
        grown.size,
        'grown' as chosen,
        0 as panel,
        grown.num_pairs,
        grown.kappa,
    from labels.grown_panels(list_max(sizes), collection_name) as grown
    where list_contains(sizes, grown.size)
)

select
    panels_of.collection,
    panels_of.rule,
    panels_of.size,
    panels_of.chosen,
    count(*) as num_panels,
    avg(panels_of.num_pairs) as num_pairs,
    statistics.exact_mean(panels_of.kappa) as kappa,
    min(panels_of.kappa) as kappa_low,
    max(panels_of.kappa) as kappa_high,
    max(best.kappa) as best_single,
from panels_of
inner join (
    select single.collection, max(single.kappa) as kappa,
    from single
    group by single.collection
) as best on panels_of.collection = best.collection
group by panels_of.collection, panels_of.rule, panels_of.size, panels_of.chosen;
