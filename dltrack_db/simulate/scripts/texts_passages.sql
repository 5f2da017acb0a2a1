-- The passages of the corpus of variable `corpus`.
select
    passages.passage_id as doc_id,
    passages.text,
from main.passages as passages
where passages.corpus = getvariable('corpus') and passages.text is not null
order by doc_id;
