-- Whether binary measures treat a label as relevant: true if the label is at or above the relevance level.
--
-- source: trec_eval -l; labels.levels for label sets
-- params:
--   relevance: raw grade
--   label: label as given, if the label set has fractions; otherwise null
--   level: lowest relevant label, which may be a fraction: the requested level if there is one, otherwise the level of the
--     label set
-- returns: boolean; false for negative grades
-- caveats: if level is null, the query stops with an error, because the results would be meaningless
-- example: select metrics.is_relevant(2, null, 2), metrics.is_relevant(0, 0.5, 0.5)
create or replace macro metrics.is_relevant(relevance, label, level) as
    case
        when level is null
            then error(
                'the labels have no relevance level, but binary measures need one; set it, e.g. with min_relevance := 1'
            )
        else coalesce(label, relevance) >= greatest(level, 0)
    end;
