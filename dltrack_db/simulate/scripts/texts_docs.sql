-- The documents of the corpus of variable `corpus`, title before body.
select
    documents.doc_id,
    concat_ws(' ', documents.title, documents.body) as text,
from main.documents as documents
where documents.corpus = getvariable('corpus') and documents.body is not null
order by doc_id;
