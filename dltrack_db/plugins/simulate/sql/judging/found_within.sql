-- Number of relevant items among the first num_labels judgments of a trace.
--
-- source: R(j) of the stopping rule, TREC 2019 overview, section 4
-- params:
--   steps: list of the steps at which relevant items are judged
--   num_labels: number of judgments
-- returns: number of relevant items judged at steps up to num_labels
-- example: select judging.found_within([1, 4, 9], 5)
create or replace macro judging.found_within(steps, num_labels) as
    len(list_filter(steps, lambda step: step <= num_labels));
