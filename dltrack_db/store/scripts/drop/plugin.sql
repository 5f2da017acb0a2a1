-- Removes the entries about loads of the parts (kinds of data) in variable `parts`, after their tables have been dropped.
delete from main.source_lines where list_contains(getvariable('parts'), part);
delete from main.loads where list_contains(getvariable('parts'), part);
delete from main.collection_parts where list_contains(getvariable('parts'), part);
delete from main.load_expectations where batch_id not in (select loads.batch_id from main.loads as loads);
