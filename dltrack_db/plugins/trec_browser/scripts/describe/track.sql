-- Facts about track `name` (edition/track) from NIST's TREC Browser: organizers, tasks, data and teams.
select
    facts.kind,
    facts.name,
    coalesce(facts.description, facts.url) as description,
    facts.contact,
    facts.num_runs,
from tracks.facts as facts
where facts.edition || '/' || facts.track = getvariable('name')
order by list_position(['overview', 'data', 'participants'], facts.page), facts.position;
