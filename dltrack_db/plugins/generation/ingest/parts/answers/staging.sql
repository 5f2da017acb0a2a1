-- Staging tables for generated answers: one row per line with sentences and citations, and the rows of the final tables.
create table staging.answer_lines (
    file_id integer not null,
    line bigint not null,
    run_id varchar,
    query_id varchar,
    response_length bigint,
    sentences struct(text varchar, citations struct(doc_id varchar, weight double)[])[],
    doc_ids varchar[],
    most_words integer,
    most_citations integer,
    most_references integer,
    missing varchar[],
    num_others bigint,
    problem varchar
);

create view staging.answer_sentences as
select
    file_id,
    line,
    run_id,
    query_id,
    generate_subscripts(sentences, 1)::integer as position,
    unnest(sentences).text as text,
from staging.answer_lines;

create view staging.answer_citations as
select
    file_id,
    line,
    run_id,
    query_id,
    position,
    generate_subscripts(citations, 1)::integer as ordinal,
    unnest(citations).doc_id as doc_id,
    unnest(citations).weight as weight,
from (
    select
        file_id,
        line,
        run_id,
        query_id,
        generate_subscripts(sentences, 1)::integer as position,
        unnest(sentences).citations as citations,
    from staging.answer_lines
    where problem is null
) as sentences;

-- data of earlier loads, for checks across loads
create table staging.known_answers (
    collection varchar not null, run_id varchar not null, query_id varchar not null, source varchar not null
);
-- maximum length of an answer in characters, if the topic states a limit
create table staging.known_limits (query_set varchar not null, query_id varchar not null, most bigint not null);
-- cited documents in completely loaded corpora
create table staging.known_documents (corpus varchar not null, doc_id varchar not null);
