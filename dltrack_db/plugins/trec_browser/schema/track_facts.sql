-- What NIST's TREC Browser says of the tracks of TREC besides runs and scores: who ran each, its tasks, where its data are,
-- who took part.
--
-- source: recipe trec-browser: the pages of overviews, data and participants
-- grain: edition, track, page, position
-- columns:
--   edition: as in published.tracks
--   track: as in published.tracks
--   page: 'overview', 'data' or 'participants'
--   position: place on the page, from 1
--   kind: 'coordinator', 'task', 'team', or what a link leads to: 'track page', 'data page', 'corpus', 'topics', 'qrels', 'ir_datasets' or 'other'
--   name: the person, task, team or data meant; null where a link has no name but its address
--   description: organization of a coordinator or team, title of a task; null when unknown
--   contact: who took part for a team; null when unknown
--   url: where a link leads; null where it was printed without an address
-- caveats: names are as printed; an address was right when NIST wrote it, which nobody looks after
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
