-- Original lines of loaded files with answers, nuggets and preferences, one line per row. dltrack export writes these files
-- again from their lines, and queries can read fields that no other table has.
--
-- source: files of answers, nuggets and preferences (dltrack ingest answers, nuggets, preferences)
-- grain: collection, part, source, line
-- parents: collections
-- columns:
--   part: 'answers', 'nuggets' or 'preferences', as in main.loads
--   source: name of the file in main.loads
--   line: line number, from 1; a file that ends with a line feed has an empty last line
--   text: line without its line feed; untrusted text, to be escaped on pages
-- caveats: for files loaded by earlier releases, no lines are stored; packed files are unpacked first
create table if not exists main.source_lines (
    collection varchar not null,
    part varchar not null,
    source varchar not null,
    line bigint not null,
    text varchar not null
);
