-- Judges, as given to the load: one row for each file and judge.
select
    'preferences' as part,
    source as name,
    collection,
    'name' as key,
    judge as value,
from main.preferences;
