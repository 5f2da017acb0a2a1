select
    files.file_id,
    null::bigint as line,
    'nothing but blank lines and comments'
    || case
        when files.skips_foreign
            then ', and lines of other collections: is it for another collection than ' || files.collection || '?'
        else ''
    end as detail,
from staging.files as files
where files.part = 'qrels' and files.file_id not in (select file_id from staging.qrels)
order by files.file_id
