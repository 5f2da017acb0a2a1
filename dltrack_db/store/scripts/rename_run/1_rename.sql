-- Gives variable `run` of the collection in variable `home` the name in variable `new_name`, in all that is loaded and
-- derived from its file. What others noted of a run keeps the name they noted it under.
update main.runs set run_id = getvariable('new_name')
where collection = getvariable('home') and run_id = getvariable('run');
update main.run_topics set run_id = getvariable('new_name')
where collection = getvariable('home') and run_id = getvariable('run');
update main.judged_rankings set run_id = getvariable('new_name')
where collection = getvariable('home') and run_id = getvariable('run');
update main.query_scores set run_id = getvariable('new_name')
where collection = getvariable('home') and run_id = getvariable('run');
update main.loads set name = getvariable('new_name')
where part = 'runs' and collection = getvariable('home') and name = getvariable('run');
