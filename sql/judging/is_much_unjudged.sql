-- Whether too many of a run's top items are unjudged to trust measures of the top ranks. The arguments can also be differences
-- between the shares of two runs.
--
-- source: TREC 2021 overview, section 4 "Completeness of judgments"
-- params:
--   first_10: share of unjudged items among the first ten, or the difference of two shares
--   first_100: share of unjudged items among the first hundred, or the difference of two shares
-- returns: boolean: true if first_10 is above 0.1 or first_100 is above 0.4
-- example: select judging.is_much_unjudged(0.05, 0.3), judging.is_much_unjudged(0.31 - 0.02, 0.3)
create or replace macro judging.is_much_unjudged(first_10, first_100) as
    first_10 > 0.1 or first_100 > 0.4;
