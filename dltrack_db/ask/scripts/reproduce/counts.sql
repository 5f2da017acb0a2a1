-- For people: how many numbers of each exhibit have which status, of the exhibits of variable `exhibits` (null for all).
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
