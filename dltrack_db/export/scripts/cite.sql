-- Facts for citations (export/cite.py).

-- name: facts
-- Citations of a collection: BibTeX in its recipe, its edition, and the paper that describes it. Variable: `name`, the collection.
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
-- True if scores of a collection's submitted runs, published by others, are loaded. Variable: `name`, the collection.
select count(*) > 0 as has_public_scores
from main.loads
where collection = getvariable('name') and part = 'scores' and verified = 'md5' and starts_with(name, 'nist/');

-- name: changed
-- Data of a collection's fingerprint that have changed since they were loaded. Variable: `name`, the collection.
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
-- The paper of an exhibit ('D-T3') from `published.overviews`, and the loaded collections that it describes. Variable:
-- `name`, the exhibit ('D-T3', 'd_t3') or the letter of a paper.
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
-- The paper that describes an edition or another recipe. Variable: `name`, the edition or recipe.
select
    overview_title,
    authors,
    published_in,
    overview_year::varchar as overview_year,
    url,
from published.overviews
where edition = getvariable('name');
