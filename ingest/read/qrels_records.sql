-- Labels as records with named fields, from the table temp.label_records (records.sql, parquet_records.sql). Variables:
-- `file_id`; and the JSON pointers `topic_key`, `document_key`, `grade_key` and `iteration_key` of the fields in a record. If
-- `iteration_key` is null, the iteration is 0. Ids are texts or whole numbers. The columns are those of qrels_careful.sql;
-- `problem` is the reason why a record is rejected, or null.
with
named as (
    select
        line,
        record,
        fault,
        record ->> getvariable('topic_key')::varchar as query_id,
        record ->> getvariable('document_key')::varchar as doc_id,
        coalesce(record ->> getvariable('iteration_key')::varchar, '0') as iteration,
        record ->> getvariable('grade_key')::varchar as grade,
        as_number(grade) as label,
        try_cast(floor(label) as smallint) as relevance,
        list_filter(
            [getvariable('topic_key')::varchar, getvariable('document_key')::varchar],
            lambda key: not list_contains(['VARCHAR', 'UBIGINT', 'BIGINT'], coalesce(json_type(record, key), 'NULL'))
        )[1] as odd_id,
    from temp.label_records
)

select
    getvariable('file_id')::integer as file_id,
    line,
    line as position,
    query_id,
    iteration,
    doc_id,
    relevance,
    case when label <> relevance then label end as gain,
    null::varchar as stratum,
    case
        when record is null then fault
        when odd_id is not null
            then
            coalesce(substr(odd_id, 2) || ' is ' || (record ->> odd_id) || ', which is neither a text nor a whole number', 'no ' || substr(odd_id, 2))
        when regexp_matches(query_id || doc_id || iteration, '\s') or list_contains([query_id, doc_id, iteration], '')
            then 'an id is empty or contains a blank'
        when '/' || grade = getvariable('grade_key') then 'a header; delete this line'
        when grade is null then 'no ' || substr(getvariable('grade_key'), 2)
        when relevance is null then 'relevance ''' || grade || ''' is not a small number'
    end as problem,
from named
