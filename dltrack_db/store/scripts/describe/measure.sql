-- What a measure's name means to trec_eval and to ir_measures, and the macro that computes it. Parameter: the name.
select
    spellings.language,
    spellings.measure,
    objects.summary as meaning,
    objects.object as macro,
    array_to_string(measures.defaults, ', ') as defaults,
    coalesce('grade ' || spellings.min_relevance, if(measures.is_binary, 'as the collection counts', 'no matter'))
        as relevant_from,
from metrics.spellings as spellings
inner join metrics.measures as measures on measures.measure = spellings.measure
left join catalog.objects as objects on objects.object = 'metrics.' || measures.macro
where spellings.spelling in ($1, regexp_extract($1, '^[^(@]+'), regexp_replace($1, '_\d+$', ''))
qualify
    count(*) over (partition by spellings.language) = 1
    or (measures.parameter is not distinct from 'cutoffs') = regexp_matches($1, '[@_]\d+$')
order by spellings.language desc, measures.position asc;
