-- Plug-ins whose objects are in this database, as recorded when the views were built; the installed plug-ins may differ.
--
-- source: main.database_info, as written by `dltrack build` or a load
-- grain: name
-- columns:
--   name: name of the plug-in
--   version: version of the plug-in
--   checksum: md5 of the plug-in's files
--   tables: tables that the plug-in defines; only this plug-in can check and write their rows
--   parts: kinds of data that the plug-in adds, named as in main.loads
-- caveats: empty for a database that was built without plug-ins
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
