-- One row for each number printed in the papers, with the number computed from this database, and whether the two agree.
--
-- source: published.cells, published.computed, published.official_agreement, published.misprints,
--   published.run_identity, published.score_identity
-- grain: exhibit, row_key, column
-- columns:
--   row_key: row of the printed table or subject of the statement
--   column, published
--   computed: computed number, not rounded; null if it cannot be computed
--   decimals: number of printed decimals
--   status: 'match', 'agrees with NIST', 'agrees in print', 'known misprint', 'needs data', 'not reproducible' or
--     'mismatch', see caveats
--   reason: missing data, source of the comparison, or explanation of a misprint; null for a match computed from rankings
--     and labels
-- caveats: 'match': the printed number equals the number computed from complete official files (for runs: rankings or scores
--   per topic in published.known_runs). 'agrees with NIST': neither the ranking nor scores per topic are loaded, but the
--   printed number equals a number computed from NIST's means. 'agrees in print': the files are not loaded or not public, but
--   the printed number equals a number computed from other printed numbers. 'known misprint': the printed number differs from
--   the computed number, and published.misprints confirms the computed number. 'needs data': a file is missing or incomplete,
--   or neither its md5 nor NIST's scores prove that it is the official file. 'not reproducible': the number needs data that is
--   not published, or a file that was replaced after the paper was printed. 'mismatch': the numbers differ without an
--   explanation, or no number is computed although all data is loaded. Two numbers are equal if they differ by at most half a
--   unit of the last printed decimal, because the papers round both ways (.2125 to .212, 2.75 to 2.8). For means of submitted
--   scores, which have four decimals, the tolerance is .00005 larger. A printed bound ('less than 20 percent') is true or
--   false.
-- cost: 1.2 s of processor time and 280 MB, as a hundred views are planned; a quarter less after set
--   disabled_optimizers = 'compressed_materialization'
-- page: slow
-- example: from published.comparison where status = 'mismatch'
create or replace view published.comparison as
with run_parts as (
    -- repeats the description in requirement_parts, because reading requirement_parts would plan it again
    select
        requirements.requirement,
        requirements.collection,
        'the run, in ' || requirements.collection as description,
    from published.requirements as requirements
    where requirements.kind = 'run'
),

scored_runs as (
    select
        score_identity.collection,
        score_identity.run_id,
        score_identity.is_known,
        score_identity.origin,
        score_identity.reason,
    from published.score_identity as score_identity
    inner join main.collections as collections
        on
            score_identity.collection = collections.collection
            and score_identity.variant = collections.qrels_variant
),

needs as (
    select
        cells.exhibit,
        cells.row_key,
        cells.column_name,
        coalesce(requirement_status.is_met, true)
        and (run_parts.requirement is null or coalesce(run_identity.is_submitted, false)) as is_complete,
        coalesce(requirement_status.is_obtainable, true) as is_obtainable,
        coalesce(requirement_status.is_described, true) as is_described,
        run_identity.run_id is not null as is_run_loaded,
        coalesce(requirement_status.is_met and scored_runs.is_known and run_identity.run_id is null, false) as has_scores,
        case
            when run_parts.requirement is not null and run_identity.run_id is null then scored_runs.origin
            else requirement_status.origin
        end as origin,
        concat_ws(
            '; ',
            case
                when run_parts.requirement is not null and run_identity.run_id is null then run_parts.description
            end,
            run_identity.reason,
            case when run_identity.run_id is null then scored_runs.reason end,
            requirement_status.missing
        ) as missing,
    from published.cells as cells
    left join published.requirement_status as requirement_status
        on cells.requirement = requirement_status.requirement
    left join run_parts on cells.requirement = run_parts.requirement
    left join published.run_identity as run_identity
        on
            run_parts.collection = run_identity.collection
            and cells.row_key = run_identity.run_id
    left join scored_runs
        on
            run_parts.collection = scored_runs.collection
            and cells.row_key = scored_runs.run_id
),

compared as (
    select
        cells.exhibit,
        cells.row_key,
        cells.column_name,
        cells.value as published,
        case
            when needs.is_complete or needs.has_scores or (computed.source <> 'files' and needs.is_described)
                then computed.value
        end as computed,
        cells.decimals,
        needs.is_complete or (needs.has_scores and computed.value is not null) as is_complete,
        needs.has_scores,
        needs.origin,
        needs.is_obtainable,
        needs.missing,
        case when computed.source <> 'files' and needs.is_described then computed.source end as outside_source,
        case
            when official_agreement.is_equal and not needs.is_run_loaded
                then 'NIST published ' || format('{:.4f}', official_agreement.official) || '; missing: ' || needs.missing
        end as confirmation,
        misprints.cause,
        misprints.reason as misprint,
        0.5 * pow(10, -cells.decimals) + case when needs.has_scores then 0.00005 else 0 end + 1e-9 as tolerance,
        case cells.relation
            when '<' then computed.value < cells.value
            when '>' then computed.value > cells.value
            else abs(computed.value - cells.value) <= tolerance
        end as is_equal,
        coalesce(abs(computed.value - misprints.value) <= tolerance, false) as is_right,
        misprints.value as right_value,
        misprints.source as right_source,
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
    left join published.official_agreement as official_agreement
        on
            cells.exhibit = official_agreement.exhibit
            and cells.row_key = official_agreement.run_id
            and cells.column_name = official_agreement.column_name
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
    computed,
    decimals,
    case
        when not is_complete and outside_source is null
            then
                case
                    when confirmation is not null then 'agrees with NIST'
                    when is_obtainable then 'needs data'
                    else 'not reproducible'
                end
        when not is_equal and is_right and cause = 'print' then 'known misprint'
        when not is_equal and is_right then 'not reproducible'
        when not coalesce(is_equal, false) then 'mismatch'
        when outside_source = 'print' then 'agrees in print'
        when outside_source = 'NIST' then 'agrees with NIST'
        else 'match'
    end as status,
    case
        when not is_complete and outside_source is null then coalesce(confirmation, missing)
        when computed is null then 'all required data is loaded, but the view returns no number'
        when not is_equal and is_right then misprint
        when not is_equal and misprint is not null
            then 'neither the printed number nor ' || right_value || ', the right number according to ' || right_source
        when not is_equal then 'no known explanation for the difference'
        when outside_source = 'print' then 'follows from other printed numbers'
        when outside_source = 'NIST' then 'follows from NIST''s scores; missing: ' || missing
        when origin is not null then 'from scores per topic of ' || origin || ', which have four decimals'
    end as reason,
from compared;
