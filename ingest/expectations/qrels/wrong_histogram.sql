select
    expected.file_id,
    null::bigint as line,
    'grade ' || expected.relevance || ' occurs ' || count(qrels.file_id) || ' times, expected '
    || expected.expected_rows as detail,
from staging.expected_grades as expected
left join staging.qrels as qrels
    on qrels.file_id = expected.file_id and qrels.relevance = expected.relevance
group by expected.file_id, expected.relevance, expected.expected_rows
having count(qrels.file_id) <> expected.expected_rows
order by expected.file_id, expected.relevance
