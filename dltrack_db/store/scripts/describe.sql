-- Descriptions of collections, runs, labels, measures and words by name (store/catalogue.py).

-- name: collection
-- Conventions, label sets and number of runs of the collection in variable `name`, one fact per row; if `name` is an edition,
-- of all its collections.
with
asked as (
    from main.collections
    where getvariable('name') in (collection, edition)
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
        'sets of labels, the official one first' as meaning,
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

-- name: run
-- Facts about the run in variable `name`, one fact per row, for every collection that contains the run.
with facts as (
    select
        runs.collection,
        1 as part,
        unnest(['team', 'subtask', 'category', 'stage', 'dense', 'submitted on', 'loaded from']) as name,
        unnest([
            runs.team,
            runs.subtask,
            runs.category,
            runs.stage,
            runs.dense::varchar,
            runs.submitted_on::varchar,
            runs.source_file,
        ]) as value,
    from main.runs as runs
    where runs.run_id = getvariable('name')
    union all
    select
        scored.collection,
        2 as part,
        scored.measure as name,
        format('{:.4f}', scored.value) || ' (' || scored.provenance || ')' as value,
    from metrics.run_scores as scored
    where scored.run_id = getvariable('name') and scored.measure in ('ndcg_cut_10', 'map', 'recip_rank')
    union all
    select
        notes.collection,
        3 as part,
        notes.key as name,
        notes.value,
    from main.run_metadata as notes
    where notes.run_id = getvariable('name')
    union all
    select
        runs.collection,
        4 as part,
        unnest(['paper', 'paper at']) as name,
        unnest([runs.paper, runs.paper_url]) as value,
    from main.described_runs as runs
    where runs.run_id = getvariable('name')
    -- plug-ins: run_facts
)

select
    facts.collection,
    facts.name,
    facts.value,
from facts
where facts.value is not null
order by facts.collection asc, facts.part asc, facts.name asc;

-- name: labels
-- Facts about the set of labels, votes or nuggets in variable `name`, one fact per row, for every collection that contains the
-- set.
with
facts as (
    select
        judges.collection,
        1 as part,
        unnest(['made by', 'model', 'prompt', 'author', 'date', 'scale', 'cut points', 'licence', 'from']) as name,
        unnest([
            judges.kind,
            judges.model,
            judges.prompt,
            judges.author,
            judges.date,
            judges.scale,
            judges.cuts,
            judges.licence,
            judges.source,
        ]) as value,
    from main.qrels_variants as judges
    where judges.variant = getvariable('name')
    union all
    select
        labels.collection,
        2 as part,
        unnest(['labels of documents', 'topics', 'labels from', 'labels to', 'different labels', 'fractions']) as name,
        unnest([
            format('{:,}', count(*)),
            count(distinct labels.query_id)::varchar,
            format('{:g}', min(labels.value)),
            format('{:g}', max(labels.value)),
            count(distinct labels.value)::varchar,
            format('{:,}', nullif(count(labels.gain), 0)),
        ]) as value,
    from (
        select qrels.collection, qrels.query_id, qrels.gain, coalesce(qrels.gain, qrels.relevance::double) as value,
        from main.qrels as qrels
        where qrels.variant = getvariable('name')
    ) as labels
    group by labels.collection
    -- plug-ins: label_facts
)

select
    facts.collection,
    facts.name,
    facts.value,
from facts
where facts.value is not null
order by facts.collection asc, facts.part asc, facts.name asc;

-- name: measure
-- Meaning of the measure name in variable `name`, in trec_eval's and in ir_measures' spelling, and the macro that computes
-- the measure.
select
    spellings.language,
    spellings.measure,
    objects.summary as meaning,
    objects.object as macro,
    array_to_string(measures.defaults, ', ') as defaults,
    coalesce('grade ' || spellings.min_relevance, if(measures.is_binary, 'as the collection counts', 'no matter'))
        as relevant_from,
from metrics.spellings as spellings
inner join metrics.measures as measures on measures.measure = spellings.measure
left join catalog.objects as objects on objects.object = 'metrics.' || measures.macro
where spellings.spelling in (getvariable('name'), regexp_extract(getvariable('name'), '^[^(@]+'), regexp_replace(getvariable('name'), '_?\d+$', ''))
qualify
    count(*) over (partition by spellings.language) = 1
    or coalesce(measures.parameter in ('cutoffs', 'items'), false) = regexp_matches(getvariable('name'), '[@_](g1-|g)?\d+$')
order by spellings.language desc, measures.position asc;

-- name: word
-- Columns and parameters with a description that quotes the word in variable `name` as a value, each with one object that has
-- this column or parameter.
select
    columns.name,
    columns.meaning,
    arg_min(columns.object, if(starts_with(columns.object, 'main.'), '', columns.object)) as object,
from catalog.columns as columns
where contains(lower(columns.meaning), '''' || nullif(lower(getvariable('name')), '') || '''')
group by all
order by count(*) desc, columns.name asc, columns.meaning asc;
