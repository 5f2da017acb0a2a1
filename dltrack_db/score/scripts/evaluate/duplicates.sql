-- The first document that occurs twice for one topic, as trec_eval finds it: topic by topic, in the run before the
-- labels. Variable `is_complete`: whether topics that the run leaves out are looked at too.
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
        or qrels.query_id in (select rankings.query_id from main.rankings as rankings)
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
