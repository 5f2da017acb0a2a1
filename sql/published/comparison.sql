-- Every printed number of the four papers against what this database computes.
--
-- source: published.cells, published.computed, published.misprints
-- grain: exhibit, row_key, column
-- columns:
--   exhibit: id as in published.exhibits
--   row_key: row of the printed table or subject of the statement
--   column: column of the printed table or what the statement measures
--   published: number as printed
--   computed: number as computed, not rounded; null where it cannot be
--   decimals: printed decimals
--   status: 'match', 'mismatch', 'known misprint' or 'needs data'
--   reason: why a misprint is one, or what is missing
-- caveats: A computed number matches when it is within half a unit of the last printed decimal, either way at exactly
--   half:
--   the papers round .2125 to .212 and 2.75 to 2.8. A bound ('less than 20 percent') matches when it holds. A number
--   that
--   should be computable with what is loaded, and is not, is a mismatch.
-- example: from published.comparison where status = 'mismatch'
create or replace view published.comparison as
with missing as (
    select
        requirement_parts.requirement,
        string_agg(requirement_parts.description, '; ' order by requirement_parts.description) as description,
    from published.requirement_parts as requirement_parts
    where not requirement_parts.is_met
    group by requirement_parts.requirement
),

run_parts as (
    select
        requirement_parts.requirement,
        requirement_parts.collection,
        requirement_parts.description,
    from published.requirement_parts as requirement_parts
    where requirement_parts.kind = 'run'
),

needs as (
    select
        cells.exhibit,
        cells.row_key,
        cells.column_name,
        concat_ws(
            '; ',
            case
                when run_parts.requirement is not null and runs.source_file is null then run_parts.description
            end,
            missing.description
        ) as description,
    from published.cells as cells
    left join missing on cells.requirement = missing.requirement
    left join run_parts on cells.requirement = run_parts.requirement
    left join main.runs as runs
        on
            run_parts.collection = runs.collection
            and cells.row_key = runs.run_id
),

compared as (
    select
        cells.exhibit,
        cells.row_key,
        cells.column_name,
        cells.value as published,
        computed.value as computed,
        cells.decimals,
        needs.description as missing_data,
        misprints.reason as misprint,
        case cells.relation
            when '<' then computed.value < cells.value
            when '>' then computed.value > cells.value
            else abs(computed.value - cells.value) <= 0.5 * pow(10, -cells.decimals) + 1e-9
        end as is_equal,
    from published.cells as cells
    inner join needs
        on
            cells.exhibit = needs.exhibit
            and cells.row_key = needs.row_key
            and cells.column_name = needs.column_name
    left join published.computed as computed
        on
            cells.exhibit = computed.exhibit
            and cells.row_key = computed.row_key
            and cells.column_name = computed.column_name
    left join published.misprints as misprints
        on
            cells.exhibit = misprints.exhibit
            and cells.row_key = misprints.row_key
            and cells.column_name = misprints.column_name
)

select
    exhibit,
    row_key,
    column_name as "column",
    published,
    case when missing_data = '' then computed end as computed,
    decimals,
    case
        when missing_data <> '' then 'needs data'
        when is_equal then 'match'
        when misprint is not null then 'known misprint'
        else 'mismatch'
    end as status,
    case
        when missing_data <> '' then missing_data
        when not is_equal then misprint
    end as reason,
from compared;
