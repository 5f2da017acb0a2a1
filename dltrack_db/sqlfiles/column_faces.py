"""Generator of `sql/systems/column_faces.sql`: the leaderboards that display each column of `systems.run_columns`."""

from __future__ import annotations

from collections.abc import Sequence

from dltrack_db.base.sql_text import quote_text
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import run_columns
from dltrack_db.sqlfiles.sql_object import SqlObject

BOARDS = ("terminal", "measures", "paper", "several", "page")
NOWHERE = "programs"
"""Entry for a column that only the formats for programs contain."""
_HEAD = """\
-- One row for each leaderboard column about runs, with the leaderboards that display the column; formats for programs
-- contain all columns. Generated from the headers of sql/run_columns.
--
-- source: the files of sql/run_columns
-- grain: column_name
-- columns:
--   position: position among the columns, from 1
--   column_name: column of systems.run_columns
--   faces: leaderboards that display the column: 'terminal', 'measures' (with chosen measures or labels), 'paper'
--     (LaTeX with baselines, as in table.tex), 'several' (several collections), 'page' (reports and pages)
-- example: select column_name from systems.column_faces where list_contains(faces, 'page') order by position
create or replace view systems.column_faces as
select
    listed.position,
    listed.column_name,
    listed.faces,
from (
    values
"""
_TAIL = "\n) as listed (position, column_name, faces);\n"


def render() -> str:
    """Return the SQL of the view."""
    return compose(run_columns.load())


def compose(files: Sequence[SqlObject]) -> str:
    """Return the SQL of the view from these files."""
    columns = [(name, faces(obj, name)) for obj in files for name in run_columns.own_columns(obj)]
    rows = [
        f"        ({position}, {quote_text(name)}, [{', '.join(map(quote_text, names))}]::varchar[])"
        for position, (name, names) in enumerate(columns, 1)
    ]
    return _HEAD + ",\n".join(rows) + _TAIL


def faces(obj: SqlObject, column: str) -> list[str]:
    """Return the leaderboards that display a column of a file; by default, all leaderboards."""
    if unknown := [name for name in obj.header.faces if name not in run_columns.own_columns(obj)]:
        raise SqlFileError(f"{obj.path}: '{unknown[0]}' in faces of the header is not a column; correct the header")
    text = obj.header.faces.get(column) or ", ".join(BOARDS)
    names = [] if text == NOWHERE else text.split(", ")
    if invalid := [name for name in names if name not in BOARDS]:
        raise SqlFileError(
            f"{obj.path}: the entry of {column} in faces contains '{invalid[0]}'; valid values: {', '.join(BOARDS)}, "
            f"or only {NOWHERE}"
        )
    if "paper" in names and "measures" not in names:
        raise SqlFileError(f"{obj.path}: the entry of {column} in faces has 'paper' without 'measures'; add 'measures'")
    return names
