-- The lines of the files of answers, nuggets and preferences, as they were when they were loaded: dltrack export gives the
-- files out again byte for byte, and fields that no table has can be asked for.
--
-- source: the files (dltrack ingest answers, nuggets, preferences)
-- grain: collection, part, source, line
-- parents: collections
-- columns:
--   part: 'answers', 'nuggets' or 'preferences', as in main.loads
--   source: the file's name, by which main.loads has it
--   line: place in the file, from 1; after a last line end stands an empty line
--   text: the line without its line feed; data of strangers, which those who show it have to escape
-- caveats: files that an earlier release loaded have no lines; of a packed file, the lines of what was packed
create table if not exists main.source_lines (
    collection varchar not null,
    part varchar not null,
    source varchar not null,
    line bigint not null,
    text varchar not null
);
