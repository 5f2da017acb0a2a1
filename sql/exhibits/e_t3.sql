-- How the submitted label sets of LLMJudge agree with people, and how alike they order the runs.
--
-- source: LLMJudge (Rahmani et al. 2025), Table 3; values from exhibits.e_t4 and statistics.krippendorff_alpha
-- grain: submission
-- columns:
--   submission: name of the label set; the variant is 'llmjudge-' and this name
--   num_pairs: pairs that people and the judge labelled
--   kappa: unweighted Cohen's kappa on four grades
--   alpha: Krippendorff's alpha, ordinal
--   tau: Kendall's tau of the system rankings; always null: the paper does not say over which runs and topics
--   rho: Spearman's rho of the system rankings; always null, as tau
-- caveats: labels above 3 are read as 3, as the paper does (two of RMITIR-llama70B, one of h2oloo-zeroshot2). The best
--   alpha is that of Olz-gpt4o, .5020; print sets another one in bold
-- example: from exhibits.e_t3 order by kappa desc
create or replace view exhibits.e_t3 as
with cells as (
    select
        judges.variant,
        least(people.relevance, 3) as person,
        least(judges.relevance, 3) as judge,
        count(*) as num_pairs,
    from main.qrels as judges
    inner join main.qrels as people
        on
            judges.collection = people.collection
            and judges.query_id = people.query_id
            and judges.doc_id = people.doc_id
    where
        judges.collection = 'trec2023-passages'
        and people.variant = 'llmjudge-test'
        and judges.variant.starts_with('llmjudge-')
        and judges.variant not in ('llmjudge-test', 'llmjudge-dev')
    group by judges.variant, person, judge
)

select
    cells.variant.replace('llmjudge-', '') as submission,
    sum(cells.num_pairs)::bigint as num_pairs,
    labels.cohen_kappa(
        list({ 'a': cells.person, 'b': cells.judge, 'n': cells.num_pairs } order by cells.person, cells.judge), 0
    ) as kappa,
    statistics.krippendorff_alpha(
        list([cells.person, cells.judge] order by cells.person, cells.judge),
        'ordinal',
        list(cells.num_pairs order by cells.person, cells.judge)
    ) as alpha,
    null::double as tau,
    null::double as rho,
from cells
group by cells.variant
order by submission;
