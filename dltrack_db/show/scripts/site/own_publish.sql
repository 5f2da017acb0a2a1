-- Puts the run of the scratch database beside those of the page. Variables: `collection`, `run_id`.
insert into loaded.main.runs by name
select
    getvariable('collection') as collection,
    getvariable('run_id') as run_id,
    'your run' as team,
    'yours' as category,
    -- counted among the submitted ones, so that every chart has it
    true as is_submission;

insert into loaded.main.run_topics by name
from main.run_topics;

insert into loaded.store.rankings by name
from store.rankings;
