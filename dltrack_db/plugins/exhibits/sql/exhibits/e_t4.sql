-- One row for each submitted label set of LLMJudge: its kappa on four grades, and on three ways to merge grades.
--
-- source: LLMJudge (Rahmani et al. 2025), Table 4; values from labels.llmjudge_cells
-- grain: submission
-- columns:
--   submission: name of the label set; its variant is 'llmjudge-' followed by the name
--   kappa_4: unweighted Cohen's kappa on four grades
--   kappa_0_123: unweighted Cohen's kappa on two grades: 0, and 1 to 3
--   kappa_01_23: unweighted Cohen's kappa on two grades: 0 and 1, and 2 and 3
--   kappa_012_3: unweighted Cohen's kappa on two grades: 0 to 2, and 3
-- caveats: as in the paper, labels above 3 are read as 3, and kappa is 0 for a label set with only one of the two merged
--   grades. The best kappa_01_23 is .4280, of h2oloo-fewself; the paper prints another value in bold
-- example: from exhibits.e_t4 order by kappa_01_23 desc
create or replace view exhibits.e_t4 as
select
    cells.variant.replace('llmjudge-', '') as submission,
    labels.cohen_kappa(list({ 'a': cells.person, 'b': cells.judge, 'n': cells.num_pairs }), 0) as kappa_4,
    coalesce(
        labels.cohen_kappa(
            list({ 'a': (cells.person >= 1)::integer, 'b': (cells.judge >= 1)::integer, 'n': cells.num_pairs }), 0
        ),
        0
    ) as kappa_0_123,
    coalesce(
        labels.cohen_kappa(
            list({ 'a': (cells.person >= 2)::integer, 'b': (cells.judge >= 2)::integer, 'n': cells.num_pairs }), 0
        ),
        0
    ) as kappa_01_23,
    coalesce(
        labels.cohen_kappa(
            list({ 'a': (cells.person >= 3)::integer, 'b': (cells.judge >= 3)::integer, 'n': cells.num_pairs }), 0
        ),
        0
    ) as kappa_012_3,
from labels.llmjudge_cells as cells
group by cells.variant
order by submission;
