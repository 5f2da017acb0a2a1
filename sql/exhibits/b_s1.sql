-- The p value of two lucky checkpoints.
--
-- source: SIGIR'21 resource paper, section 4
-- grain: comparison
-- columns:
--   comparison: checkpoints compared, and on which topics
--   p_value: paired two-sided t-test over topics
-- caveats: always empty: the rankings of the 32 training checkpoints are not published; validity.lucky_checkpoints
--   tests checkpoints at hand
-- example: from exhibits.b_s1
create or replace view exhibits.b_s1 as
select
    null::varchar as comparison,
    null::double as p_value,
where false;
