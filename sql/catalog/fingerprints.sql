-- A citable fingerprint of the public data loaded for each collection. Equal rows and conventions have equal fingerprints on
-- any day, on any machine and in any release.
--
-- source: main.loads (the checksum of each load's rows), main.collections
-- grain: collection
-- columns:
--   fingerprint: 16 hexadecimal digits
--   own_runs: names of loaded runs that are not included, because others cannot load them; null if all runs are included. In a
--     collection with submitted runs or an overview, these are the runs that were not submitted and have no known checksum
--   num_loads: included loads: topics, label sets, lists of exclusions, runs and sets of scores
--   num_rows: rows of the included loads
--   overview_title: title of the paper that describes the track; null for other collections
--   authors: authors of the paper, separated by ' and ' as in BibTeX
--   published_in: proceedings of the paper
--   overview_year: year of the paper
--   url: address of the paper
-- caveats: Computed from the checksums in the ledger, without reading the tables; catalog.ledger_counts, which dltrack cite
--   reads, shows whether the tables still contain these rows. Corpora, simulations and descriptions of runs are not included,
--   because they change no score. The fingerprint is null if a checksum is missing from the ledger.
-- page: stored
-- example: select collection, fingerprint from catalog.fingerprints
create or replace view catalog.fingerprints as
with parts as (
    select
        collections.collection,
        loads.name,
        loads.measured_rows as num_rows,
        loads.checksum is null as is_unknown,
        loads.part = 'runs' and loads.verified = 'none' and not coalesce(runs.is_submission, true)
        and (fields.collection is not null or overviews.edition is not null) as is_own,
        concat(
            catalog.field(loads.part),
            -- sets of scores are named after their files; only the part before '/' is used
            catalog.field(case when loads.part = 'scores' then split_part(loads.name, '/', 1) else loads.name end),
            catalog.field(loads.checksum)
        ) as content,
    from main.loads as loads
    inner join main.collections as collections
        on loads.collection = collections.collection
        or (loads.part = 'queries' and loads.name = collections.query_set)
    left join main.runs as runs
        on loads.part = 'runs' and loads.collection = runs.collection and loads.name = runs.run_id
    left join (
        select distinct submitted.collection,
        from main.runs as submitted
        where submitted.is_submission
    ) as fields on loads.collection = fields.collection
    left join published.overviews as overviews on collections.edition = overviews.edition
    where loads.part in ('queries', 'qrels', 'exclusions', 'runs', 'scores')
),

summed as (
    select
        parts.collection,
        count(*) filter (where not parts.is_own) as num_loads,
        sum(parts.num_rows) filter (where not parts.is_own)::bigint as num_rows,
        bool_or(parts.is_unknown) filter (where not parts.is_own) as is_unknown,
        string_agg(parts.content, ' ' order by parts.content) filter (where not parts.is_own) as content,
        list(parts.name order by parts.name) filter (where parts.is_own) as own_runs,
    from parts
    group by parts.collection
),

conventions as (
    select
        collections.collection,
        concat(
            catalog.field(collections.collection),
            catalog.field(collections.qrels_variant),
            catalog.field(collections.min_relevance),
            catalog.field(collections.run_depth),
            catalog.field(collections.overview_depth),
            catalog.field(collections.ncg_depth),
            catalog.field(collections.tie_rule),
            catalog.field(collections.follows),
            case when collections.excludes_query_id then catalog.field('excludes_query_id') end
        ) as content,
    from main.collections as collections
)

select
    collections.collection,
    case
        when not coalesce(summed.is_unknown, false)
            then left(sha256(concat(conventions.content, ' ', summed.content)), 16)
    end as fingerprint,
    summed.own_runs,
    coalesce(summed.num_loads, 0) as num_loads,
    coalesce(summed.num_rows, 0) as num_rows,
    overviews.overview_title,
    overviews.authors,
    overviews.published_in,
    overviews.overview_year,
    overviews.url,
from main.collections as collections
inner join conventions on collections.collection = conventions.collection
left join summed on collections.collection = summed.collection
left join published.overviews as overviews on collections.edition = overviews.edition;
