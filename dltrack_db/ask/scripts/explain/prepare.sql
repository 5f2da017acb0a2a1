-- One value per topic for every combination of choices that is tried.
create or replace temp table tried (
    measure varchar, min_relevance integer, tie_rule varchar, judged_only boolean, gain varchar, query_id varchar,
    value double
);
