-- What the workers made (`temp.made_judged_rankings`, `temp.made_query_scores`), in the place of what there was for the
-- collections of variable `collections`. The table that may be empty comes last: DuckDB 1.5.5 loses rows inserted after
-- an ordered insert of none.
delete from main.judged_rankings where list_contains(getvariable('collections'), collection);
delete from main.query_scores where list_contains(getvariable('collections'), collection);

insert into main.query_scores by name
from temp.made_query_scores;

insert into main.judged_rankings by name
select made.*,
from temp.made_judged_rankings as made
order by made.variant, made.answer_id, made.rank;

select error('publishing lost scores: ' || published || ' of ' || made || '; nothing was changed')
from (
    select
        (select count(*) from temp.made_judged_rankings) + (select count(*) from temp.made_query_scores) as made,
        (
            select count(*)
            from main.judged_rankings
            where list_contains(getvariable('collections'), collection)
        ) + (
            select count(*)
            from main.query_scores
            where list_contains(getvariable('collections'), collection)
        ) as published,
) as counted
where counted.made <> counted.published;
