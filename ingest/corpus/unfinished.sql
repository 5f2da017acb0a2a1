-- The unpublished load of a corpus that was begun with the same options. Variables: corpus, profile, is_subset, format.
select load_no
from store.corpora
where
    corpus = getvariable('corpus')
    and profile = getvariable('profile')
    and is_subset = getvariable('is_subset')::boolean
    and format = getvariable('format')
    and not is_published
