-- Relevance judgments, raw grades: one row per judged item of a topic, for every label set of a collection.
--
-- source: NIST qrels and MS MARCO sparse labels; addresses in the recipes
-- grain: collection, variant, query_id, doc_id
-- parents: qrels_variants
-- columns:
--   variant: label set: 'nist' (graded, official), 'msmarco' (sparse), 'inferred-nist', 'nist-expanded', or a user's name
--   query_id: topic number as text
--   doc_id: id of the judged item (passage or document, as in trec_eval's docno)
--   relevance: raw grade as judged; negative grades are kept
--   iteration: second column of the qrels file ('0', 'Q0')
--   gain: original label, if the label set has fractions ('0.1'), which `relevance` rounds down; null for whole grades
--   stratum: part of the pool from which the item was drawn, the fourth of five columns in files for NIST's sample_eval; null
--     for label sets without strata. In sets with strata, a negative grade means that the item was not drawn
-- caveats: loads check that rows are unique; there is no unique index (see docs/architecture.md)
create table if not exists main.qrels (
    collection varchar not null,
    variant varchar not null,
    query_id varchar not null,
    doc_id varchar not null,
    relevance smallint not null,
    iteration varchar,
    gain double,
    stratum varchar
);
