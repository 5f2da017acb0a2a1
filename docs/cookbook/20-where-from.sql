-- Where does a number come from?
-- Every load is in the ledger, every expectation with its outcome, and every view names its source.
select
    object,
    source,
from catalog.objects
where schema = 'systems' and source like '%figure 2%'
order by object
