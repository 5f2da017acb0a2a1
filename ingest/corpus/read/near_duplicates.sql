-- NIST's near-duplicate classes: class id, passage id and the start of the text (which may contain blanks), separated by
-- blanks, in the chunk files of variable `files`. Fills store.near_duplicates. An invalid row gets a null key, which the table
-- rejects.
with
lines as (
    select unnest(string_split(content, chr(10))[:-2]) as line,
    from read_text(getvariable('files'))
),

ids as (
    select
        split_part(line, ' ', 1) as class_id,
        split_part(line, ' ', 2) as passage_id,
    from lines
)

select
    corpus.stem(passage_id) as stem,
    case
        when regexp_full_match(passage_id, 'msmarco_passage_\d{2}_(0|[1-9]\d{0,9})') then corpus.key(passage_id)
    end as key,
    corpus.stem(class_id) as class_stem,
    case
        when regexp_full_match(class_id, 'msmarco_passage_\d{2}_(0|[1-9]\d{0,9})') then corpus.key(class_id)
    end as class_key,
from ids
