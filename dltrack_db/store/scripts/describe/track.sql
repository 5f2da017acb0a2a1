-- What NIST's TREC Browser says of a track: who ran it, its tasks, data and teams. Parameter: edition and track.
select
    facts.kind,
    facts.name,
    coalesce(facts.description, facts.url) as description,
    facts.contact,
    facts.num_runs,
from tracks.facts as facts
where facts.edition || '/' || facts.track = $1
order by list_position(['overview', 'data', 'participants'], facts.page), facts.position;
