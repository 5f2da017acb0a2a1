-- One row for each LLMJudge submission and pair of grades: how many items of LLMJudge's test half have the first grade by
-- people and the second grade by the submission.
--
-- source: LLMJudge (Rahmani et al. 2025), sections 3 and 4; main.qrels of recipe llmjudge
-- grain: variant, person, judge
-- columns:
--   variant: 'llmjudge-' followed by the name of the submission
--   person: grade by people
--   judge: grade by the submission
--   num_pairs: number of topic-passage pairs with these two grades
-- needs: labels of models
-- caveats: labels above 3 are read as 3, as in the paper (two labels of RMITIR-llama70B, one of h2oloo-zeroshot2)
-- example: from labels.llmjudge_cells where variant = 'llmjudge-Olz-gpt4o' order by all
create or replace view labels.llmjudge_cells as
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
group by judges.variant, person, judge;
