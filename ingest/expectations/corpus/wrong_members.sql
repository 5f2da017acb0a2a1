select
    null::integer as file_id,
    null::bigint as line,
    count(members.member_no) || ' files, expected ' || corpus.expected_members as detail,
from staging.corpus as corpus
left join staging.members as members on members.load_no = corpus.load_no
where not corpus.is_subset and corpus.expected_members is not null
group by corpus.expected_members
having count(members.member_no) <> corpus.expected_members
