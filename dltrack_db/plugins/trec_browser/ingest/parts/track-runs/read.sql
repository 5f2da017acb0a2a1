-- Read runs from pages of the TREC Browser: entries with lines '- :icon: **Field:** value'. Reads the view temp.page_lines.
with
fields as (
    select
        lines.file_id,
        lines.entry,
        lines.line,
        lines.text,
        regexp_extract(lines.text, '^- :[\w-]+: \*\*(.+?):\*\* ?(.*)$', ['field', 'value']) as found,
        regexp_extract(lines.text, '\[\*\*`Input`\*\*\]\((\S+?)\)', 1) as url,
        regexp_extract(lines.text, '\[\*\*`Summary`\*\*\]\((\S+?)\)', 1) as summary_url,
    from temp.page_lines as lines
    where lines.entry > 0
),

named as (
    select
        fields.file_id,
        fields.entry,
        fields.line,
        fields.text,
        fields.found.field,
        nullif(trim(trim(fields.found.value), '`'), '') as value,
        nullif(fields.url, '') as url,
        nullif(fields.summary_url, '') as summary_url,
    from fields
)

select
    named.file_id,
    min(named.line) as line,
    coalesce(last(named.value order by named.line) filter (where named.field = 'Task'), '') as task,
    last(named.value order by named.line) filter (where named.field = 'Run ID') as run_id,
    last(named.value order by named.line) filter (where named.field = 'Participant') as team,
    last(named.value order by named.line) filter (where named.field = 'Type') as type,
    try_strptime(
        last(named.value order by named.line) filter (where named.field = 'Submission'), ['%m/%d/%Y', '%Y-%m-%d']
    )::date as submitted_on,
    last(named.value order by named.line) filter (where named.field = 'MD5') as submitted_md5,
    first(named.url order by named.line) filter (where named.url is not null) as url,
    first(named.summary_url order by named.line) filter (where named.summary_url is not null) as summary_url,
    case
        when count(*) filter (where named.field = 'Run ID' and named.value is not null) <> 1
            then 'the entry ''' || substr(min_by(named.text, named.line), 6) || ''' does not have exactly one Run ID'
    end as problem,
from named
group by named.file_id, named.entry
