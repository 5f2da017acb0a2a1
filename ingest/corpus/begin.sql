-- Begins a load: an entry that no view shows yet.
insert into store.corpora by name
select
    $load_no as load_no,
    $corpus as corpus,
    $kind as kind,
    $profile as profile,
    $is_subset as is_subset,
    $source as source,
    $format as format,
    nullif($expected_rows, 0) as expected_rows,
    $started_at as started_at,
