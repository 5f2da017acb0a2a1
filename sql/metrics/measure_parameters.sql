-- The parameters that measures take in ir_measures' spelling, as in nDCG(dcg='exp-log2')@10. Column ir_measures of
-- metrics.measures shows the parameters of each measure and their defaults.
--
-- source: ir_measures 0.4.3 (ir_measures/measures); `rounded` and `version` are dltrack's
-- grain: parameter
-- columns:
--   parameter: name in the parentheses; `cutoff` and `recall` are written after '@' or in the parentheses
--   type: 'whole number', 'number', 'truth' (True or False), 'word' or 'gains' (a gain for each grade, as {1: 1, 2: 3})
--   argument: macro argument that the parameter sets
--   lowest: smallest value
--   highest: largest value
--   choices: valid words
--   meaning: effect of the parameter
-- example: select parameter, meaning from metrics.measure_parameters where type = 'truth'
create or replace table metrics.measure_parameters as
select
    parameter,
    type,
    argument,
    lowest,
    highest,
    cast(choices as varchar[]) as choices,
    meaning,
from (
    values
        ('rel', 'number', 'min_relevance', 0, 32767, [], 'lowest label that is relevant; a fraction where labels are fractions'),
        ('judged_only', 'truth', 'judged_only', null, null, [], 'whether unjudged items are taken out of the run first'),
        ('cutoff', 'whole number', 'k', 1, 2147483647, [], 'depth: only the first items of the run count'),
        ('items', 'whole number', 'items', 1, 2147483647, [], 'how many relevant items count, the first ones; written @g1-10'),
        ('depth', 'whole number', 'depth', 1, 2147483647, [], 'depth that runs are cut at and padded to; else the one of the collection'),
        ('recall', 'number', 'level', 0, 1, [], 'recall from which on the best precision counts'),
        ('rounded', 'truth', 'is_rounded', null, null, [], 'whether the number of items that a recall asks for is rounded, as in trec_eval 10'),
        ('dcg', 'word', 'gains', null, null, ['log2', 'exp-log2'], 'gain of a grade: the grade, or 2 to its power less 1'),
        ('gains', 'gains', 'gains', 0, 1e300, [], 'gain of each grade; a grade that is not named counts itself'),
        ('relative', 'truth', 'relative', null, null, [], 'whether precision is divided by the best possible for as many items'),
        ('beta', 'number', 'beta', 0, 1e300, [], 'weight: of recall in SetF, patience in NRBP'),
        ('alpha', 'number', 'alpha', 0, 1, [], 'how much a subtopic loses for each item above that is relevant to it'),
        ('p', 'number', 'p', 0, 1, [], 'persistence: probability of looking at the next item'),
        ('T', 'number', 'goal', 1e-6, 1e300, [], 'gain that the user wants'),
        ('max_grade', 'whole number', 'max_grade', 1, 32767, [], 'largest grade of the scale'),
        ('min_rel', 'whole number', 'min_rel', 0, 32767, [], 'grade that counts 0, and those below it'),
        ('max_rel', 'whole number', 'max_rel', 1, 32767, [], 'grade that counts 1, and those above it'),
        ('version', 'whole number', 'version', 2011, 2012, [], 'year of the sample_eval.pl of NIST that it follows'),
        ('normalize', 'truth', 'is_normalized', null, null, [], 'whether the value is divided by that of the ideal ranking')
) as listed (parameter, type, argument, lowest, highest, choices, meaning);
