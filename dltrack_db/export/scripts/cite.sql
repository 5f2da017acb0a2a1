-- Data for citations (export/cite.py).

-- name: facts
-- Citation data of the collection in variable `name`: BibTeX from its recipe, its edition, and the paper that describes it.
select
    collections.citation,
    collections.edition,
    fingerprints.overview_title,
    fingerprints.authors,
    fingerprints.published_in,
    fingerprints.overview_year::varchar as overview_year,
    fingerprints.url,
from catalog.fingerprints as fingerprints
inner join main.collections as collections on fingerprints.collection = collections.collection
where fingerprints.collection = getvariable('name');

-- name: public_scores
-- True if scores of the submitted runs that a third party published are loaded for the collection in variable `name`.
select count(*) > 0 as has_public_scores
from main.loads
where collection = getvariable('name') and part = 'scores' and verified = 'md5' and starts_with(name, 'nist/');

-- name: changed
-- The first data in the fingerprint of the collection in variable `name` that have changed since they were loaded; no row if
-- there are no changes.
select
    counts.part,
    counts.name,
from (
    select * from catalog.ledger_counts
    where collection = getvariable('name') and part in ('qrels', 'runs', 'scores')
    union all
    select ledger_counts.*
    from catalog.ledger_counts as ledger_counts
    semi join main.collections as collections
        on collections.collection = getvariable('name') and ledger_counts.name = collections.query_set
    where ledger_counts.part = 'queries'
) as counts
where not counts.is_sound
order by counts.part, counts.name
limit 1;

-- name: exhibit
-- The paper from `published.overviews` that contains an exhibit, and the loaded collections that the paper describes.
-- Variable `name` is the exhibit ('D-T3' or 'd_t3') or the letter of a paper.
with
wanted as (
    select upper(replace(regexp_replace(getvariable('name'), '^exhibits\.', ''), '_', '-')) as name
),

exhibits as (
    select
        papers.paper as exhibit,
        papers.paper,
        papers.paper_title as place,
        papers.paper_title as title,
    from published.papers as papers
    where false
    -- plug-ins: citable
),

described (paper, edition) as (
    values
    ('A', 'trec2019'),
    ('D', 'trec2021'),
    ('E', 'llmjudge'),
    ('F', 'syndl'),
    ('G', 'dl-hard'),
    ('I', 'llm-methods'),
    ('J', 'crowdrag25'),
    ('L', 'trec-covid')
)

select
    coalesce(exhibits.exhibit, papers.paper) as name,
    concat_ws(': ', exhibits.place, exhibits.title) as what,
    coalesce(described.edition, papers.paper) as key,
    coalesce(overviews.overview_title, papers.paper_title) as title,
    overviews.authors,
    overviews.published_in,
    overviews.overview_year::varchar as overview_year,
    overviews.url,
    (
        select list(fingerprints.collection order by fingerprints.collection)
        from catalog.fingerprints as fingerprints
        where fingerprints.overview_title = overviews.overview_title
    ) as collections,
from wanted
cross join published.papers as papers
left join exhibits on exhibits.exhibit = wanted.name
left join described on described.paper = papers.paper
left join published.overviews as overviews on overviews.edition = coalesce(described.edition, papers.paper)
where papers.paper = coalesce(exhibits.paper, wanted.name);

-- name: paper
-- The paper that describes the edition, or the recipe that is not an edition, in variable `name`.
select
    overview_title,
    authors,
    published_in,
    overview_year::varchar as overview_year,
    url,
from published.overviews
where edition = getvariable('name');
