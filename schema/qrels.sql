-- Relevance judgments, raw grades, every variant of a collection's labels.
--
-- source: NIST qrels and MS MARCO sparse labels; addresses in the recipes
-- grain: collection, variant, query_id, doc_id
-- parents: qrels_variants
-- columns:
--   variant: which labels: 'nist' (graded, official), 'msmarco' (sparse), 'inferred-nist', 'nist-expanded', or a name given at load
--   query_id: topic number as text
--   doc_id: id of the judged item (passage or document, as in trec_eval's docno)
--   relevance: raw grade as judged; negative grades are kept
--   iteration: second column of the qrels file ('0', 'Q0')
--   gain: the original label in sets with fractions ('0.1'), which `relevance` rounds down; null in sets of whole grades
--   stratum: part of the pool that the item was drawn from, the fourth of five columns in NIST's sample_eval; in these
--     sets a negative grade means not drawn; null in sets without strata
-- caveats: unique by expectation at load, not by index (see docs/architecture.md)
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
