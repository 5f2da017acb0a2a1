-- Read facts about tracks from pages of the TREC Browser: organizers, tasks, links to data, participants. Reads the view
-- temp.page_lines.
with
fields as (
    select
        lines.file_id,
        lines.entry,
        lines.line,
        trim(lines.text) as text,
        regexp_extract(
            trim(lines.text), '^(?:- )?(?::[\w-]+: )?\*\*`?(.+?)`?(?::\*\*|\*\*:)\s*(.*)$', ['field', 'value']
        ) as found,
        max(starts_with(lines.text, '# ')) over sofar as is_after_title,
        max(lines.text) filter (where starts_with(lines.text, '#### ')) over entries as heading,
    from temp.page_lines as lines
    window
        sofar as (partition by lines.file_id order by lines.line),
        entries as (partition by lines.file_id, lines.entry)
),

-- a horizontal rule ends a section
placed as (
    select
        fields.*,
        last_value(
            case
                when regexp_matches(fields.text, '^(---|<hr)') then ''
                when fields.found.field <> '' then fields.found.field
            end ignore nulls
        ) over (partition by fields.file_id order by fields.line) as section,
    from fields
    where fields.is_after_title
),

links as (
    select
        placed.file_id,
        placed.line,
        case placed.section
            when 'Track Web Page' then 'track page'
            when 'trec.nist.gov' then 'data page'
            else lower(placed.section)
        end as kind,
        unnest(string_split(placed.found.value, ' | ')) as link,
        unnest(range(len(string_split(placed.found.value, ' | ')))) as nth,
    from placed
    where
        placed.entry = 0
        and placed.found.value <> ''
        and placed.section in ('Track Web Page', 'trec.nist.gov', 'Corpus', 'Topics', 'Qrels', 'ir_datasets', 'Other')
),

linked as (
    select
        links.*,
        regexp_extract(trim(links.link), '^\[`?(.*?)`?\]\((.*)\)$', ['name', 'url']) as named,
    from links
),

facts as (
    select
        placed.file_id,
        placed.line,
        0 as nth,
        'coordinator' as kind,
        regexp_extract(placed.text, '^- (.+?)(?:(?:, | - )(.*))?$', ['name', 'description']) as said,
        null as contact,
        null as url,
        null as problem,
    from placed
    where placed.section = 'Track coordinator(s)' and starts_with(placed.text, '- ') and placed.found.field = ''
    union all
    select
        placed.file_id,
        placed.line,
        0 as nth,
        'task' as kind,
        regexp_extract(placed.text, '^- `(.+?)`:? ?(.*)$', ['name', 'description']) as said,
        null as contact,
        null as url,
        case
            when not regexp_matches(placed.text, '^- `') then 'the task ''' || placed.text || ''' has no name in code'
        end as problem,
    from placed
    where placed.section = 'Tasks' and starts_with(placed.text, '- ') and placed.found.field = ''
    union all
    select
        placed.file_id,
        min(placed.line) as line,
        0 as nth,
        'team' as kind,
        {
            'name': substr(min(placed.heading), 6),
            'description': max(placed.found.value) filter (where placed.found.field = 'Organization')
        } as said,
        max(placed.found.value) filter (where placed.found.field = 'Name') as contact,
        null as url,
        null as problem,
    from placed
    where placed.entry > 0
    group by placed.file_id, placed.entry
    union all
    select
        linked.file_id,
        linked.line,
        linked.nth,
        linked.kind,
        {
            'name': linked.named.name,
            'description': null
        } as said,
        null as contact,
        nullif(linked.named.url, '') as url,
        case when linked.named.name = '' then 'no link of the form [name](address) in ''' || linked.link || '''' end as problem,
    from linked
    where linked.named.name <> 'nan' -- HTML pages have nan for a missing link
)

select
    facts.file_id,
    facts.line,
    row_number() over (partition by facts.file_id order by facts.line, facts.nth)::smallint as position,
    facts.kind,
    nullif(nullif(trim(facts.said.name), ''), facts.url) as name,
    nullif(trim(facts.said.description), '') as description,
    nullif(trim(facts.contact), '') as contact,
    facts.url,
    facts.problem,
from facts
