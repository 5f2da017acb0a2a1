with
given as (
    select
        scores.file_id,
        scores.line,
        files.collection,
        files.source || coalesce(':' || scores.line, '') as place,
        staging.owner_of_score(score_sets.judge, score_sets.variant, score_sets.min_relevance, scores.measure) as owner,
        score_sets.judge is not null as is_judge,
        scores.run_id,
        scores.query_id,
        scores.measure,
        scores.value,
    from staging.scores as scores
    inner join staging.files as files on files.file_id = scores.file_id
    inner join staging.score_sets as score_sets on score_sets.file_id = scores.file_id
    where score_sets.is_own and scores.problem is null
),

others as (
    select collection, place, owner, run_id, query_id, measure, value, file_id
    from given
    union all
    select collection, 'the loaded ' || source as place, owner, run_id, query_id, measure, value, -1 as file_id
    from staging.known_scores
)

select
    given.file_id,
    given.line,
    given.measure || ' of run ' || given.run_id || ', topic ' || given.query_id || ' is ' || given.value || ', but in '
    || others.place || ' it is ' || others.value as detail,
from given
inner join others
    on others.collection = given.collection
    and others.owner = given.owner
    and others.run_id = given.run_id
    and others.query_id = given.query_id
    and others.measure = given.measure
    and others.file_id < given.file_id
    and (given.is_judge or abs(others.value - given.value) >= 1e-4)
order by given.file_id, given.line, detail
