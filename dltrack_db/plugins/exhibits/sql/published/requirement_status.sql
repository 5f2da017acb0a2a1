-- One row for each requirement of printed cells: whether all its data is loaded, and which data is missing.
--
-- source: published.requirement_parts
-- grain: requirement
-- columns:
--   requirement: name used in published.cells
--   is_met: whether all data of the requirement is loaded in full, apart from the run in the cell's row
--   is_obtainable: whether all data of the requirement can be obtained
--   is_described: whether all runs are described; always true if the requirement includes more than descriptions, because
--     counts are then computed from the runs
--   missing: data that is not loaded in full; null if nothing is missing
--   origin: editions that provide the scores per topic; null if the requirement needs no scores or some scores are missing
-- example: from published.requirement_status where not is_met
create or replace view published.requirement_status as
select
    requirement_parts.requirement,
    coalesce(bool_and(requirement_parts.is_met), true) as is_met,
    count(*) filter (where requirement_parts.kind = 'outside') = 0 as is_obtainable,
    coalesce(bool_and(requirement_parts.is_met) filter (where requirement_parts.kind = 'metadata'), true)
    or bool_or(requirement_parts.kind not in ('metadata', 'categories')) as is_described,
    case
        when count(*) filter (where requirement_parts.kind = 'outside') > 0
            then
                string_agg(requirement_parts.description, '; ' order by requirement_parts.description)
                    filter (where requirement_parts.kind = 'outside')
        else
            string_agg(requirement_parts.description, '; ' order by requirement_parts.description)
                filter (where not requirement_parts.is_met)
    end as missing,
    string_agg(distinct requirement_parts.origin, ', ' order by requirement_parts.origin) as origin,
from published.requirement_parts as requirement_parts
group by requirement_parts.requirement;
