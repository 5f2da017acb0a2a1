-- Numbers of staged and published rows of rankings; answers of this load have numbers above the variable `last_known_answer`.
select
    'runs' as what,
    (select count(*) from memory.staging.rankings) as staged,
    (select count(*) from store.rankings where answer_id > getvariable('last_known_answer')) as published
union all
select
    'topics of runs' as what,
    (select count(*) from temp.new_answers) as staged,
    (select count(distinct answer_id) from main.run_topics where answer_id > getvariable('last_known_answer')) as published;
