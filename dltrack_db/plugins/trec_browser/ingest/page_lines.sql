-- Lines of pages of the TREC Browser, each with the number of its entry (a heading '#### RUN'; 0 before the first entry). HTML
-- pages (TREC 33 and 34) are converted to Markdown. `paths` and `file_ids` list the files in the same order.
with
texts as (
    select
        getvariable('file_ids')[pages.file_index::integer + 1] as file_id,
        string_split(replace(pages.content, chr(13), ''), chr(10)) as lines,
    from read_text(getvariable('paths')) as pages
),

numbered as (
    select
        texts.file_id,
        unnest(texts.lines) as text,
        unnest(range(1, len(texts.lines) + 1)) as line,
    from texts
),

-- HTML lines as Markdown; empty lines and lines of other tags are omitted
worded as (
    select
        numbered.file_id,
        numbered.line,
        case
            when regexp_matches(numbered.text, '^<(h1 id=|h4 id=|li>|p>)')
                then
                regexp_replace(regexp_replace(regexp_replace(regexp_replace(
                    regexp_replace(regexp_replace(regexp_replace(regexp_replace(
                        numbered.text,
                        '^<p>|\s*</(?:li|p)>\s*$|<a class="headerlink".*$', '', 'g'),
                        '<span class="twemoji">.*?</span>', ':icon:', 'g'),
                        '<a href="([^"]*)">(.*?)</a>', '[\2](\1)', 'g'),
                        '</?strong>', '**', 'g'),
                    '</?code>', '`', 'g'),
                    '^<li>', '- '),
                    '^<h1[^>]*>', '# '),
                    '^<h4[^>]*>', '#### '
                )
            else numbered.text
        end as text,
    from numbered
    where regexp_matches(numbered.text, '^(?:\s*[^\s<]|<(?:h1 |h4 |hr|li>|p>))')
),

-- escaped characters
decoded as (
    select
        worded.file_id,
        worded.line,
        case
            when contains(worded.text, '&')
                then
                replace(replace(replace(replace(replace(
                    worded.text, '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', chr(39)), '&amp;', '&'
                )
            else worded.text
        end as text,
    from worded
)

select
    decoded.file_id,
    decoded.line,
    decoded.text,
    count(*) filter (where starts_with(decoded.text, '#### ')) over (
        partition by decoded.file_id
        order by decoded.line
    ) as entry,
from decoded
