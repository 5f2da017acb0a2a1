-- Copies the run of variable `run_id` from the attached database `loaded`: its rankings for the judged topics.
insert into main.rankings by name
select rankings.*
from loaded.main.rankings as rankings
where
    rankings.collection = getvariable('collection')
    and rankings.run_id = getvariable('run_id')
    and rankings.query_id in (select qrels.query_id from main.qrels as qrels);
