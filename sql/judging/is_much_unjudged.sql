-- Whether so many of a run's top items are unjudged that measures of the top ranks cannot be trusted; also accepts the
-- difference between two runs' shares.
--
-- source: TREC 2021 overview, section 4 "Completeness of judgments"
-- params:
--   first_10: share of unjudged items among the first ten, or the difference of two shares
--   first_100: the same among the first hundred
-- returns: boolean: more than a tenth of the first ten, or more than two fifths of the first hundred
-- example: select judging.is_much_unjudged(0.05, 0.3), judging.is_much_unjudged(0.31 - 0.02, 0.3)
create or replace macro judging.is_much_unjudged(first_10, first_100) as
    first_10 > 0.1 or first_100 > 0.4;
