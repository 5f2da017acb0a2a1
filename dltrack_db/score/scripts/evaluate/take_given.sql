-- Takes the judged topics of the given run (the table given_run) for lines of files.
insert into evaluate.run_lines by name
select
    given_run.run_id,
    0 as file_id,
    given_run.query_id,
    given_run.doc_id,
    given_run.rank as submitted_rank,
    given_run.score,
from given_run
where given_run.query_id in (select qrels.query_id from main.qrels as qrels);
