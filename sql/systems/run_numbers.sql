-- Numbers noted for runs, such as latency, cost, parameters or energy, which leaderboards can show as columns by name.
--
-- source: main.run_metadata: columns of tables about runs; systems.run_attributes: ir_metadata at the top of run files
-- grain: collection, run_id, name
-- columns:
--   name: column of the table, or an ir_metadata attribute like 'platform.hardware.ram', if all its values in the
--     collection are finite numbers
--   value: the number
-- needs: run notes
-- caveats: names of existing leaderboard columns are left out; if several sources note a number for the same run, the last
--   source by name is used
-- example: from systems.run_numbers where name = 'latency_ms' order by value
create or replace view systems.run_numbers as
with noted as (
    select
        notes.collection,
        notes.run_id,
        notes.key as name,
        notes.source,
        notes.value,
    from main.run_metadata as notes
    where not starts_with(notes.source, 'header/')
    union all
    select
        heads.collection,
        heads.run_id,
        heads.attribute as name,
        'header/' || lpad(heads.place::varchar, 9, '0') as source,
        heads.value,
    from systems.run_attributes as heads
),

parsed as (
    select
        noted.collection,
        noted.run_id,
        noted.name,
        arg_max(try_cast(noted.value as double), noted.source) as value,
        bool_and(coalesce(isfinite(try_cast(noted.value as double)), false)) as is_number,
    from noted
    anti join systems.column_faces as shown on noted.name = shown.column_name
    where noted.name not in ('run_id', 'rank', 'official_rank', 'num_topics', 'provenance', 'submitted_on', 'submitted_md5', 'judged')
    group by noted.collection, noted.run_id, noted.name
)

select
    parsed.collection,
    parsed.run_id,
    parsed.name,
    parsed.value,
from parsed
qualify bool_and(parsed.is_number) over (partition by parsed.collection, parsed.name);
