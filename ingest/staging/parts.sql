-- The parts of a load, by the names of the scripts that publish them; lines of files are one of their own.
select distinct part
from memory.staging.files
union all
select 'source-lines' as part
where exists (from memory.staging.source_lines)
order by part;
