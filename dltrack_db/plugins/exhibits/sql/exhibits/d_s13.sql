-- Cohen's kappa of inferred and actual labels of the documents of 2021.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from labels.cohen_kappa
-- grain: labels
-- columns:
--   labels: 'inferred and actual'
--   kappa: unweighted Cohen's kappa
--   from_print
-- caveats: computed from the judged passages if the documents of all of them are loaded, otherwise from the printed counts
--   of Table 5
-- example: from exhibits.d_s13
create or replace view exhibits.d_s13 as
select
    'inferred and actual' as labels,
    labels.cohen_kappa(
        list({ 'a': inferred_counts.actual, 'b': inferred_counts.inferred, 'n': inferred_counts.num_docs }), 0
    ) as kappa,
    case when bool_or(inferred_counts.is_from_print) then ['kappa'] end as from_print,
from published.inferred_counts as inferred_counts
having count(*) > 0;
