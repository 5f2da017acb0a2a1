-- Queries for an export in TREC's file formats.

-- name: breaking_values
-- The first value in the collection in variable `collection` that would break a line of a TREC file, for example an id with a
-- blank. Loads reject such values, but an untrusted database may contain them.
with
named as (
    select
        unnest(['topic', 'document', 'iteration']) as kind,
        unnest([query_id, doc_id, iteration]) as id,
    from main.qrels
    where collection = getvariable('collection')
    union all
    select
        'subtopic' as kind,
        subtopic as id,
    from subtopic_qrels
    where collection = getvariable('collection')
    union all
    select
        'topic' as kind,
        query_id as id,
    from main.run_topics
    where collection = getvariable('collection')
    union all
    select
        'document' as kind,
        doc_id as id,
    from main.rankings
    where collection = getvariable('collection')
    union all
    select
        'tag' as kind,
        tag as id,
    from main.runs
    where collection = getvariable('collection')
    union all
    select
        'topic' as kind,
        queries.query_id as id,
    from main.queries
    inner join main.collections on queries.query_set = collections.query_set
    where collections.collection = getvariable('collection')
),

texts as (
    select queries.query_id
    from main.queries
    inner join main.collections on queries.query_set = collections.query_set
    where
        collections.collection = getvariable('collection')
        and regexp_matches(queries.text, '[\n\r\x00]')
)

select
    kind,
    min(id) as id,
from named
where id = '' or regexp_matches(id, '[\s\p{Cc}]')
group by kind
union all
select
    'text of topic' as kind,
    query_id as id,
from texts
order by kind, id
limit 1;

-- name: topics
-- The topics of the collection in variable `collection`: id and text.
select
    queries.query_id,
    queries.text,
from main.queries
inner join main.collections
    on queries.query_set = collections.query_set
where collections.collection = getvariable('collection')
order by queries.query_id;

-- name: qrels
-- The labels of the collection and label set in variables `collection` and `variant`: topic, iteration, document, original
-- label. If the labels have subtopics, the subtopic replaces the iteration, as ndeval reads it. For sampled labels, the
-- stratum comes before the label.
with given as (
    select
        collection,
        variant,
        query_id,
        doc_id,
        iteration,
        -- databases of earlier releases have no columns `gain` and `stratum`
        list_value(unpack(columns(lambda name: name in ('relevance', 'gain'))::varchar)) as labels,
        list_value(unpack(columns(lambda name: name in ('relevance', 'stratum'))::varchar)) as strata,
    from main.qrels
    where collection = getvariable('collection') and variant = getvariable('variant')
)

select
    qrels.query_id,
    coalesce(subtopic_qrels.subtopic, qrels.iteration, '0') as iteration,
    qrels.doc_id,
    concat_ws(
        ' ', qrels.strata[2], coalesce(subtopic_qrels.relevance::varchar, qrels.labels[2], qrels.labels[1])
    ) as relevance,
from given as qrels
left join subtopic_qrels
    on qrels.collection = subtopic_qrels.collection
    and qrels.variant = subtopic_qrels.variant
    and qrels.query_id = subtopic_qrels.query_id
    and qrels.doc_id = subtopic_qrels.doc_id
order by qrels.query_id, subtopic_qrels.subtopic, qrels.doc_id;

-- name: run
-- The rankings of the run in variables `collection` and `run_id`: topic, Q0, document, rank, score with all digits, tag.
select
    rankings.query_id,
    'Q0' as literal,
    rankings.doc_id,
    rankings.submitted_rank,
    rankings.score,
    coalesce(runs.tag, rankings.run_id) as tag,
from main.rankings
inner join main.runs
    on rankings.collection = runs.collection and rankings.run_id = runs.run_id
where rankings.collection = getvariable('collection') and rankings.run_id = getvariable('run_id')
order by rankings.query_id, rankings.submitted_rank, rankings.rank;

-- name: header
-- The comment lines before the first row of the loaded file of the run in variables `collection` and `run_id`, in order.
select notes.value as line
from main.run_metadata as notes
where
    notes.collection = getvariable('collection')
    and notes.run_id = getvariable('run_id')
    and notes.source = 'header/' || getvariable('run_id')
order by notes.key;

-- name: files
-- The loaded files of the collection in variable `collection`, for the parts in variable `line_parts`: part, name, source, and
-- md5 sum as text; is_kept is true if the lines of the file are stored.
select
    loads.part,
    loads.name,
    loads.source,
    loads.md5,
    (loads.part, loads.name) in (
        select distinct (lines.part, lines.source)
        from main.source_lines as lines
        where lines.collection = getvariable('collection')
    ) as is_kept,
from main.loads as loads
where loads.collection = getvariable('collection') and list_contains(getvariable('line_parts')::varchar[], loads.part)
order by loads.part, loads.name;

-- name: lines
-- The stored lines of the file in variables `collection`, `part` and `source`, in order.
select lines.text
from main.source_lines as lines
where
    lines.collection = getvariable('collection')
    and lines.part = getvariable('part')
    and lines.source = getvariable('source')
order by lines.line;
