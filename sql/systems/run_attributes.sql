-- Metadata that runs declare at the top of their files, by ir_metadata's names: platform, implementation, method, data.
--
-- source: T. Breuer, J. Keller and P. Schaer, "ir_metadata: an extensible metadata schema for IR experiments", SIGIR 2022;
--   the comments between ir_metadata.start and ir_metadata.end, which main.run_metadata stores line by line
-- grain: collection, run_id, attribute, place
-- columns:
--   run_id
--   attribute: names from the outermost to the innermost, separated by full stops, such as 'method.retrieval.b'
--   place: line number of the value in the comments; an attribute with a list of values has several rows
--   value: as text, without the quotation marks
-- needs: run notes
-- caveats: block mappings and lists of YAML with one value per line are parsed; other YAML (anchors, folded text, flow
--   mappings) is kept as the text of its line
-- example: select run_id, value from systems.run_attributes where attribute = 'method.retrieval.b'
create or replace view systems.run_attributes as
with comments as (
    select
        notes.collection,
        notes.run_id,
        cast(substr(notes.key, 6) as bigint) as place,
        regexp_replace(notes.value, '^# ?', '') as text,
    from main.run_metadata as notes
    where notes.source = 'header/' || notes.run_id and regexp_full_match(notes.key, 'line \d+')
),

ends as (
    select
        comments.collection,
        comments.run_id,
        min(comments.place) filter (where trim(comments.text) = 'ir_metadata.start') as first_place,
        max(comments.place) filter (where trim(comments.text) = 'ir_metadata.end') as last_place,
    from comments
    group by comments.collection, comments.run_id
),

lines as (
    select
        comments.collection,
        comments.run_id,
        comments.place,
        -- the dash of a list item is treated as indentation
        regexp_replace(regexp_replace(comments.text, '^( *)- ', '\1  '), '^( *)-$', '\1') as text,
        regexp_matches(comments.text, '^ *- ') as is_item,
    from comments
    inner join ends on comments.collection = ends.collection and comments.run_id = ends.run_id
    where comments.place > ends.first_place and comments.place < coalesce(ends.last_place, comments.place + 1)
),

parts as (
    select
        lines.collection,
        lines.run_id,
        lines.place,
        len(lines.text) - len(ltrim(lines.text)) as indent,
        regexp_extract(ltrim(lines.text), '^([^:#''"]+?)\s*:(?:\s|$)', 1) as name,
        trim(regexp_replace(
            regexp_replace(ltrim(lines.text), '^[^:#''"]+?\s*:(?:\s+|$)', ''),
            '^([^''"#]*?|"[^"]*"|''(?:[^'']|'''')*'')\s+#.*$',
            '\1'
        )) as value,
    from lines
    where trim(lines.text) <> '' and not starts_with(ltrim(lines.text), '#')
),

-- the ancestors of a line: each line above it that is indented less than the line itself and all lines in between
paths as (
    select
        parts.collection,
        parts.run_id,
        parts.place,
        list(above.name order by above.place) filter (where above.name <> '') as names,
    from parts
    inner join parts as above
        on
            parts.collection = above.collection
            and parts.run_id = above.run_id
            and (above.place = parts.place or (above.place < parts.place and above.indent < parts.indent))
    where
        above.place = parts.place
        or not exists (
            select 1
            from parts as between_them
            where
                between_them.collection = parts.collection
                and between_them.run_id = parts.run_id
                and between_them.place > above.place
                and between_them.place < parts.place
                and between_them.indent <= above.indent
        )
    group by parts.collection, parts.run_id, parts.place
)

select
    parts.collection,
    parts.run_id,
    array_to_string(paths.names, '.') as attribute,
    parts.place,
    case
        when regexp_full_match(parts.value, '''.*''') then replace(parts.value[2:-2], '''''', '''')
        when regexp_full_match(parts.value, '".*"') then parts.value[2:-2]
        else parts.value
    end as value,
from parts
inner join paths
    on parts.collection = paths.collection and parts.run_id = paths.run_id and parts.place = paths.place
where parts.value <> '' and len(paths.names) > 0;
