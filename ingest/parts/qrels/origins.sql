-- Judges of loaded labels according to the options of the load: one row for each option.
select
    'qrels' as part,
    variant as name,
    collection,
    key,
    value,
from main.qrels_variants
unpivot (value for key in (kind, model, prompt, date, author, licence, scale, cuts));
