-- The parameters of measures in ir_measures' syntax, such as dcg in nDCG(dcg='exp-log2')@10. Column ir_measures of
-- metrics.measures lists the parameters of each measure with their defaults.
--
-- source: ir_measures 0.4.3 (ir_measures/measures); `rounded` and `version` are dltrack's
-- grain: parameter
-- columns:
--   parameter: name; parameters are written in parentheses, `cutoff` and `recall` also after '@', `items` after '@g'
--   type: 'whole number', 'number', 'truth' (True or False), 'word' or 'gains' (a gain for each grade, as {1: 1, 2: 3})
--   argument: macro argument that the parameter sets
--   lowest: smallest value
--   highest: largest value
--   choices: valid values of a parameter of type 'word'
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
        ('rel', 'number', 'min_relevance', 0, 32767, [], 'lowest relevant label; may be a fraction if labels are fractions'),
        ('judged_only', 'truth', 'judged_only', null, null, [], 'whether unjudged items are removed from runs before scoring'),
        ('cutoff', 'whole number', 'k', 1, 2147483647, [], 'cut-off: only this many items from the top of the run are used'),
        ('items', 'whole number', 'items', 1, 2147483647, [], 'only this many relevant items from the top of the run are used; 10 is written @g1-10'),
        ('depth', 'whole number', 'depth', 1, 2147483647, [], 'depth to which runs are cut or padded; by default the depth of the collection'),
        ('recall', 'number', 'level', 0, 1, [], 'recall level; the value is the highest precision at this or a higher recall'),
        ('rounded', 'truth', 'is_rounded', null, null, [], 'whether the number of items for a recall level is rounded, as in trec_eval 10, or truncated'),
        ('dcg', 'word', 'gains', null, null, ['log2', 'exp-log2'], 'gain of a grade g: g for log2, 2^g - 1 for exp-log2'),
        ('gains', 'gains', 'gains', 0, 1e300, [], 'gain of each grade; by default the grade itself'),
        ('relative', 'truth', 'relative', null, null, [], 'whether precision is divided by the highest precision possible for the same number of items'),
        ('beta', 'number', 'beta', 0, 1e300, [], 'SetF: weight of recall; NRBP and nNRBP: probability of looking at the next item'),
        ('alpha', 'number', 'alpha', 0, 1, [], 'share of the gain for a subtopic that is lost with each higher-ranked item relevant to the subtopic'),
        ('p', 'number', 'p', 0, 1, [], 'persistence: probability of looking at the next item'),
        ('T', 'number', 'goal', 1e-6, 1e300, [], 'total gain that the user wants'),
        ('max_grade', 'whole number', 'max_grade', 1, 32767, [], 'largest grade of the scale'),
        ('min_rel', 'whole number', 'min_rel', 0, 32767, [], 'grades up to this value have gain 0'),
        ('max_rel', 'whole number', 'max_rel', 1, 32767, [], 'grades from this value on have gain 1'),
        ('version', 'whole number', 'version', 2011, 2012, [], 'version of NIST''s sample_eval.pl: 2011 or 2012'),
        ('normalize', 'truth', 'is_normalized', null, null, [], 'whether the value is divided by the value of the ideal ranking')
) as listed (parameter, type, argument, lowest, highest, choices, meaning);
