-- Mean length of the reports that each agent wrote for the testbed of TREC 2025 DRAGUN.
--
-- source: trec-dragun/testbed 2026 (Leaderboard of the testbed); answers.citation_statistics
-- grain: run_id
-- columns:
--   run_id: run, named after the agent's model
--   num_topics: number of reports
--   mean_words: mean number of words in a report
-- needs: answers
-- example: from exhibits.k_t1 order by mean_words
create or replace view exhibits.k_t1 as
select
    run_id,
    num_answers as num_topics,
    tokens_per_answer as mean_words,
from answers.citation_statistics
where collection = 'dragun2025-testbed';
