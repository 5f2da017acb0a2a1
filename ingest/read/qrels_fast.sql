-- TREC qrels with the same separator on every line: query_id, iteration, doc_id, relevance. Variables: `path` and `delimiter`.
-- `is_odd` marks lines that qrels_careful.sql must read, under any rules.
select
    row_number() over () as position,
    query_id,
    iteration,
    doc_id,
    try_cast(relevance as smallint) as relevance,
    query_id is null
    or iteration is null
    or doc_id is null
    or try_cast(relevance as smallint) is null
    or not regexp_full_match(relevance, '[+-]?[0-9]+')
    or contains(query_id || iteration || doc_id, ' ')
    or contains(query_id || iteration || doc_id, chr(9))
    or starts_with(query_id, '#') as is_odd,
from read_csv(
    getvariable('path'),
    auto_detect = false,
    delim = getvariable('delimiter'),
    header = false,
    quote = '',
    escape = '',
    compression = 'none',
    new_line = '\n',
    columns = { 'query_id': 'varchar', 'iteration': 'varchar', 'doc_id': 'varchar', 'relevance': 'varchar' }
)
