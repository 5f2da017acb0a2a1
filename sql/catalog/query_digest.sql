-- What one topic adds to the checksum of its query set.
--
-- source: catalog.digest of its columns
-- params:
--   query_id: topic number as text
--   query_text: its text
-- returns: whole number, see catalog.digest
-- example: select catalog.query_digest('1', 'what is durable medical equipment')
create or replace macro catalog.query_digest(query_id, query_text) as
    catalog.digest(concat(catalog.field(query_id), catalog.field(query_text)));
