-- The loaded files of variable `collection` that are of `line_parts`, the parts that keep lines: part, name, where they came
-- from, their md5 sum as text, and whether their lines are kept.
select
    loads.part,
    loads.name,
    loads.source,
    loads.md5,
    (loads.part, loads.name) in (
        select distinct (lines.part, lines.source)
        from main.source_lines as lines
        where lines.collection = getvariable('collection')
    ) as is_kept,
from main.loads as loads
where loads.collection = getvariable('collection') and list_contains(getvariable('line_parts'), loads.part)
order by loads.part, loads.name;
