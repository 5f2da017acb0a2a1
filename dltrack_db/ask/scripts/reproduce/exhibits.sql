-- Exhibit by exhibit, of the exhibits of variable `exhibits` (null for all), what was compared: published.exhibit_status,
-- which compares again.
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
