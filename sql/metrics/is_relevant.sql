-- Whether binary measures count a label: at and above the relevance level.
--
-- source: trec_eval -l; labels that are fractions have no level that could be taken for granted
-- params:
--   relevance: raw grade
--   label: the label as given where its set has fractions; else null
--   asked: the level that was asked for, which may be a fraction; null for none
--   level: the level of the collection, which holds for whole grades and for official labels
--   is_official: whether the label is one of the official ones
-- returns: boolean; false for negative grades
-- caveats: a fraction without a level that was asked for stops the query instead of giving numbers that mean nothing
-- example: select metrics.is_relevant(2, null, null, 2, false), metrics.is_relevant(0, 0.5, 0.5, 2, false)
create or replace macro metrics.is_relevant(relevance, label, asked, level, is_official) as
    case
        when label is null then relevance >= greatest(coalesce(asked, level), 0)
        when asked is null and not is_official
            then error('these labels are fractions, and binary measures need a relevance level; add min_relevance := 0.5')
        else label >= greatest(coalesce(asked, level), 0)
    end;
