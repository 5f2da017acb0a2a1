-- How many of a run's first ten items per topic are unseen: no run of another team returns the item at any rank, and the item
-- has no label. A run that read the topics correctly shares about half of its first ten items with other runs. A run with ids
-- of another collection shares none.
--
-- source: measured on the 63 passage runs of TREC 2021 (16 teams): .632 for one run, below .35 for all others
-- grain: collection, run_id
-- columns:
--   num_items: items at ranks 1 to 10 over all topics
--   num_unseen: unseen items among these
--   share: num_unseen / num_items
--   num_other_teams: other teams with loaded rankings; with fewer than three, the share says little
--   first_unseen: one of the unseen items
-- needs: runs
-- caveats: labels of all sets are considered
-- cost: 2 s of processor time with the 63 passage runs of TREC 2021
-- example: select run_id, round(share, 3) as share from systems.unseen_tops order by share desc limit 3
create or replace view systems.unseen_tops as
with
tops as materialized (
    select
        rankings.collection,
        rankings.run_id,
        rankings.query_id,
        rankings.doc_id,
        rankings.rank,
        systems.team_of(runs.team, runs.run_id) as team,
    from main.rankings as rankings
    inner join main.runs as runs on runs.collection = rankings.collection and runs.run_id = rankings.run_id
    where rankings.rank <= 10
),

-- two team names are enough to see whether another team returns the item
seen as (
    select
        items.collection,
        items.query_id,
        items.doc_id,
        min(items.team) as first_team,
        max(items.team) as last_team,
    from systems.returned_items as items
    semi join tops
        on tops.collection = items.collection and tops.query_id = items.query_id and tops.doc_id = items.doc_id
    group by items.collection, items.query_id, items.doc_id
),

labelled as (
    select distinct
        qrels.collection,
        qrels.query_id,
        qrels.doc_id,
    from labels.counted as qrels
),

others as (
    select
        asked.collection,
        asked.team,
        count(teams.team) as num_other_teams,
    from (select distinct tops.collection, tops.team from tops) as asked
    left join systems.ranked_teams as teams on teams.collection = asked.collection and teams.team <> asked.team
    group by asked.collection, asked.team
),

marked as (
    select
        tops.*,
        labelled.doc_id is null
        and coalesce(seen.first_team = tops.team and seen.last_team = tops.team, true) as is_unseen,
    from tops
    left join seen
        on seen.collection = tops.collection and seen.query_id = tops.query_id and seen.doc_id = tops.doc_id
    left join labelled
        on labelled.collection = tops.collection
        and labelled.query_id = tops.query_id
        and labelled.doc_id = tops.doc_id
)

select
    marked.collection,
    marked.run_id,
    count(*) as num_items,
    count(*) filter (where marked.is_unseen) as num_unseen,
    count(*) filter (where marked.is_unseen) / count(*) as share,
    any_value(others.num_other_teams) as num_other_teams,
    min_by(marked.doc_id, (marked.rank, marked.query_id)) filter (where marked.is_unseen) as first_unseen,
from marked
inner join others on others.collection = marked.collection and others.team = marked.team
group by marked.collection, marked.run_id;
