"""`sql/systems/column_faces.sql`: where the columns of `systems.run_columns` stand, from the headers of their files."""

from __future__ import annotations

from collections.abc import Sequence

from dltrack_db.base.sql_text import quote_text
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import run_columns
from dltrack_db.sqlfiles.sql_object import SqlObject

FACES = ("terminal", "measures", "paper", "several", "page")
NOWHERE = "programs"
"""The entry of a column that none of them has."""
_HEAD = """\
-- Columns of leaderboards about runs, and where they stand: formats for programs have all of them.
-- Built from the headers of sql/run_columns (faces).
--
-- source: the files of sql/run_columns
-- grain: column_name
-- columns:
--   position: place among the columns, from 1
--   column_name: column of systems.run_columns
--   faces: where people see it: 'terminal', 'measures' (leaderboards in measures that were asked for, or by other
--     labels), 'paper' (LaTeX that compares with baselines, as in table.tex), 'several' (leaderboards of several
--     collections), 'page' (reports and pages)
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
    """Return the view of all files."""
    return compose(run_columns.load())


def compose(files: Sequence[SqlObject]) -> str:
    """Return the view of these files."""
    columns = [(name, faces(obj, name)) for obj in files for name in run_columns.own_columns(obj)]
    rows = [
        f"        ({position}, {quote_text(name)}, [{', '.join(map(quote_text, names))}]::varchar[])"
        for position, (name, names) in enumerate(columns, 1)
    ]
    return _HEAD + ",\n".join(rows) + _TAIL


def faces(obj: SqlObject, column: str) -> list[str]:
    """Return the faces of a column of a file: all of them where its header does not say."""
    if odd := [name for name in obj.header.faces if name not in run_columns.own_columns(obj)]:
        raise SqlFileError(f"{obj.path}: the header gives faces of {odd[0]}, which is no column")
    text = obj.header.faces.get(column) or ", ".join(FACES)
    names = [] if text == NOWHERE else text.split(", ")
    if odd := [name for name in names if name not in FACES]:
        raise SqlFileError(
            f"{obj.path}: {column} has the face '{odd[0]}'; give some of {', '.join(FACES)}, or {NOWHERE} for none"
        )
    if "paper" in names and "measures" not in names:
        raise SqlFileError(
            f"{obj.path}: {column} has the face 'paper', whose measures are asked for; give 'measures' too"
        )
    return names
