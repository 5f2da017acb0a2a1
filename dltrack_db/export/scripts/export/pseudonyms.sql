-- Where the pseudonyms of runs and teams lie while an export lasts, and how a query asks for one.
create or replace temp table pseudonyms (
    kind varchar not null,
    name varchar not null,
    pseudonym varchar not null
);

create or replace temp macro pseudonym(kind_of_name, given) as (
    select known.pseudonym
    from temp.pseudonyms as known
    where known.kind = kind_of_name and known.name = given
);
