-- Removes the leaderboard by variable `judge` from the collection in variable `home`.
delete from main.judge_scores where collection = getvariable('home') and judge = getvariable('judge');
delete from main.loads
where part = 'judge-scores' and collection = getvariable('home') and starts_with(name, getvariable('judge') || '/');
delete from main.load_expectations where batch_id not in (select batch_id from main.loads);
