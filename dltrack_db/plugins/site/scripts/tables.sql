-- Tables of the page, each shown with its query (plugins/site/tables.py).

-- name: significance
-- Which runs may be best, and how far the others are behind. Variables: `collection`, `measure`.
select
    run_id,
    verdict,
    beaten_by,
    behind_low,
    behind_high
from systems.standings(getvariable('collection'), measures := [getvariable('measure')], significance := true)
where verdict is not null
order by merit desc, run_id asc;

-- name: agreement
-- Agreement of the label sets of a collection. Variable: `collection`.
select
    variant_a,
    variant_b,
    num_items,
    agreement,
    kappa,
    kappa_linear,
    kappa_quadratic,
    kappa_binary,
    reason
from labels.kappa
where collection = getvariable('collection')
order by variant_a, variant_b;

-- name: answers
-- Length and citations of each run's answers. Variable: `collection`.
select
    run_id,
    num_answers,
    words_per_answer,
    num_sentences,
    citation_coverage,
    citations_per_sentence,
    citations_per_answer,
    documents_per_answer
from answers.citation_statistics
where collection = getvariable('collection')
order by run_id;

-- name: cited
-- Relevance of the documents that each run's answers cite, by the official labels. Variable: `collection`.
select
    cited.run_id,
    sum(cited.num_citations) as num_citations,
    sum(cited.share) filter (where cited.is_relevant) as share_relevant,
    coalesce(sum(cited.share) filter (where cited.relevance is null), 0) as share_unjudged
from answers.cited_relevance as cited
inner join main.collections as collections
    on cited.collection = collections.collection and cited.variant = collections.qrels_variant
where cited.collection = getvariable('collection')
group by cited.run_id
order by share_relevant desc, cited.run_id asc;

-- name: answer_topics
-- Topics with scored answers, and the scores of the runs by each judge. Variable: `collection`.
select
    scores.query_id,
    queries.text,
    scores.judge,
    scores.measure,
    count(*) filter (where scores.is_labelled) as num_labelled,
    avg(scores.value) as mean,
    min(scores.value) as lowest,
    max(scores.value) as highest
from answers.answer_scores as scores
inner join main.collections as collections on scores.collection = collections.collection
left join main.queries as queries
    on collections.query_set = queries.query_set and scores.query_id = queries.query_id
where scores.collection = getvariable('collection') and scores.measure in ('all_score', 'weighted_precision')
group by scores.query_id, queries.text, scores.bank, scores.judge, scores.measure
order by
    catalog.natural_order(scores.query_id),
    scores.measure,
    scores.judge;

-- name: answer_judges
-- Agreement of the judges of answers. Variable: `collection`.
select
    judge_a,
    judge_b,
    bank,
    num_pairs,
    agreement,
    kappa,
    alpha,
    num_runs,
    tau
from answers.judge_agreement
where collection = getvariable('collection')
order by kappa desc, judge_a asc, judge_b asc, bank asc;

-- name: preferences
-- Preferences by file and dimension: number of votes, agreement of the judges, and position bias. Variable: `collection`.
select
    agreement.source as preference_set,
    agreement.dimension,
    agreement.num_pairs,
    agreement.num_judges,
    agreement.num_votes,
    agreement.share_majority,
    agreement.share_tied,
    bias.share_first as share_shown_first,
    bias.share_consistent
from preferences.agreement as agreement
left join preferences.position_bias as bias
    on
        agreement.collection = bias.collection
        and agreement.source = bias.source
        and agreement.dimension is not distinct from bias.dimension
where agreement.collection = getvariable('collection')
order by agreement.source, agreement.dimension;

-- name: topics
-- Judged topics of a collection, with the scores of its runs. Variables: `collection`, `measure`.
select
    judged.query_id,
    queries.text,
    judged.num_judged,
    judged.num_rel,
    field.mean,
    field.lowest,
    field.highest,
from judging.topic_statistics as judged
inner join main.collections as collections
    on judged.collection = collections.collection
left join main.queries as queries
    on collections.query_set = queries.query_set
    and judged.query_id = queries.query_id
left join judging.topic_discrimination_by([getvariable('measure')]) as field
    on judged.collection = field.collection
    and judged.query_id = field.query_id
where judged.collection = getvariable('collection')
order by
    catalog.natural_order(judged.query_id);

-- name: exhibits
-- Tables and figures of the papers, recomputed from the loaded files and compared with the printed numbers.
select
    exhibit,
    title,
    status,
    cells,
    matches,
    agrees_with_nist,
    agrees_in_print,
    known_misprints,
    needs_data,
    not_reproducible,
    mismatches
from published.exhibit_status
where matches > 0
order by exhibit;
