-- Read official scores from pages of the TREC Browser. In an entry, each line between the fences below '??? example "summary
-- (NAME)"' consists of measure, 'all' and value. If three names separated by tabs come before 'all', they are run, labels and
-- measure. Reads the view temp.page_lines.
with
opened as (
    select
        lines.file_id,
        lines.entry,
        lines.line,
        lines.text,
        trim(lines.text, chr(9) || ' ') as bare,
        count(*) filter (where starts_with(lines.text, '??? example "')) over whole as summary_number,
    from temp.page_lines as lines
    where lines.entry > 0
    window whole as (partition by lines.file_id, lines.entry order by lines.line)
),

fenced as (
    select
        opened.*,
        count(*) filter (where opened.bare = '```') over (
            partition by opened.file_id, opened.entry, opened.summary_number
            order by opened.line
        ) as fences,
    from opened
),

headed as (
    select
        fenced.file_id,
        fenced.entry,
        fenced.summary_number,
        max(fenced.text) filter (where starts_with(fenced.text, '??? example "')) as heading,
        max(fenced.text) filter (where starts_with(fenced.text, '#### ')) as run,
    from fenced
    group by fenced.file_id, fenced.entry, fenced.summary_number
),

cells as (
    select
        fenced.file_id,
        fenced.entry,
        fenced.summary_number,
        fenced.line,
        fenced.text,
        regexp_extract(fenced.text, '^\s*(.+?)\s+all\s+(\S+)\s*$', ['names', 'value']) as found,
    from fenced
    where fenced.summary_number > 0 and fenced.fences = 1 and fenced.bare not in ('', '```')
),

parted as (
    select
        cells.*,
        regexp_split_to_array(cells.found.names, '\t+') as names,
    from cells
)

select
    parted.file_id,
    parted.line,
    trim(substr(runs.run, 6)) as run_id,
    regexp_extract(headed.heading, '"(?:summary ?)?\(?(.*?)\)?"', 1) as summary,
    case when len(parted.names) = 3 then parted.names[2] else '' end as labels,
    row_number() over (
        partition by parted.file_id, parted.entry, parted.summary_number, parted.found.names
        order by parted.line
    ) as block,
    nullif(parted.names[-1], '') as measure,
    as_number(parted.found.value) as value,
    case
        when
            not coalesce(isfinite(as_number(parted.found.value)), false)
            or len(parted.names) not in (1, 3)
            then 'no measure, ''all'' and number: ' || parted.text
    end as problem,
from parted
inner join headed
    on
        headed.file_id = parted.file_id
        and headed.entry = parted.entry
        and headed.summary_number = parted.summary_number
inner join headed as runs on runs.file_id = parted.file_id and runs.entry = parted.entry and runs.summary_number = 0
