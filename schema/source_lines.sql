-- Original lines of the files of answers, nuggets and preferences. dltrack export writes the same files again from them,
-- and queries can read fields that no table has.
--
-- source: the files (dltrack ingest answers, nuggets, preferences)
-- grain: collection, part, source, line
-- parents: collections
-- columns:
--   part: 'answers', 'nuggets' or 'preferences', as in main.loads
--   source: the file's name in main.loads
--   line: line number, from 1; a file that ends with a line feed has an empty last line
--   text: the line without its line feed; untrusted, so escape it on pages
-- caveats: files loaded by earlier releases have no lines; lines of packed files are unpacked
create table if not exists main.source_lines (
    collection varchar not null,
    part varchar not null,
    source varchar not null,
    line bigint not null,
    text varchar not null
);
