select count(*) > 0 as leaderboards,
from main.nugget_labels
