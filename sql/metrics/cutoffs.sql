-- The cut-offs of a measure as a list. The parameter k of a measure can be one number, e.g. 10, or a list, e.g. [5, 10].
--
-- source: dltrack; trec_eval's parameters are comma-separated lists (trec_eval -m P.5,10)
-- params:
--   k: a whole number, or a list of whole numbers
-- returns: list of integers
-- example: select metrics.cutoffs(10), metrics.cutoffs([5, 10])
create or replace macro metrics.cutoffs(k) as
    cast(cast('[' || trim(cast(k as varchar), '[]') || ']' as double[]) as bigint[]);
