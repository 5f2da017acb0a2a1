-- Scripts that drop a judge's leaderboard.

-- name: size
-- Judges of the collection in variable `home`, with the number of their scores.
select
    scores.judge,
    count(*) as num_rows,
from main.judge_scores as scores
where scores.collection = getvariable('home')
group by scores.judge
order by scores.judge;

-- name: drop
-- Remove the leaderboard of the judge in variable `judge` from the collection in variable `home`.
delete from main.judge_scores where collection = getvariable('home') and judge = getvariable('judge');
delete from main.loads
where part = 'judge-scores' and collection = getvariable('home') and starts_with(name, getvariable('judge') || '/');
delete from main.load_expectations where batch_id not in (select loads.batch_id from main.loads as loads);
