select
    null::integer as file_id,
    null::bigint as line,
    sum(members.num_rows) || ' records read, expected ' || any_value(corpus.expected_rows) as detail,
from staging.corpus as corpus
inner join staging.members as members on members.load_no = corpus.load_no
where not corpus.is_subset and corpus.expected_rows is not null
having sum(members.num_rows) <> any_value(corpus.expected_rows) and count(*) filter (members.state = 'rejected') = 0
