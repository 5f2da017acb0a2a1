-- A checksum of every table of reference data: what dltrack ships (papers/*.csv, the catalogue of measures), to compare a
-- database with the package.
--
-- source: published.papers, published.cells, published.exhibits, published.misprints,
--   published.requirements, published.overviews, published.run_papers,
--   published.tracks, published.official_tables, published.collection_aliases, main.official_scores, metrics.measures,
--   metrics.spellings, metrics.measure_parameters, metrics.summaries, metrics.directions,
--   metrics.standard_names
-- grain: table_name
-- columns:
--   table_name
--   num_rows: rows in the table
--   checksum: sum of the rows' digests, as text
-- example: from catalog.reference_checksums
create or replace view catalog.reference_checksums as
with
contents as (
    select
        'published.papers' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from published.papers
    union all
    select
        'published.cells' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from published.cells
    union all
    select
        'published.exhibits' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from published.exhibits
    union all
    select
        'published.misprints' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from published.misprints
    union all
    select
        'published.requirements' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from published.requirements
    union all
    select
        'published.printed_facts' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from published.printed_facts
    union all
    select
        'published.overviews' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from published.overviews
    union all
    select
        'published.run_papers' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from published.run_papers
    union all
    select
        'published.tracks' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from published.tracks
    union all
    select
        'published.official_tables' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from published.official_tables
    union all
    select
        'published.collection_aliases' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from published.collection_aliases
    union all
    select
        'main.official_scores' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from main.official_scores
    union all
    select
        'metrics.measures' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from metrics.measures
    union all
    select
        'metrics.spellings' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from metrics.spellings
    union all
    select
        'metrics.measure_parameters' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from metrics.measure_parameters
    union all
    select
        'metrics.summaries' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from metrics.summaries
    union all
    select
        'metrics.directions' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from metrics.directions
    union all
    select
        'metrics.standard_names' as table_name,
        concat(unpack(catalog.field(columns(*)))) as content,
    from metrics.standard_names
)

select
    contents.table_name,
    count(*) as num_rows,
    sum(catalog.digest(contents.content))::varchar as checksum,
from contents
group by contents.table_name
order by contents.table_name;
