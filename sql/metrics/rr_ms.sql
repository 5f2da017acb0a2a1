-- RR (MS) of the TREC overviews: reciprocal rank of the first item with a sparse label of MS MARCO, for every topic that NIST
-- judged.
--
-- source: TREC 2019 Deep Learning overview, tables 3 and 4; TREC 2021 overview, tables 2 and 3
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'rr_ms'
--   value: 1 / rank if a labelled item is retrieved within overview_depth of the collection, otherwise 0
-- measures:
--   rr_ms: position 46; groups dltrack; labels msmarco; min_relevance 1
-- needs: runs
-- caveats: no rows for a collection without the label set 'msmarco'; the sparse labels of the test topics are not public
-- example: select run_id, avg(value) from metrics.rr_ms() group by run_id
create or replace macro metrics.rr_ms(tie_rule := null) as table
with labelled as (
    select distinct qrels.collection,
    from labels.counted as qrels
    where qrels.variant = 'msmarco'
),

-- sparse labels are relevant from grade 1, whatever the relevance level of NIST's labels
firsts as (
    select
        first_relevant.collection,
        first_relevant.run_id,
        first_relevant.query_id,
        first_relevant.rank,
    from metrics.first_relevant('msmarco', 1, tie_rule) as first_relevant
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'rr_ms' as measure,
    case
        when firsts.rank <= coalesce(collections.overview_depth, firsts.rank) then 1.0::double / firsts.rank
        else 0
    end as value,
from metrics.answers() as answers
inner join labelled on answers.collection = labelled.collection
inner join main.collections as collections on answers.collection = collections.collection
left join firsts
    on answers.collection = firsts.collection
    and answers.run_id = firsts.run_id
    and answers.query_id = firsts.query_id;
