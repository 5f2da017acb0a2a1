-- Collections that a name may mean (store/collections.py).

-- name: meant
-- The collection called variable `name`, and those of the edition of that name.
select collection
from main.collections
where getvariable('name') in (collection, edition)
order by collection <> getvariable('name'), collection;

-- name: aliased
-- The loaded collections that variable `name` stands for elsewhere, in ir_datasets or PyTerrier.
select aliases.collection
from published.collection_aliases as aliases
inner join main.collections as collections on aliases.collection = collections.collection
where aliases.alias = regexp_replace(getvariable('name'), '^irds:', '')
order by aliases.collection;

-- name: labelled
-- Those of the collections in variable `names` that know the labels in variable `labels`; where that is empty, any
-- beside the official ones.
select distinct collection
from labels.known_variants
where
    list_contains(getvariable('names'), collection)
    and case when getvariable('labels') = '' then not is_official else variant = getvariable('labels') end
order by collection;

-- name: ranked
-- Those of the collections in variable `names` that have runs, or submitted scores of runs.
select collection
from (
    select run_topics.collection
    from main.run_topics as run_topics
    union
    select scores.collection
    from main.submitted_scores as scores
) as ranked
where list_contains(getvariable('names'), collection)
order by collection;

-- name: other_texts
-- The texts of the collection in variable `collection`, where they are not those of variable `corpus`: loaded ones, or one
-- of the `official_corpora`, which need not be loaded; no row where the collection can get others.
select collections.corpus
from main.collections as collections
where
    collections.collection = getvariable('collection')
    and collections.corpus <> getvariable('corpus')
    and (
        list_contains(getvariable('official_corpora'), collections.corpus)
        or collections.corpus in (select corpora.corpus from store.corpora as corpora where corpora.is_published)
    );

-- name: set_texts
-- Makes the corpus of variable `corpus` the texts of the collection in variable `collection`.
update main.collections set corpus = getvariable('corpus')
where collection = getvariable('collection');

-- name: of_run
-- The collections that have a run called variable `name`.
select collection
from main.runs
where run_id = getvariable('name')
order by collection;
