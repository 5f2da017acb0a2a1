-- Number by number: the exhibit, paper or edition of variable `selection`, null for all.
select *
from published.compared(getvariable('selection'))
order by exhibit, row_key, "column";
