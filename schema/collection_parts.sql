-- Files that a recipe names for a collection, one row per file; `dltrack status` compares the loaded data with these files.
--
-- source: recipes in ingest/recipes, measured counts
-- grain: edition, collection, part, name
-- parents: collections
-- columns:
--   edition: recipe
--   collection: judged task; null for files shared by several collections
--   part: kind of data: 'queries', 'qrels', 'runs', 'corpus', 'mapping'
--   name: name of the topic set, label set or corpus in the file; for runs the collection
--   file: official file name
--   url: official address; null if the file is not public
--   bytes: size of the official file
--   expected_rows: number of rows in the complete file; for runs the number of submitted runs
--   expected_queries: number of judged topics (for qrels) or topics (for queries)
create table if not exists main.collection_parts (
    edition varchar not null,
    collection varchar,
    part varchar not null,
    name varchar not null,
    file varchar,
    url varchar,
    bytes bigint,
    expected_rows bigint,
    expected_queries bigint
);
