-- The paper of an exhibit, as `published.overviews` has it under the recipe that is about it, and the collections here that
-- it describes. Parameter: the exhibit ('D-T3', 'd_t3') or the letter of a paper.
with
wanted as (
    select upper(replace(regexp_replace($1, '^exhibits\.', ''), '_', '-')) as name
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
left join published.exhibits as exhibits on exhibits.exhibit = wanted.name
left join described on described.paper = papers.paper
left join published.overviews as overviews on overviews.edition = coalesce(described.edition, papers.paper)
where papers.paper = coalesce(exhibits.paper, wanted.name);
