-- The conventions of a collection, or of each of an edition, one a line, then its labels and runs. Parameter: the name.
with
asked as (
    from main.collections
    where $1 in (collection, edition)
),

conventions as (
    unpivot (select collection, columns(* exclude (collection))::varchar from asked)
    on columns(* exclude (collection))
    into name name value value
),

facts as (
    select
        conventions.collection,
        columns.position,
        conventions.name,
        conventions.value,
        columns.meaning,
    from conventions
    inner join catalog.columns as columns
        on columns.object = 'main.collections' and columns.name = conventions.name
    union all
    select
        variants.collection,
        1000 as position,
        'labels' as name,
        string_agg(variants.variant, ', ' order by not variants.is_official, variants.variant) as value,
        'sets of labels that it knows, the official one first' as meaning,
    from labels.known_variants as variants
    group by variants.collection
    union all
    select
        runs.collection,
        1001 as position,
        'runs' as name,
        count(*)::varchar as value,
        'runs whose rankings are loaded' as meaning,
    from main.runs as runs
    where runs.source_file is not null
    group by runs.collection
)

select
    facts.collection,
    facts.name,
    facts.value,
    facts.meaning,
from facts
where facts.collection in (select asked.collection from asked)
order by facts.collection asc, facts.position asc;
