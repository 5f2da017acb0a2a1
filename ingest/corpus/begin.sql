-- Begins a load with an entry that views do not show until it is published. Variables: the columns of the entry.
insert into store.corpora by name
select
    getvariable('load_no')::smallint as load_no,
    getvariable('corpus') as corpus,
    getvariable('item_corpus') as item_corpus,
    getvariable('kind') as kind,
    getvariable('profile') as profile,
    getvariable('is_subset')::boolean as is_subset,
    false as is_published,
    getvariable('source') as source,
    getvariable('format') as format,
    nullif(getvariable('expected_rows')::bigint, 0) as expected_rows,
    getvariable('started_at')::timestamptz as started_at,
