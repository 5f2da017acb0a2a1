-- The tables that only a lake has: what it says about itself, and names that people gave to snapshots.
create table lake.main.database_info (key varchar not null, value varchar not null);

create table lake.main.snapshot_names (name varchar not null, snapshot_id bigint not null);
