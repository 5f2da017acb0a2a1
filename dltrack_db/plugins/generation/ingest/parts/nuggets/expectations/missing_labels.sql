with
held as (
    select collection, bank, query_id, count(*) as num_nuggets
    from (
        select collection, bank, query_id
        from staging.known_nuggets
        union all
        select files.collection, nuggets.bank, nuggets.query_id
        from staging.nuggets as nuggets
        inner join staging.files as files on files.file_id = nuggets.file_id and files.name = nuggets.bank
    ) as banks
    group by collection, bank, query_id
)

select
    labels.file_id,
    min(labels.line) as line,
    labels.judge || ' labels ' || count(*) || ' of ' || held.num_nuggets || ' nuggets of topic ' || labels.query_id || ' for '
    || labels.subject_kind || ' ' || labels.subject as detail,
from staging.nugget_labels as labels
inner join staging.files as files on files.file_id = labels.file_id
inner join held
    on held.collection = files.collection and held.bank = labels.bank and held.query_id = labels.query_id
where labels.problem is null
group by labels.file_id, labels.judge, labels.query_id, labels.subject_kind, labels.subject, held.num_nuggets
having count(*) < held.num_nuggets
order by labels.file_id, line, detail
