-- Removes the rows of the load in variable `load_no`, which nobody saw.
delete from lake.store.passages where load_no = getvariable('load_no');
delete from lake.store.documents where load_no = getvariable('load_no');
delete from lake.store.near_duplicates where load_no = getvariable('load_no');
delete from lake.store.distinct_passages where load_no = getvariable('load_no');
delete from lake.store.members where load_no = getvariable('load_no');
delete from lake.store.corpora where load_no = getvariable('load_no');
