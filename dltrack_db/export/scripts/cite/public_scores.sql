-- Whether scores of a collection's submitted runs are loaded that others published. Parameter: collection.
select count(*) > 0 as has_public_scores
from main.loads
where collection = $1 and part = 'scores' and verified = 'md5' and starts_with(name, 'nist/');
