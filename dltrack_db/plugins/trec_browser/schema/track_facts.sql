-- One row for each organizer, task, participant and link of a track of TREC, from NIST's TREC Browser.
--
-- source: recipe trec-browser: the pages of overviews, data and participants
-- grain: edition, track, page, position
-- columns:
--   edition: as in published.tracks
--   track: as in published.tracks
--   page: 'overview', 'data' or 'participants'
--   position: position on the page, from 1
--   kind: 'coordinator', 'task', 'team', or the target of a link: 'track page', 'data page', 'corpus', 'topics',
--     'qrels', 'ir_datasets' or 'other'
--   name: name of the person, task, team or data; null for a link without a name
--   description: organization of a coordinator or team, title of a task; null if unknown
--   contact: participant of a team; null if unknown
--   url: address of a link; null if the page has no address
-- caveats: names are as printed; addresses may have changed since NIST published the page
-- page: none
create table if not exists main.track_facts (
    edition varchar not null,
    track varchar not null,
    page varchar not null,
    position smallint not null,
    kind varchar not null,
    name varchar,
    description varchar,
    contact varchar,
    url varchar
);
