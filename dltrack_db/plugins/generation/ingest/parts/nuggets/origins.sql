-- Judges and banks of nuggets, as named when the files were loaded.
select
    'nuggets' as part,
    labels.source as name,
    labels.collection,
    unnest(['name', 'bank']) as key,
    unnest([labels.judge, labels.bank]) as value,
from main.nugget_labels as labels
union
select
    'nuggets' as part,
    labels.source as name,
    labels.collection,
    'name' as key,
    labels.judge as value,
from main.citation_labels as labels;
