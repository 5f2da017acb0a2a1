-- Whether the values of a measure depend on the relevance level.
--
-- source: metrics.measures
-- params:
--   name: name of a stored measure, e.g. 'P_10'
-- returns: boolean; false if no measure has this name
-- example: select metrics.is_binary('P_10'), metrics.is_binary('ndcg_cut_10')
create or replace macro metrics.is_binary(name) as (
    select coalesce(bool_or(measures.is_binary), false),
    from metrics.measures as measures
    where name = measures.measure or regexp_full_match(name, measures.measure || '_[0-9.]+')
);
