with
held as (
    select collection, bank, query_id, nugget_id, text
    from staging.known_nuggets
    union all
    select files.collection, nuggets.bank, nuggets.query_id, nuggets.nugget_id, nuggets.text
    from staging.nuggets as nuggets
    inner join staging.files as files on files.file_id = nuggets.file_id and files.name = nuggets.bank
    where nuggets.problem is null
),

named as (
    select labels.file_id, labels.line, labels.bank, labels.query_id, labels.nugget_id, null::varchar as text
    from staging.nugget_labels as labels
    where labels.problem is null
    union all
    -- nuggets of another bank, which assignments repeat
    select nuggets.file_id, nuggets.line, nuggets.bank, nuggets.query_id, nuggets.nugget_id, nuggets.text
    from staging.nuggets as nuggets
    inner join staging.files as files on files.file_id = nuggets.file_id and files.name <> nuggets.bank
    where nuggets.problem is null
),

mismatches as (
    select
        named.file_id,
        min(named.line) as line,
        case
            when held.nugget_id is not null
                then
                    'nugget ' || named.nugget_id || ' of topic ' || named.query_id || ' has another text in bank '
                    || named.bank
            when elsewhere.query_id is not null
                then
                    'nugget ' || named.nugget_id || ' is of topic ' || elsewhere.query_id || ' in bank ' || named.bank
                    || ', and not of topic ' || named.query_id
            else 'bank ' || named.bank || ' has no nugget ' || named.nugget_id || ' of topic ' || named.query_id
        end as detail,
    from named
    inner join staging.files as files on files.file_id = named.file_id
    left join held
        on held.collection = files.collection
        and held.bank = named.bank
        and held.query_id = named.query_id
        and held.nugget_id = named.nugget_id
    left join (
        select held.collection, held.bank, held.nugget_id, min(held.query_id) as query_id,
        from held
        group by held.collection, held.bank, held.nugget_id
    ) as elsewhere
        on elsewhere.collection = files.collection
        and elsewhere.bank = named.bank
        and elsewhere.nugget_id = named.nugget_id
    where
        (held.nugget_id is null or held.text <> named.text)
        and (files.collection, named.bank) in (select (held.collection, held.bank) from held)
    group by all
)

select file_id, line, detail
from mismatches
union all
select
    named.file_id,
    null::bigint as line,
    'bank ''' || named.bank || ''' of ' || files.collection || ' is not loaded; load the bank first' as detail,
from named
inner join staging.files as files on files.file_id = named.file_id and files.name <> named.bank
where
    (files.collection, named.bank) not in (select (held.collection, held.bank) from held)
    and (files.collection, named.bank) not in (select (known.collection, known.bank) from staging.known_nugget_labels as known)
group by named.file_id, named.bank, files.collection
order by file_id, line, detail
