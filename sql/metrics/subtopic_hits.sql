-- Retrieved relevant items, with one row for each subtopic that an item is relevant to. The gain falls with each higher-ranked
-- item that is relevant to the same subtopic.
--
-- source: Clarke et al., SIGIR 2008; ndeval.c of the TREC Web track
-- grain: answer_id, rank, subtopic
-- columns:
--   rank: position of the item
--   subtopic: aspect of the topic that the item is relevant to
--   num_so_far: items at this rank and above that are relevant to the subtopic
--   gain: (1 - alpha) to the power of (num_so_far - 1)
-- needs: runs, subtopics
-- example: select * from metrics.subtopic_hits(0.5)
create or replace macro metrics.subtopic_hits(
    alpha, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with relevant as (
    select
        hits.answer_id,
        hits.rank,
        subtopic_judgments.subtopic,
        row_number() over (
            partition by hits.answer_id, subtopic_judgments.subtopic
            order by hits.rank
        ) as num_so_far,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
    inner join metrics.subtopic_judgments(variant, min_relevance) as subtopic_judgments
        on hits.collection = subtopic_judgments.collection
        and hits.query_id = subtopic_judgments.query_id
        and hits.doc_id = subtopic_judgments.doc_id
    where subtopic_judgments.is_relevant
)

select
    relevant.answer_id,
    relevant.rank,
    relevant.subtopic,
    relevant.num_so_far,
    (1 - alpha::double) ** (relevant.num_so_far - 1) as gain,
from relevant;
