-- The foreign keys of the tables and views in the schema main, one row per key. The columns of a key have the same names in
-- both tables.
--
-- source: the headers of the files in schema/ and sql/main (parents, grain). The keys are not constraints of the database,
--   because loads check them
-- grain: object, parent
-- columns:
--   object: table or view that contains the key
--   parent: table that the key refers to
--   columns: columns of the key, for a join with `using`; a row with a null in one of the columns has no parent
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
