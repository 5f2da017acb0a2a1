-- One row for each submitted label set of LLMJudge: its agreement with the human labels.
--
-- source: LLMJudge (Rahmani et al. 2025), Table 3; values from labels.llmjudge_cells
-- grain: submission
-- columns:
--   submission: name of the label set; its variant is 'llmjudge-' followed by the name
--   num_pairs: number of pairs labelled by both people and the judge
--   kappa: unweighted Cohen's kappa on four grades
--   alpha: Krippendorff's alpha, ordinal
--   tau: Kendall's tau of the system rankings; always null, because the paper does not name the runs and topics
--   rho: Spearman's rho of the system rankings; always null, because the paper does not name the runs and topics
-- caveats: labels above 3 are read as 3, as in the paper (two labels of RMITIR-llama70B, one of h2oloo-zeroshot2). The best
--   alpha is .5020, of Olz-gpt4o; the paper prints another value in bold
-- example: from exhibits.e_t3 order by kappa desc
create or replace view exhibits.e_t3 as
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
from labels.llmjudge_cells as cells
group by cells.variant
order by submission;
