"""`python -m dltrack_db.sqlfiles`: build the SQL files that are not stored."""

from dltrack_db.sqlfiles import build_sql

build_sql.build()
