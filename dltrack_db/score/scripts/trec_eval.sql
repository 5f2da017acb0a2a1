-- Scripts for scoring one run file against one file of labels, as trec_eval does (cli/trec_eval.py).

-- name: publish_labels
-- Adds the labels in evaluate.qrels_lines as the collection in variable `collection`. Other variables: `min_relevance`,
-- `tie_rule` ('float' or 'double').
insert into main.collections (collection, edition, task, query_set, qrels_variant, min_relevance, tie_rule)
values (getvariable('collection'), '', '', '', 'nist', getvariable('min_relevance'), getvariable('tie_rule'));

insert into main.qrels by name
select
    getvariable('collection') as collection,
    'nist' as variant,
    qrels_lines.query_id,
    qrels_lines.doc_id,
    qrels_lines.relevance,
    qrels_lines.iteration,
from evaluate.qrels_lines as qrels_lines;

-- name: empty_run
-- Adds the run if it answers no topic of the labels, because such a run is also scored.
insert into main.run_topics by name
select
    getvariable('collection') as collection,
    getvariable('collection') as run_id,
    '' as query_id,
    0 as num_ret,
    1 as answer_id,
where not exists (select 1 from taken_answers);

-- name: only_answered
-- Removes the labels of topics that the run does not answer.
delete from main.qrels
where query_id not in (select run_topics.query_id from main.run_topics as run_topics);

-- name: cut
-- Removes the items below the rank in variable `max_rank`.
delete from store.rankings where rank > getvariable('max_rank');

delete from main.judged_rankings where rank > getvariable('max_rank');

update main.run_topics set num_ret = least(num_ret, getvariable('max_rank'));

-- name: duplicates
-- The first document that occurs twice for a topic, in trec_eval's order of the search: by topic, first in the run and
-- then in the labels. Variable `is_complete`: whether topics that the run does not answer are also searched.
with doubled as (
    select
        rankings.query_id,
        'form_res_qrels' as place,
        rankings.doc_id,
    from main.rankings as rankings
    group by rankings.query_id, rankings.doc_id
    having count(*) > 1
    union all
    select
        qrels.query_id,
        'form_res_rels' as place,
        qrels.doc_id,
    from main.qrels as qrels
    where
        getvariable('is_complete')
        or qrels.query_id in (select run_topics.query_id from main.run_topics as run_topics)
    group by qrels.query_id, qrels.doc_id
    having count(*) > 1
)

select
    doubled.query_id,
    doubled.place,
    doubled.doc_id,
from doubled
order by doubled.query_id, doubled.place, doubled.doc_id
limit 1;

-- name: version9
-- Sets yaap to 0 for unanswered topics, as trec_eval 9 does in means over all topics of the labels (-c). trec_eval 10 computes
-- yaap for these topics as for any other topic.
update main.query_scores
set value = 0
where
    measure = 'yaap'
    and query_id not in (select run_topics.query_id from main.run_topics as run_topics);

-- name: complete
-- Corrects the sum of num_rel over all topics of the labels (-c): trec_eval counts every grade from 1 on, regardless of the
-- relevance level (m_num_rel.c). A row with an empty query_id contains the difference.
insert into main.query_scores by name
select
    summed.collection,
    summed.run_id,
    '' as query_id,
    summed.measure,
    (select count(*) from labels.counted as qrels where qrels.relevance >= 1) - summed.value as value,
from (
    select
        query_scores.collection,
        query_scores.run_id,
        query_scores.measure,
        sum(query_scores.value) as value,
    from main.query_scores as query_scores
    where query_scores.measure = 'num_rel'
    group by query_scores.collection, query_scores.run_id, query_scores.measure
) as summed;

-- name: zscores
-- Converts the scores to Z scores relative to reference runs. The file in variable `path` has lines of query, measure, mean and
-- standard deviation; a score without a line in the file becomes -1000000 (trec_eval convert_zscores.c). Variable
-- `only_answered`: whether the scores of unanswered topics are not converted, as in trec_eval 9.
create or replace table evaluate.zscores as
with fields as (
    select string_split_regex(trim(unnest(string_split(content, chr(10)))), '\s+') as field,
    from read_text(getvariable('path'))
)

select
    field[1] as query_id,
    field[2] as measure,
    field[3]::double as mean,
    field[4]::double as deviation,
from fields
where len(field) = 4;

update main.query_scores as scores
set value = case
    when zscores.deviation != 0 then (scores.value - zscores.mean) / zscores.deviation
    when zscores.deviation = 0 and scores.value = zscores.mean then 0
    else -1000000
end
from (
    select
        query_scores.rowid as row_number,
        zscores.mean,
        zscores.deviation,
    from main.query_scores as query_scores
    left join evaluate.zscores as zscores
        on query_scores.query_id = zscores.query_id
        and query_scores.measure = zscores.measure
    where
        not getvariable('only_answered')
        or query_scores.query_id in (select run_topics.query_id from main.run_topics as run_topics)
) as zscores
where scores.rowid = zscores.row_number;
