-- Plug-ins with which the views of the database were built, as it says itself; what runs is what is installed.
--
-- source: main.database_info, as `dltrack build` or a load left it
-- grain: name
-- columns:
--   name: the plug-in's
--   version: the plug-in's, of its own counting
--   checksum: md5 of its files
--   tables: those that it brought, whose rows only it can check and write
--   parts: its kinds of data, as main.loads names them
-- caveats: empty for a database that was built without any
-- example: from catalog.plugins
create or replace view catalog.plugins as
select
    noted.fields[1] as name,
    noted.fields[2] as version,
    noted.fields[3] as checksum,
    list_filter(string_split(coalesce(noted.fields[4], ''), ','), lambda entry: entry <> '') as tables,
    list_filter(string_split(coalesce(noted.fields[5], ''), ','), lambda entry: entry <> '') as parts,
from (
    select string_split(unnest(string_split(facts.value, chr(10))), ' ') as fields
    from main.database_info as facts
    where facts.key = 'plugins'
) as noted;
