-- The lines of the file of variables `collection`, `part` and `source`.
select lines.text
from main.source_lines as lines
where
    lines.collection = getvariable('collection')
    and lines.part = getvariable('part')
    and lines.source = getvariable('source')
order by lines.line;
