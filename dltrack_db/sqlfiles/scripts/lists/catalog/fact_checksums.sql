-- One row for each table and scope of facts that are not rows of files, with their current checksum: conventions, run
-- descriptions, the ledger, and the outcomes of expectations. Compare it with main.table_checksums to find changed facts.
--
-- source: main.collections, main.collection_parts, main.runs, main.query_attributes, main.loads, main.load_expectations, store.corpora, store.members
-- grain: table_name, scope
-- columns:
--   table_name, scope
--   num_rows: rows of the scope in the table
--   checksum: sum of the digests of these rows, as text
-- caveats: unpublished loads of corpora are not included; main.table_checksums has the checksums after dltrack's last
--   change, and catalog.changed_facts the differences
-- example: from catalog.fact_checksums
create or replace view catalog.fact_checksums as
with
contents as (
    select
        'main.collections' as table_name,
        collection as scope,
        concat(unpack(catalog.field(columns(*)))) as content,
    from main.collections
    union all
    select
        'main.collection_parts' as table_name,
        edition as scope,
        concat(unpack(catalog.field(columns(*)))) as content,
    from main.collection_parts
    union all
    select
        'main.runs' as table_name,
        collection as scope,
        concat(unpack(catalog.field(columns(*)))) as content,
    from main.runs
    union all
    select
        'main.query_attributes' as table_name,
        source as scope,
        concat(unpack(catalog.field(columns(*)))) as content,
    from main.query_attributes
    union all
    select
        'main.qrels_variants' as table_name,
        variants.collection as scope,
        concat(
            catalog.field(variants.collection), catalog.field(variants.variant), catalog.field(variants.kind),
            catalog.field(variants.model), catalog.field(variants.prompt), catalog.field(variants.date),
            catalog.field(variants.author), catalog.field(variants.source), catalog.field(variants.licence),
            catalog.field(variants.scale), catalog.field(variants.cuts)
        ) as content,
    from main.qrels_variants as variants
    union all
    select
        'main.loads' as table_name,
        batch_id as scope,
        concat(
            unpack(catalog.field(columns(* exclude (published_at)))),
            catalog.field(epoch_us(published_at))
        ) as content,
    from (select * replace (epoch_us(started_at) as started_at) from main.loads) as timed
    union all
    select
        'main.load_expectations' as table_name,
        batch_id as scope,
        concat(
            unpack(catalog.field(columns(lambda name: not suffix(name, '_at')))),
            catalog.field(epoch_us(checked_at))
        ) as content,
    from main.load_expectations
    union all
    select
        'store.corpora' as table_name,
        corpus as scope,
        concat(
            unpack(catalog.field(columns(* exclude (published_at)))),
            catalog.field(epoch_us(published_at))
        ) as content,
    from (select * replace (epoch_us(started_at) as started_at) from store.corpora) as timed
    where is_published
    union all
    select
        'store.members' as table_name,
        published.corpus as scope,
        concat(unpack(catalog.field(columns(members.*)))) as content,
    from store.members as members
    inner join store.corpora as published on published.load_no = members.load_no
    where published.is_published
    -- plug-ins: fact_checksums
)

select
    contents.table_name,
    contents.scope,
    count(*) as num_rows,
    sum(catalog.digest(contents.content))::varchar as checksum,
from contents
group by contents.table_name, contents.scope;
