-- One row for each file and judge, as named when the files were loaded.
select
    'preferences' as part,
    source as name,
    collection,
    'name' as key,
    judge as value,
from main.preferences;
