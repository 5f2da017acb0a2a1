-- Takes a number for the corpus that the file `slice` has published, under the lock: a row of the lake that no view
-- shows yet.
set variable load_no = (select coalesce(max(load_no), 0) + 1 from lake.store.corpora);

insert into lake.store.corpora by name
select
    corpora.* replace (
        getvariable('load_no')::smallint as load_no,
        false as is_published,
        null::timestamptz as published_at
    ),
from slice.store.corpora as corpora
where corpora.is_published and corpora.corpus = getvariable('corpus');
