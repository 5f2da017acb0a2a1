select
    'answers' as need,
    'generated answers' as meaning,
    'dltrack ingest answers FILES -c COLLECTION' as adds,
    (select count(*) > 0 from main.answers) as is_met,
union all
select
    'preferences' as need,
    'preferences between pairs of items' as meaning,
    'dltrack ingest preferences FILES -c COLLECTION' as adds,
    (select count(*) > 0 from main.preferences) as is_met,
union all
select
    'labels of nuggets' as need,
    'labels of the nuggets in answers or documents' as meaning,
    'dltrack ingest nuggets FILES -c COLLECTION' as adds,
    (select count(*) > 0 from main.nugget_labels) as is_met,
union all
select
    'labels of answers' as need,
    'labels of nuggets or citations' as meaning,
    'dltrack ingest nuggets FILES -c COLLECTION' as adds,
    (select count(*) > 0 from main.nugget_labels) or (select count(*) > 0 from main.citation_labels) as is_met,
union all
select
    'labels of citations' as need,
    'labels that say whether a citation supports its sentence' as meaning,
    'dltrack ingest nuggets FILES -c COLLECTION' as adds,
    (select count(*) > 0 from main.citation_labels) as is_met,
