-- The load of a corpus that was begun in the same way and not published.
select load_no
from store.corpora
where
    corpus = $corpus
    and profile = $profile
    and is_subset = $is_subset
    and format = $format
    and not is_published
