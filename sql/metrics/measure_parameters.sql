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
        ('rel', 'number', 'min_relevance', 0, 32767, [], 'lowest relevant label; a fraction if labels are fractions'),
        ('judged_only', 'truth', 'judged_only', null, null, [], 'whether unjudged items are removed from the run first'),
        ('cutoff', 'whole number', 'k', 1, 2147483647, [], 'depth: number of first items of the run that are used'),
        ('items', 'whole number', 'items', 1, 2147483647, [], 'number of first relevant items that are used; written @g1-10'),
        ('depth', 'whole number', 'depth', 1, 2147483647, [], 'depth to which runs are cut or padded; by default that of the collection'),
        ('recall', 'number', 'level', 0, 1, [], 'recall level; the value is the best precision at this recall or above'),
        ('rounded', 'truth', 'is_rounded', null, null, [], 'whether the number of items for a recall level is rounded, as in trec_eval 10'),
        ('dcg', 'word', 'gains', null, null, ['log2', 'exp-log2'], 'gain of a grade: log2: the grade g; exp-log2: 2^g - 1'),
        ('gains', 'gains', 'gains', 0, 1e300, [], 'gain of each grade; by default the grade itself'),
        ('relative', 'truth', 'relative', null, null, [], 'whether precision is divided by the best possible for as many items'),
        ('beta', 'number', 'beta', 0, 1e300, [], 'weight: of recall in SetF, patience in NRBP'),
        ('alpha', 'number', 'alpha', 0, 1, [], 'share of gain that a subtopic loses for each higher item relevant to it'),
        ('p', 'number', 'p', 0, 1, [], 'persistence: probability of looking at the next item'),
        ('T', 'number', 'goal', 1e-6, 1e300, [], 'gain that the user wants'),
        ('max_grade', 'whole number', 'max_grade', 1, 32767, [], 'largest grade of the scale'),
        ('min_rel', 'whole number', 'min_rel', 0, 32767, [], 'grades up to this one have gain 0'),
        ('max_rel', 'whole number', 'max_rel', 1, 32767, [], 'grades from this one on have gain 1'),
        ('version', 'whole number', 'version', 2011, 2012, [], 'year of the followed version of NIST''s sample_eval.pl'),
        ('normalize', 'truth', 'is_normalized', null, null, [], 'whether the value is divided by that of the ideal ranking')
) as listed (parameter, type, argument, lowest, highest, choices, meaning);
