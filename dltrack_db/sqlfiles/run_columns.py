"""`sql/systems/run_columns.sql`: the columns of leaderboards about runs, from the files of `sql/run_columns`.

A file is a view, or a table macro with some of `PARAMETERS`, with a row for each run that it describes. Its columns
come after those of `description`, which has a row for every run, and of earlier files in path order. Its header may
limit the leaderboards that show a column (`column_faces.py`).
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
"""Choices of the leaderboard that a file may have as parameters; null for the official ones."""
_FIRST = "description"
_STANDINGS = ("systems/standings.sql", "labels/standings.sql")
_TAKEN = ("collection", "run_id", "num_topics", "num_tests", "difference")
"""Names in leaderboards in addition to those of the standings."""
_HEAD = """\
-- Columns about runs next to the scores of leaderboards, for chosen labels, level and tie rule; the same on terminals,
-- in LaTeX, frames, reports, pages and papers. Generated from the files of sql/run_columns.
--
-- source: the views and macros of schema run_columns
-- grain: collection, run_id
-- params:
--   labels: the set of labels; null for the official one
--   min_relevance: lowest grade that is relevant; null for that of the labels
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
    """Return the macro of all files."""
    files = load()
    check(files)
    return compose(files)


def load() -> list[SqlObject]:
    """Return the objects of schema `run_columns`, with `description` first."""
    files = places.own_first(resources.SQL, SCHEMA)
    objects = [load_object(path, places.find_root(path, resources.SQL)) for path in files]
    return sorted(objects, key=lambda obj: obj.name != _FIRST)


def own_columns(obj: SqlObject) -> list[str]:
    """Return the columns that a file adds to leaderboards."""
    return [name for name in obj.header.columns if name not in ("collection", "run_id")]


def compose(files: Sequence[SqlObject]) -> str:
    """Return the macro of these files, beginning with the one that has every run."""
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
    """Reject files that cannot be combined in a leaderboard."""
    owners: dict[str, object] = dict.fromkeys(_TAKEN, "leaderboards")
    for obj in files:
        if obj.kind not in ("view", "table macro") or obj.header.grain != "collection, run_id":
            raise SqlFileError(f"{obj.path}: the file must define a view or table macro with grain collection, run_id")
        if invalid := [name for name in obj.parameters if name not in PARAMETERS or obj.parameters[name] != "null"]:
            raise SqlFileError(
                f"{obj.path}: its parameter {invalid[0]} must be one of {', '.join(PARAMETERS)}, with default null"
            )
        for name in own_columns(obj):
            if name in owners:
                raise SqlFileError(f"{obj.path}: {owners[name]} already have a column {name}; choose another name")
            owners[name] = obj.path
        if obj.name == _FIRST:
            headers = (load_object(resources.SQL / name, resources.SQL).header for name in _STANDINGS)
            owners |= dict.fromkeys(
                (name for one in headers for name in one.columns if name not in owners), "standings"
            )
