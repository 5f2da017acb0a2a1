-- How many numbers of variable `selection` have each status.
select
    status,
    count(*) as cells,
from published.compared(getvariable('selection'))
group by status;
