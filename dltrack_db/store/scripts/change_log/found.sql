-- What somebody else changed since dltrack's last change, in words; null when nothing.
select
    string_agg(
        changed.table_name || ' of ' || changed.scope, ', ' order by changed.table_name, changed.scope
    ) as found,
from catalog.changed_facts as changed
