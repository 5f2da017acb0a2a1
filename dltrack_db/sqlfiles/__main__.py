"""`python -m dltrack_db.sqlfiles` generates the SQL files."""

from dltrack_db.sqlfiles import build_sql

build_sql.build()
