-- Whether the table of variables `schema` and `table` was changed by the states from variable `first` to `last`.
select count(*) > 0 as is_changed
from ducklake_table_changes('lake', getvariable('schema'), getvariable('table'), getvariable('first'), getvariable('last'));
