-- Preparations of exports.

-- name: has_subtopics
-- One row if the database has the table of labels by subtopic, which databases with table schema 2 do not have.
select table_name
from information_schema.tables
where
    table_catalog = current_database()
    and table_schema = 'main'
    and table_name = 'subtopic_qrels';

-- name: no_subtopics
-- An empty table of labels by subtopic, for databases without that table.
create or replace temporary table subtopic_qrels (
    collection varchar,
    variant varchar,
    query_id varchar,
    subtopic varchar,
    doc_id varchar,
    relevance smallint
);

-- name: named
-- Names of the runs and teams in the collections in variable `collections`, one row per name.
select
    'run' as kind,
    runs.run_id as name,
from main.runs as runs
where list_contains(getvariable('collections'), runs.collection)
union
select
    'run' as kind,
    run_topics.run_id as name,
from main.run_topics as run_topics
where list_contains(getvariable('collections'), run_topics.collection)
union
select
    'team' as kind,
    runs.team as name,
from main.runs as runs
where list_contains(getvariable('collections'), runs.collection) and runs.team is not null
order by all;

-- name: pseudonyms
-- The temporary table with the pseudonyms of runs and teams, and the macro that looks up a pseudonym.
create or replace temp table pseudonyms (
    kind varchar not null,
    name varchar not null,
    pseudonym varchar not null
);

create or replace temp macro pseudonym(kind_of_name, given) as (
    select known.pseudonym
    from temp.pseudonyms as known
    where known.kind = kind_of_name and known.name = given
);

-- name: defused
-- A macro that puts an apostrophe before a text that begins like a formula, so that spreadsheets do not run the text.
create or replace temp macro defused(value) as
    case
        when regexp_matches(value, '^[=+@\t\r\n-]') then '''' || value
        else value
    end;

-- name: ledger
-- The ledger for a frozen lake of the collections in variable `collections`, read from the database attached as `loaded`, with
-- file names in place of local paths.
with query_sets as (
    select collections.query_set
    from loaded.main.collections as collections
    where list_contains(getvariable('collections'), collections.collection)
)

select loads.* replace (
    case when contains(loads.source, '://') then loads.source else regexp_extract(loads.source, '[^/\\]*$') end as source
)
from loaded.main.loads as loads
where
    list_contains(getvariable('collections'), loads.collection)
    or (loads.part in ('queries', 'query-variants') and split_part(loads.name, '/', 1) in (from query_sets))
    or (
        loads.part = 'query-attributes'
        and loads.name in (
            select attributes.source
            from loaded.main.query_attributes as attributes
            where attributes.query_set in (from query_sets)
        )
    );
