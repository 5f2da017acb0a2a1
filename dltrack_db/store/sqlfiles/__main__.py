"""`python -m dltrack_db.store.sqlfiles`: build the SQL files that are not stored."""

from dltrack_db.store.sqlfiles import buildsql

buildsql.build()
