-- Judges, as loads of a set of labels were told: a row for each name of an option and its value.
select
    'qrels' as part,
    variant as name,
    collection,
    key,
    value,
from main.qrels_variants
unpivot (value for key in (kind, model, prompt, date, author, licence, scale, cuts));
