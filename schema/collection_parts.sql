-- The files of a complete copy of a collection, by its recipe; `dltrack status` compares the loaded data with them.
--
-- source: recipes in ingest/recipes, measured counts
-- grain: edition, collection, part, name
-- parents: collections
-- columns:
--   edition: recipe
--   collection: judged task; null for parts shared by several
--   part: 'queries', 'qrels', 'runs', 'corpus', 'mapping'
--   name: query set, qrels variant, or corpus; the collection for runs
--   file: official file name
--   url: official address; null if the file is not public
--   bytes: size of the official file
--   expected_rows: rows of a complete copy (for runs: number of submitted runs)
--   expected_queries: judged topics (qrels) or topics (queries)
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
