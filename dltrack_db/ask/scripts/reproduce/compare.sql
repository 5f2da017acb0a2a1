-- The numbers of variable `selection` (an exhibit, paper or edition, null for all) with their status, kept for `cells`
-- and `outcome`: comparing takes seconds.
create or replace temp table compared as
from published.compared(getvariable('selection'));
