-- The number that one row of answers, nuggets or their labels adds to the checksum of its file.
--
-- source: catalog.digest of its values
-- params:
--   contents: list of the row's values as text, in the order of the columns; values may be null
-- returns: whole number, see catalog.digest
-- example: select catalog.values_digest(['a', null, '1'])
create or replace macro catalog.values_digest(contents) as
    catalog.digest(array_to_string(list_transform(contents, lambda content: catalog.field(content)), ''));
