-- How much of each edition is loaded, compared with a complete copy as described by its recipe.
--
-- source: main.collection_parts (recipes), main.loads (ledger), catalog.part_units
-- grain: edition, collection, part, name
-- columns:
--   edition: name of the edition's recipe
--   collection: judged task; null for parts that several collections share
--   part: kind of data, as in main.loads
--   name: query set, qrels variant or corpus; the collection for runs; labels and folder for scores
--   unit: unit of expected and loaded: 'rows'; 'submitted runs' for runs; 'files' for scores; 'topics' and 'runs' for notes
--   expected: number of units in a complete copy; null if no recipe expects the part
--   loaded: number of loaded units
--   files: number of files that were loaded
--   rows_loaded: number of rows loaded (for runs: rows of rankings)
--   verified: 'md5' if all files equal the published checksums, 'counts' if only the numbers of rows could be checked, else
--     'none'; null if nothing is loaded
--   status: 'complete', 'partial' or 'missing'; 'extra' if no recipe expects the part; 'own' if the edition has no recipe;
--     'unfinished' for a corpus whose load was interrupted: the same command continues the load, dltrack drop removes it
-- caveats: runs that were not submitted to TREC have a separate row with status 'extra'; a part that two editions share is
--   listed for both
-- page: stored
-- example: select collection, part, loaded, expected, status from catalog.status
create or replace view catalog.status as
with
loaded as (
    select
        loads.edition,
        loads.collection,
        loads.part,
        case
            when loads.part = 'runs' and not runs.is_submission then 'other runs'
            when loads.part = 'runs' then loads.collection
            when units.has_pages then loads.edition
            when loads.part = 'scores' then regexp_replace(loads.name, '/[^/]*$', '')
            else loads.name
        end as name,
        count(*) as files,
        sum(loads.measured_rows)::bigint as rows_loaded,
        case
            when bool_and(loads.verified = 'md5') then 'md5'
            when bool_and(loads.verified in ('md5', 'counts')) then 'counts'
            else 'none'
        end as verified,
    from main.loads as loads
    left join main.runs as runs
        on runs.collection = loads.collection and runs.run_id = loads.name and loads.part = 'runs'
    left join catalog.part_units as units on loads.part = units.part
    where loads.part <> 'corpus'
    group by all
),

-- notes are counted by topic or run, as in recipes, because the number of notes on each depends on the source
noted as (
    select 'query-attributes' as part, null as collection, source as name, count(distinct query_id) as num_noted
    from main.query_attributes
    group by source
    union all
    select 'run-metadata' as part, collection, source as name, count(distinct run_id) as num_noted
    from main.run_metadata
    group by collection, source
),

counted as (
    select
        loaded.edition,
        loaded.collection,
        loaded.part,
        loaded.name,
        loaded.files,
        loaded.rows_loaded,
        loaded.verified,
        case
            when loaded.part in ('runs', 'scores') or units.has_pages then loaded.files
            else coalesce(noted.num_noted, loaded.rows_loaded)
        end as num_loaded,
    from loaded
    left join noted
        on noted.part = loaded.part
        and noted.name = loaded.name
        and noted.collection is not distinct from loaded.collection
    left join catalog.part_units as units on loaded.part = units.part
),

corpora as (
    select loads.name, loads.measured_rows, loads.verified
    from main.loads as loads
    where loads.part = 'corpus'
),

unfinished as (
    select
        corpora.corpus,
        any_value(corpora.expected_rows) as expected_rows,
        count(members.member_no) as files,
        coalesce(sum(members.num_stored), 0)::bigint as num_stored,
    from store.corpora as corpora
    left join store.members as members on corpora.load_no = members.load_no
    where not corpora.is_published
    group by corpora.corpus
),

-- a part that editions share is listed for each edition, whichever loaded it: SynDL and the track's editions both score
-- runs by NIST's labels
of_editions as (
    select
        held.edition,
        held.collection,
        held.part,
        held.name,
        sum(held.files)::bigint as files,
        sum(held.rows_loaded)::bigint as rows_loaded,
        case
            when bool_and(held.verified = 'md5') then 'md5'
            when bool_and(held.verified in ('md5', 'counts')) then 'counts'
            else 'none'
        end as verified,
        sum(held.num_loaded)::bigint as num_loaded,
    from (
        select edition, collection, part, name, files, rows_loaded, verified, num_loaded from counted
        union all
        select parts.edition, counted.collection, counted.part, counted.name, counted.files, counted.rows_loaded,
            counted.verified, counted.num_loaded,
        from counted
        inner join main.collection_parts as parts
            on parts.collection = counted.collection
            and parts.part = counted.part
            and parts.name = counted.name
            and parts.edition <> counted.edition
    ) as held
    group by held.edition, held.collection, held.part, held.name
),

all_loaded as (
    select edition, collection, part, name, files, rows_loaded, verified, num_loaded from of_editions
    union all
    select parts.edition, null as collection, parts.part, parts.name, 1 as files, corpora.measured_rows, corpora.verified,
        corpora.measured_rows as num_loaded,
    from main.collection_parts as parts
    inner join corpora on corpora.name = parts.name
    where
        parts.part = 'corpus'
        or (parts.part = 'mapping' and corpora.name in (select passage_documents.corpus from main.passage_documents as passage_documents))
    union all
    select null as edition, null as collection, 'corpus' as part, name, 1 as files, measured_rows, verified, measured_rows as num_loaded
    from corpora
    where name not in (select parts.name from main.collection_parts as parts where parts.part = 'corpus')
),

listed as (
    select
        coalesce(parts.edition, loaded.edition) as edition,
        coalesce(parts.collection, loaded.collection) as collection,
        coalesce(parts.part, loaded.part) as part,
        coalesce(parts.name, loaded.name) as name,
        coalesce(units.unit, 'rows') as unit,
        parts.expected_rows as expected,
        coalesce(loaded.num_loaded, 0) as loaded,
        coalesce(loaded.files, 0) as files,
        coalesce(loaded.rows_loaded, 0) as rows_loaded,
        loaded.verified,
        case
            when loaded.files is null then 'missing'
            when loaded.edition not in (select known.edition from main.collection_parts as known) then 'own'
            -- the fields of topics are loaded with the topics
            when parts.expected_rows is null and not suffix(loaded.name, '/fields') then 'extra'
            when loaded.num_loaded < parts.expected_rows then 'partial'
            else 'complete'
        end as status,
    from main.collection_parts as parts
    full outer join all_loaded as loaded
        on loaded.edition = parts.edition
        and loaded.part = parts.part
        and loaded.name = parts.name
        and coalesce(loaded.collection, '') = coalesce(parts.collection, '')
    left join catalog.part_units as units on coalesce(parts.part, loaded.part) = units.part
    union all
    select
        null as edition,
        null as collection,
        'corpus' as part,
        corpus as name,
        'rows' as unit,
        expected_rows as expected,
        num_stored as loaded,
        files,
        num_stored as rows_loaded,
        null as verified,
        'unfinished' as status,
    from unfinished
)

select
    edition,
    collection,
    part,
    name,
    unit,
    expected,
    loaded,
    files,
    rows_loaded,
    verified,
    status,
from listed
order by
    edition,
    case part when 'queries' then 1 when 'qrels' then 2 when 'runs' then 3 else 4 end,
    collection,
    name,
    part;
