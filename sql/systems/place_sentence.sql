-- The rank of a score among the submitted runs, as a sentence.
--
-- source: systems.place
-- params:
--   label: printed name of the measure
--   score: the score
--   standing: the row of systems.place for the score, as a struct
-- returns: varchar
-- example: select systems.place_sentence('nDCG@10', .7, it) from systems.place('trec2021-passages', 'ndcg_cut_10', .7) as it
create or replace macro systems.place_sentence(label, score, standing) as
    label || ' ' || format('{:.4f}', score::double) || ': '
    || case when len(standing.tied_with) > 0 then 'tied for ' else '' end || standing.place
    || case
        when standing.place % 100 between 11 and 13 then 'th'
        when standing.place % 10 = 1 then 'st'
        when standing.place % 10 = 2 then 'nd'
        when standing.place % 10 = 3 then 'rd'
        else 'th'
    end
    || ' of ' || standing.num_runs
    || case
        when len(standing.tied_with) > 5 then ' with ' || len(standing.tied_with) || ' runs'
        when len(standing.tied_with) > 0 then ' with ' || array_to_string(standing.tied_with, ', ')
        else ''
    end
    || ' (the submitted runs included'
    || case
        when standing.provenance <> 'rankings'
            then ', by their ' || replace(standing.provenance, 'submitted scores', 'published scores')
        else ''
    end
    || '), '
    || case
        when standing.above is null then 'above '
        when standing.below is null then 'below '
        else 'between '
    end
    || concat_ws(
        ' and ',
        standing.above || ' ' || format('{:.4f}', standing.above_value),
        standing.below || ' ' || format('{:.4f}', standing.below_value)
    )
    || case
        when len(standing.beaten) > 0
            then '; better than every run of category ' || list_aggregate(standing.beaten, 'string_agg', ', ')
        else ''
    end;
