-- Queries that compare the papers' printed numbers with this database (plugins/exhibits/reproduce.py).

-- name: add
-- Add the numbers of exhibit `exhibit` to the compared numbers.
insert into temp.compared
from published.compared(getvariable('exhibit'));

-- name: cells
-- The compared numbers.
select *
from temp.compared
order by exhibit, row_key, "column";

-- name: compare
-- Store the numbers of `selection` (an exhibit, paper or edition; null for all) with their status, because comparing takes
-- seconds and the queries below all read the result.
create or replace temp table compared as
from published.compared(getvariable('selection'));

-- name: counts
-- How many of the compared numbers have each status, by exhibit, for a terminal; only `exhibits` (null for all).
select
    exhibit_guide.paper || ': ' || exhibit_guide.paper_title as paper,
    exhibit_guide.exhibit,
    exhibit_guide.title,
    published.overall_status(list(compared.status)) as status,
    count(compared.status) as cells,
    count(*) filter (where compared.status = 'match') as match,
    count(*) filter (where compared.status = 'agrees with NIST') as nist,
    count(*) filter (where compared.status = 'agrees in print') as print,
    count(*) filter (where compared.status = 'known misprint') as misprint,
    count(*) filter (where compared.status = 'needs data') as waiting,
    count(*) filter (where compared.status = 'not reproducible') as never,
    count(*) filter (where compared.status = 'mismatch') as mismatch,
from published.exhibit_guide as exhibit_guide
left join temp.compared as compared on exhibit_guide.exhibit = compared.exhibit
where coalesce(list_contains(getvariable('exhibits')::varchar[], exhibit_guide.exhibit), true)
group by exhibit_guide.paper, exhibit_guide.paper_title, exhibit_guide.exhibit, exhibit_guide.title, exhibit_guide.position
order by exhibit_guide.position;

-- name: data
-- Loaded collections of the compared numbers, for the signed line.
select fingerprints.collection
from catalog.fingerprints as fingerprints
inner join main.collections as collections on collections.collection = fingerprints.collection
where
    fingerprints.fingerprint is not null
    and collections.edition in (
        select cells.edition
        from published.cells as cells
        where cells.exhibit in (select exhibit from temp.compared)
    )
order by fingerprints.collection;

-- name: exhibits
-- The rows of published.exhibit_status for `exhibits` (null for all), computed from the stored comparison.
select
    exhibit_guide.exhibit,
    exhibit_guide.title,
    exhibit_guide.view,
    published.overall_status(list(compared.status)) as status,
    count(compared.status) as cells,
    count(*) filter (where compared.status = 'match') as matches,
    count(*) filter (where compared.status = 'agrees with NIST') as agrees_with_nist,
    count(*) filter (where compared.status = 'agrees in print') as agrees_in_print,
    count(*) filter (where compared.status = 'known misprint') as known_misprints,
    count(*) filter (where compared.status = 'needs data') as needs_data,
    count(*) filter (where compared.status = 'not reproducible') as not_reproducible,
    count(*) filter (where compared.status = 'mismatch') as mismatches,
from published.exhibit_guide as exhibit_guide
left join temp.compared as compared on exhibit_guide.exhibit = compared.exhibit
where coalesce(list_contains(getvariable('exhibits')::varchar[], exhibit_guide.exhibit), true)
group by all
order by exhibit_guide.exhibit;

-- name: found
-- Exhibits that match `words`: their number in the paper (table3), or words in their title or in the paper's title.
select exhibit_guide.exhibit
from published.exhibit_guide as exhibit_guide
where
    lower(replace(exhibit_guide.place, ' ', '')) = lower(replace(getvariable('words'), ' ', ''))
    or list_bool_and(list_transform(
        string_split(lower(getvariable('words')), ' '),
        lambda word: contains(lower(exhibit_guide.title || ' ' || exhibit_guide.paper_title), word)
    ))
order by exhibit_guide.position;

-- name: not_reproducible
-- Reason that exhibit `selection` has no view; null if there is a view, or if `selection` is not an exhibit.
select max(not_reproducible) as not_reproducible
from published.exhibits
where exhibit = upper(getvariable('selection'));

-- name: open
-- How many numbers are not reproduced, by exhibit and reason, mismatches first.
select
    compared.exhibit,
    any_value(exhibits.title) as title,
    compared.status,
    count(*) as cells,
    compared.reason,
from temp.compared as compared
inner join published.exhibits as exhibits on compared.exhibit = exhibits.exhibit
where compared.status not in ('match', 'agrees with NIST', 'agrees in print')
group by compared.exhibit, compared.status, compared.reason
order by compared.status <> 'mismatch', compared.exhibit, compared.status, compared.reason;

-- name: outcome
-- How many of the compared numbers have each status.
select
    status,
    count(*) as cells,
from temp.compared
group by status;
