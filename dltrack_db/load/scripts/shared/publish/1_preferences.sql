-- From the private copy of a load into the lake: preferences. The private copy holds those of this load alone.
delete from lake.main.preferences
where (collection, source) in (
    select (collection, name) from memory.staging.files where part = 'preferences'
);

insert into lake.main.preferences by name
from slice.main.preferences;
