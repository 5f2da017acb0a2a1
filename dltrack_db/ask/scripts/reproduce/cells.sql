-- Number by number, what was compared.
select *
from temp.compared
order by exhibit, row_key, "column";
