-- Objects, keys and missing corpora of a database (store/verify.py).

-- name: live
-- Definition and comment of every table, view and macro of the current database; for a column, its name and comment.
select schema_name, table_name as object, sql as definition, comment
from duckdb_tables()
where not internal and database_name = current_database()
union all
select schema_name, view_name as object, sql as definition, comment
from duckdb_views()
where not internal and database_name = current_database()
union all
select schema_name, function_name as object, macro_definition as definition, comment
from duckdb_functions()
where not internal and database_name = current_database() and macro_definition is not null
union all
select schema_name, table_name as object, column_name as definition, comment
from duckdb_columns()
where not internal and database_name = current_database();

-- name: keys
-- The tables of the current database that have a key of one column, with the name of this column.
select
    schema_name || '.' || table_name as table_name,
    constraint_column_names[1] as column_name,
from duckdb_constraints()
where
    database_name = current_database()
    and constraint_type in ('PRIMARY KEY', 'UNIQUE')
    and len(constraint_column_names) = 1
order by all;

-- name: missing_texts
-- Collections with a corpus that is not loaded, not official (in variable `official_corpora`), and not in a user's recipe.
select collections.collection, collections.corpus
from main.collections as collections
where
    collections.corpus is not null
    and not list_contains(getvariable('official_corpora'), collections.corpus)
    and collections.corpus not in (select corpora.corpus from store.corpora as corpora where corpora.is_published)
    and collections.corpus not in (
        select parts.name from main.collection_parts as parts
        where parts.part = 'corpus' and parts.edition = collections.edition
    )
order by all;
