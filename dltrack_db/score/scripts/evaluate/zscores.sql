-- Turns the scores at hand into Z scores against the reference runs in the file of variable `path`
-- (lines of query, measure, mean, standard deviation), -1000000 where the file has none (trec_eval convert_zscores.c).
-- Variable `only_answered`: whether topics that the run leaves out keep their scores, as in trec_eval 9.
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
