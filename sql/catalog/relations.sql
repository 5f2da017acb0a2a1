-- Which rows of one table belong to a row of another: every foreign key of the tables and views of main, by columns of the same names.
--
-- source: the headers of the files in schema/ and sql/main (parents, grain); no constraint of the database, as a load checks what must hold
-- grain: object, parent
-- columns:
--   object: table or view that carries the key
--   parent: table it refers to
--   columns: the key, by which `using` joins the two; where one of them is null, the row has no parent
-- example: select object, parent, columns from catalog.relations order by object, parent
create or replace view catalog.relations as
select
    children.object,
    parents.object as parent,
    string_split(parents.grain, ', ') as columns,
from (
    select
        object,
        unnest(string_split(parents, ', ')) as parent,
    from catalog.objects
) as children
inner join catalog.objects as parents on children.parent = parents.name and parents.schema = 'main';
