-- Those of the collections in variable `names` that know the labels in variable `labels`; where that is empty, any
-- beside the official ones.
select distinct collection
from labels.known_variants
where
    list_contains(getvariable('names'), collection)
    and case when getvariable('labels') = '' then not is_official else variant = getvariable('labels') end
order by collection
