-- One row for each run with generated answers: the mean length of its answers, and the mean number of citations.
--
-- source: answers.answer_statistics
-- grain: collection, run_id
-- columns:
--   num_answers: number of topics that the run answers
--   num_sentences: number of sentences
--   words_per_answer: mean number of words separated by white space
--   tokens_per_answer: mean number of words of letters, digits, apostrophes and hyphens
--   num_wrong_lengths: number of answers whose response_length differs from the number of words
--   num_citations: number of citations
--   citations_per_sentence: mean number of citations of a sentence
--   citations_per_answer: mean number of citations of an answer
--   documents_per_answer: mean number of different cited documents of an answer
--   citation_coverage: share of all sentences that have a citation
-- needs: answers
-- example: select run_id, words_per_answer, citation_coverage from answers.citation_statistics
create or replace view answers.citation_statistics as
select
    collection,
    run_id,
    count(*) as num_answers,
    sum(num_sentences)::bigint as num_sentences,
    avg(num_words) as words_per_answer,
    avg(num_tokens) as tokens_per_answer,
    count(*) filter (where response_length <> num_words) as num_wrong_lengths,
    sum(num_citations)::bigint as num_citations,
    sum(num_citations) / nullif(sum(num_sentences), 0) as citations_per_sentence,
    avg(num_citations) as citations_per_answer,
    avg(num_documents) as documents_per_answer,
    sum(num_cited_sentences) / nullif(sum(num_sentences), 0) as citation_coverage,
from answers.answer_statistics
group by collection, run_id
order by collection, run_id;
