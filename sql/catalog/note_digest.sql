-- The number that one note on a topic or run, or one variant wording of a topic, adds to the checksum of its file.
--
-- source: catalog.digest of its columns
-- params:
--   id: id of the topic or run
--   key: attribute of the note, or author of the wording; may be null
--   value: the note, or the wording
-- returns: whole number, see catalog.digest
-- example: select catalog.note_digest('1', 'intent', 'description')
create or replace macro catalog.note_digest(id, key, value) as
    catalog.digest(concat(catalog.field(id), catalog.field(key), catalog.field(value)));
