-- The loads of corpora whose rows no view shows: under way, or killed.
select corpora.load_no
from lake.store.corpora as corpora
where not corpora.is_published
order by corpora.load_no;
