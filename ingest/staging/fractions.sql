-- In files with fractions, stores all labels unchanged as `gain`, including whole numbers.
update staging.qrels
set gain = relevance
where
    gain is null
    and relevance is not null
    and file_id in (select labels.file_id from staging.qrels as labels where labels.gain is not null);
