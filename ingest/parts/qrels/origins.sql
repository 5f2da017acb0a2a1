-- Judges in the options of loads of labels: a row for each option with its value.
select
    'qrels' as part,
    variant as name,
    collection,
    key,
    value,
from main.qrels_variants
unpivot (value for key in (kind, model, prompt, date, author, licence, scale, cuts));
