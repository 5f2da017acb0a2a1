with
labelled as (
    select
        files.collection,
        labels.file_id,
        labels.line,
        files.name || ', line ' || labels.line as place,
        labels.judge,
        labels.bank,
        'nugget ' || labels.nugget_id || ' of topic ' || labels.query_id || ' for ' || labels.subject_kind || ' '
        || labels.subject as what,
    from staging.nugget_labels as labels
    inner join staging.files as files on files.file_id = labels.file_id
    where labels.problem is null
    union all
    select
        collection,
        -1 as file_id,
        null as line,
        'the loaded labels ' || source as place,
        judge,
        bank,
        'nugget ' || nugget_id || ' of topic ' || query_id || ' for ' || subject_kind || ' ' || subject as what,
    from staging.known_nugget_labels
    union all
    select
        files.collection,
        labels.file_id,
        labels.line,
        files.name || ', line ' || labels.line as place,
        labels.judge,
        '' as bank,
        'the citation of ' || labels.doc_id || ' in sentence ' || labels.position || ' of topic ' || labels.query_id || ' by run '
        || labels.run_id as what,
    from staging.citation_labels as labels
    inner join staging.files as files on files.file_id = labels.file_id
    where labels.problem is null
    union all
    select
        collection,
        -1 as file_id,
        null as line,
        'the loaded labels ' || source as place,
        judge,
        '' as bank,
        'the citation of ' || doc_id || ' in sentence ' || position || ' of topic ' || query_id || ' by run ' || run_id as what,
    from staging.known_citation_labels
)

select
    file_id,
    line,
    judge || ' labels ' || what || ' again; the first label is in ' || first_place as detail,
from (
    select
        *,
        first_value(place) over same as first_place,
        row_number() over same as occurrence,
    from labelled
    window same as (partition by collection, bank, what, judge order by file_id, line)
) as placed
where occurrence > 1 and file_id >= 0
order by file_id, line, detail
