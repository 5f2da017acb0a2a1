-- Who judged, as the loads of a set of labels were told: one row for each name of an option and its value.
select
    'qrels' as part,
    variant as name,
    collection,
    key,
    value,
from main.qrels_variants
unpivot (value for key in (kind, model, prompt, date, author, licence, scale, cuts))
union
select
    'preferences' as part,
    source as name,
    collection,
    'name' as key,
    judge as value,
from main.preferences
union
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
from main.citation_labels as labels
