-- How do MS MARCO's sparse labels compare with NIST's?
select
    collection,
    relevance,
    num_pairs,
    round(percent, 1) as percent,
from labels.sparse_vs_nist
order by collection, relevance
