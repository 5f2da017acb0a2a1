-- Columns and parameters that may hold a word, by their descriptions, each with one object that has it. Parameter: the word.
select
    columns.name,
    columns.meaning,
    arg_min(columns.object, if(starts_with(columns.object, 'main.'), '', columns.object)) as object,
from catalog.columns as columns
where contains(lower(columns.meaning), '''' || nullif(lower($1), '') || '''')
group by all
order by count(*) desc, columns.name asc, columns.meaning asc;
