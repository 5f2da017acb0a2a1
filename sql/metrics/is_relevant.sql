-- Whether binary measures treat a label as relevant: if it is at or above the relevance level.
--
-- source: trec_eval -l; labels.levels for sets of labels
-- params:
--   relevance: raw grade
--   label: the label as given if its label set has fractions; otherwise null
--   level: lowest relevant label, which may be a fraction: the requested level, or else the level of the label set
-- returns: boolean; false for negative grades
-- caveats: without a level the query stops with an error, because its numbers would be meaningless
-- example: select metrics.is_relevant(2, null, 2), metrics.is_relevant(0, 0.5, 0.5)
create or replace macro metrics.is_relevant(relevance, label, level) as
    case
        when level is null
            then error(
                'these labels have no relevance level, which binary measures need; name one: min_relevance := 1'
            )
        else coalesce(label, relevance) >= greatest(level, 0)
    end;
