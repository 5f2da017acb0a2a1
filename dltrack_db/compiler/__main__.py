"""`python -m dltrack_db.compiler`: build the SQL files that are not stored."""

from dltrack_db.compiler import buildsql

buildsql.build()
