-- The number that one topic adds to the checksum of its query set.
--
-- source: catalog.digest of its columns
-- params:
--   query_text: text of the topic
--   text_field: field of the topic that contains the text; may be null
-- returns: whole number, see catalog.digest
-- example: select catalog.query_digest('1', 'what is durable medical equipment')
create or replace macro catalog.query_digest(query_id, query_text, text_field := null) as
    -- a topic without fields has the same digest as in releases without fields
    catalog.digest(concat(
        catalog.field(query_id),
        catalog.field(query_text),
        case when text_field is not null then catalog.field(text_field) else '' end
    ));
