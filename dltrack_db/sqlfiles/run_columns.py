"""Generator of `sql/systems/run_columns.sql`: leaderboard columns about runs, from the files in `sql/run_columns`.

Each file in `sql/run_columns` defines a view, or a table macro with some of `PARAMETERS`. The view or macro has a row
for each run that it describes. The columns of the view `description`, which has a row for every run, come first; then
those of the other files in path order. The header of a file may limit the leaderboards that display a column
(`column_faces.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dltrack_db.base import resources
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import places
from dltrack_db.sqlfiles.headers import read_glossary
from dltrack_db.sqlfiles.sql_object import SqlObject, load_object

SCHEMA = "run_columns"
PARAMETERS = ("labels", "min_relevance", "tie_rule")
"""Parameters that a macro may have: choices of the leaderboard, where null means the official choice."""
_FIRST = "description"
_STANDINGS = ("systems/standings.sql", "labels/standings.sql")
_TAKEN = ("collection", "run_id", "num_topics", "num_tests", "difference")
"""Column names that leaderboards already use, in addition to the columns of the standings."""
_HEAD = """\
-- One row for each run, with the columns about runs that leaderboards print next to scores. All leaderboards use it: on
-- terminals, and in LaTeX, frames, reports, pages and papers. Generated from the files of sql/run_columns.
--
-- source: the views and macros of schema run_columns
-- grain: collection, run_id
-- params:
--   labels: label set; null for the official one
--   min_relevance: lowest relevant grade; null for the level of the label set
-- columns:
{columns}
-- needs: runs
-- example: from systems.run_columns() where collection = 'trec2021-passages' order by run_id
create or replace macro systems.run_columns(labels := null, min_relevance := null, tie_rule := null) as table
select
    description.collection,
    description.run_id,
{names}
from run_columns.description as description"""


def render() -> str:
    """Return the SQL of the macro, from all files."""
    files = load()
    check(files)
    return compose(files)


def load() -> list[SqlObject]:
    """Return the objects in schema `run_columns`; `description` is the first."""
    files = places.own_first(resources.SQL, SCHEMA)
    objects = [load_object(path, places.find_root(path, resources.SQL)) for path in files]
    return sorted(objects, key=lambda obj: obj.name != _FIRST)


def own_columns(obj: SqlObject) -> list[str]:
    """Return the columns that a file adds to leaderboards."""
    return [name for name in obj.header.columns if name not in ("collection", "run_id")]


def compose(files: Sequence[SqlObject]) -> str:
    """Return the SQL of the macro from these files; the first file must have a row for every run."""
    glossary = read_glossary(resources.SQL / places.GLOSSARY).columns
    lines = [
        f"--   {name}" + ("" if (text := obj.header.columns[name]) == glossary.get(name) else f": {text}")
        for obj in files
        for name in own_columns(obj)
    ]
    names = [f"    {obj.name}.{name}," for obj in files for name in own_columns(obj)]
    head = _HEAD.format(columns="\n".join(lines), names="\n".join(names))
    return "\n".join([head, *map(_join, files[1:])]) + ";\n"


def _join(obj: SqlObject) -> str:
    call = f"({', '.join(obj.parameters)})" if obj.kind == "table macro" else ""
    return (
        f"left join {obj.full_name}{call} as {obj.name}\n"
        f"    on description.collection = {obj.name}.collection and description.run_id = {obj.name}.run_id"
    )


def check(files: Iterable[SqlObject]) -> None:
    """Raise SqlFileError if these files cannot be combined in a leaderboard."""
    owners: dict[str, object] = dict.fromkeys(_TAKEN, "leaderboards")
    for obj in files:
        if obj.kind not in ("view", "table macro") or obj.header.grain != "collection, run_id":
            raise SqlFileError(f"{obj.path}: the file must define a view or table macro with grain collection, run_id")
        if invalid := [name for name in obj.parameters if name not in PARAMETERS or obj.parameters[name] != "null"]:
            raise SqlFileError(
                f"{obj.path}: the parameter {invalid[0]} must be one of {', '.join(PARAMETERS)}, with default null"
            )
        for name in own_columns(obj):
            if name in owners:
                raise SqlFileError(f"{obj.path}: column {name} already exists in {owners[name]}; choose another name")
            owners[name] = obj.path
        if obj.name == _FIRST:
            headers = (load_object(resources.SQL / name, resources.SQL).header for name in _STANDINGS)
            owners |= dict.fromkeys(
                (name for one in headers for name in one.columns if name not in owners), "standings"
            )
