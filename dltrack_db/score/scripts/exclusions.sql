-- Excluded items of one evaluation (score/exclusions.py).

-- name: malformed_line
-- The first line in given_exclusions that is malformed or repeats an earlier line.
select
    read.line,
    coalesce(
        read.problem,
        'item ' || read.doc_id || ' of topic ' || read.query_id || ' again, first on line ' || read.first_line
    ) as problem,
from (
    select
        *,
        min(line) over (partition by query_id, doc_id) as first_line,
        row_number() over (partition by query_id, doc_id order by line) as occurrence,
    from given_exclusions
) as read
where read.problem is not null or read.occurrence > 1
order by read.line
limit 1;

-- name: problem
-- The problem of given_exclusions as a whole, to be printed after the name of the file or argument; no row if it is valid.
select
    case
        when count(*) = 0 then 'names no item; name an item to exclude'
        when count(*) filter (given.query_id is null or given.doc_id is null) > 0
            then 'has rows without a query_id or doc_id; add the ids'
        when not bool_or(given.query_id in (select qrels.query_id from main.qrels as qrels))
            then 'names no item of a judged topic; use the query ids of the labels'
    end as problem,
from given_exclusions as given
having problem is not null;

-- name: add
-- Adds given_exclusions to the exclusions of the only collection in the scratch database.
insert into main.exclusions by name
select distinct
    collections.collection,
    'given' as source,
    given.query_id,
    given.doc_id,
from given_exclusions as given
cross join main.collections as collections;
