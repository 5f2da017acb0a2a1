-- One run of TRECVID's ad-hoc video search in XML (videoAdhocSearchResults): topics by tNum, each with items. seqNum is the rank
-- and shotId the document. There are no scores, so the score is -rank; the tag is pid. Variables: `path`, `file_id` and
-- `with_fit_ids`. Returns no rows for files in other formats. `line` is the line number without comments; `problem` is the reason
-- why an item or the whole file is rejected.
with
texts as (
    select regexp_replace(content, '<!--.*?-->', '', 'gs') as content
    from read_text(getvariable('path'))
    where contains(content, '<videoAdhocSearch')
),

-- each tag and the text before the next tag
pieces as (
    select
        unnest(regexp_extract_all(content, '[^<]*<[^>]*>')) as piece,
        generate_subscripts(regexp_extract_all(content, '[^<]*<[^>]*>'), 1) as place,
    from texts
),

tags as (
    select
        place,
        regexp_extract(piece, '<[^>]*>$') as tag,
        1 + sum(len(piece) - len(replace(piece, chr(10), ''))) over (order by place) as line,
    from pieces
),

nested as (
    select
        place,
        line,
        tag,
        last_value(if(starts_with(tag, '<videoAdhocSearchTopicResult'), tag, null) ignore nulls) over upto as topic,
        last_value(if(starts_with(tag, '<videoAdhocSearchRunResult'), tag, null) ignore nulls) over upto as run,
    from tags
    window upto as (order by place)
),

items as (
    select
        place,
        line,
        regexp_extract(topic, '\stNum\s*=\s*["'']([^"'']*)', 1) as query_id,
        regexp_extract(tag, '\sshotId\s*=\s*["'']([^"'']*)', 1) as doc_id,
        regexp_extract(tag, '\sseqNum\s*=\s*["'']([^"'']*)', 1) as written_rank,
        regexp_extract(run, '\spid\s*=\s*["'']([^"'']*)', 1) as tag,
    from nested
    where regexp_matches(tag, '^<item[\s/>]')
)

select
    getvariable('file_id')::integer as file_id,
    line::bigint as line,
    row_number() over (order by place) as position,
    query_id,
    doc_id,
    try_cast(written_rank as integer) as submitted_rank,
    -try_cast(written_rank as integer)::double as score,
    tag,
    case
        when (select count(*) from tags where starts_with(tags.tag, '<videoAdhocSearchRunResult')) > 1
            then 'several runs (videoAdhocSearchRunResult) in one file; write one file per run'
        when coalesce(query_id, '') = '' then 'an item is outside of a topic with tNum'
        when doc_id = '' then 'an item has no shotId'
        when not regexp_full_match(written_rank, '[0-9]{1,9}') then 'seqNum ''' || written_rank || ''' is not a whole number'
        when regexp_matches(query_id || doc_id, '\s') then 'a blank in tNum ''' || query_id || ''' or shotId ''' || doc_id || ''''
        when
            getvariable('with_fit_ids')
            and (
                strlen(query_id) > 2048
                or strlen(doc_id) > 2048
                or has_unfit_sign(query_id || doc_id)
            )
            then 'an id has a control character, an invisible character, a special blank or more than 2,048 bytes'
    end as problem,
from items
order by position
