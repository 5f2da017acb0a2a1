-- Kappa of the submitted label sets of LLMJudge on four grades, and on three ways to make two of them.
--
-- source: LLMJudge (Rahmani et al. 2025), Table 4; values from labels.cohen_kappa
-- grain: submission
-- columns:
--   submission: name of the label set; the variant is 'llmjudge-' and this name
--   kappa_4: unweighted Cohen's kappa on four grades
--   kappa_0_123: the same where grade 1 and above are one
--   kappa_01_23: the same where grade 2 and above are one
--   kappa_012_3: the same where grade 3 stands alone
-- caveats: labels above 3 are read as 3, as the paper does. The best kappa_01_23 is that of h2oloo-fewself, .4280; print
--   sets another one in bold
-- example: from exhibits.e_t4 order by kappa_01_23 desc
create or replace view exhibits.e_t4 as
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
    labels.cohen_kappa(list({ 'a': cells.person, 'b': cells.judge, 'n': cells.num_pairs }), 0) as kappa_4,
    labels.cohen_kappa(
        list({ 'a': (cells.person >= 1)::integer, 'b': (cells.judge >= 1)::integer, 'n': cells.num_pairs }), 0
    ) as kappa_0_123,
    labels.cohen_kappa(
        list({ 'a': (cells.person >= 2)::integer, 'b': (cells.judge >= 2)::integer, 'n': cells.num_pairs }), 0
    ) as kappa_01_23,
    labels.cohen_kappa(
        list({ 'a': (cells.person >= 3)::integer, 'b': (cells.judge >= 3)::integer, 'n': cells.num_pairs }), 0
    ) as kappa_012_3,
from cells
group by cells.variant
order by submission;
