-- How many of the numbers that were compared have each status.
select
    status,
    count(*) as cells,
from temp.compared
group by status;
