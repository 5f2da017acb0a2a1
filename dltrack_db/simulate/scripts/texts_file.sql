-- Ids and texts of a file in the form of MS MARCO's collection.tsv: id, tab, text; nothing is quoted or escaped. Unlike
-- the corpus of that form ids may be any text, so that every collection can be simulated. Variable: file.
select
    doc_id,
    coalesce(text, '') as text,
from read_csv(
    getvariable('file'),
    auto_detect = false,
    delim = '\t',
    quote = '',
    escape = '',
    header = false,
    max_line_size = 16777216,
    columns = { doc_id: 'varchar', text: 'varchar' }
)
order by doc_id;
