-- Look-up of collections (store/collections.py).

-- name: meant
-- The collection with the name in variable `name`, and all collections of the edition with that name.
select collection
from main.collections
where getvariable('name') in (collection, edition)
order by collection <> getvariable('name'), collection;

-- name: aliased
-- The loaded collections that ir_datasets or PyTerrier calls by the name in variable `name`.
select aliases.collection
from published.collection_aliases as aliases
inner join main.collections as collections on aliases.collection = collections.collection
where aliases.alias = regexp_replace(getvariable('name'), '^irds:', '')
order by aliases.collection;

-- name: labelled
-- Collections in variable `names` that have the label set in variable `labels`; if `labels` is empty, those with any
-- unofficial label set.
select distinct collection
from labels.known_variants
where
    list_contains(getvariable('names'), collection)
    and case when getvariable('labels') = '' then not is_official else variant = getvariable('labels') end
order by collection;

-- name: ranked
-- Collections in variable `names` that have runs, or scores of submitted runs.
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
-- The corpus of the collection in variable `collection`, if it differs from variable `corpus` and is loaded or in variable
-- `official_corpora`. No row means that the collection's corpus may be set to `corpus`.
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
-- Sets the corpus of the collection in variable `collection` to variable `corpus`.
update main.collections set corpus = getvariable('corpus')
where collection = getvariable('collection');

-- name: of_run
-- The collections that contain the run in variable `name`.
select collection
from main.runs
where run_id = getvariable('name')
order by collection;
