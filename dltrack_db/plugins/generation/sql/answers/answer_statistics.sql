-- One row for each generated answer: its length, counted in several ways, and how many of its sentences have citations.
--
-- source: main.answers, main.answer_sentences, main.answer_citations; counted as in CrowdRAG-25 (Gienapp et al. 2025,
--   section 4.1)
-- grain: collection, run_id, query_id
-- columns:
--   num_sentences: number of sentences
--   num_words: number of words separated by white space, as in response_length of RAG 2024 (answers.num_words)
--   num_characters: number of characters of the sentences, joined by spaces, as in RAGTIME (answers.num_characters)
--   num_tokens: number of words of letters, digits, apostrophes and hyphens (\b[\w'-]+\b), as in DRAGUN's testbed
--   response_length: number of words according to the record; null if the record has no number
--   num_cited_sentences: number of sentences with a citation
--   num_citations: number of citations
--   num_documents: number of different cited documents
--   citation_coverage: share of sentences with a citation
-- needs: answers
-- example: select run_id, query_id, num_words, citation_coverage from answers.answer_statistics
create or replace view answers.answer_statistics as
with
cited as (
    select
        collection,
        run_id,
        query_id,
        count(distinct position) as num_cited_sentences,
        count(*) as num_citations,
        count(distinct doc_id) as num_documents,
    from main.answer_citations
    group by collection, run_id, query_id
),

written as (
    select
        collection,
        run_id,
        query_id,
        count(*) as num_sentences,
        sum(answers.num_words(text)) as num_words,
        answers.num_characters(string_agg(text, ' ' order by position)) as num_characters,
        sum(len(regexp_extract_all(text, '[\pL\pN_](?:[\pL\pN_''-]*[\pL\pN_])?'))) as num_tokens,
    from main.answer_sentences
    group by collection, run_id, query_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    coalesce(written.num_sentences, 0) as num_sentences,
    coalesce(written.num_words, 0)::bigint as num_words,
    coalesce(written.num_characters, 0)::bigint as num_characters,
    coalesce(written.num_tokens, 0)::bigint as num_tokens,
    answers.response_length,
    coalesce(cited.num_cited_sentences, 0) as num_cited_sentences,
    coalesce(cited.num_citations, 0) as num_citations,
    coalesce(cited.num_documents, 0) as num_documents,
    coalesce(cited.num_cited_sentences, 0) / written.num_sentences as citation_coverage,
from main.answers as answers
left join written
    on written.collection = answers.collection
    and written.run_id = answers.run_id
    and written.query_id = answers.query_id
left join cited
    on cited.collection = answers.collection
    and cited.run_id = answers.run_id
    and cited.query_id = answers.query_id;
