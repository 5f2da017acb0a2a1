"""Notes on runs from CSV files of one's own: descriptions as groups gave them, model families, anything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from pathlib import Path

from dltrack_db.errors import FormatError
from dltrack_db.loading import run_tables
from dltrack_db.loading.plan import Item

_PLACE = ("collection", "edition", "task", "run_id")
"""Columns that say which run a line is about; every other one is a note."""


def split(source: Path, folder: Path, name: str, known: Collection[str], told_as: str) -> list[Item]:
    """The notes on runs of known collections, a file to load for each collection, in an empty folder.

    A line names its run by `run_id` and `collection`, or by `edition` ('2021' or 'trec2021') and `task`. `name` is
    what the notes are called in `main.run_metadata`.

    Raises:
        SourceError: the file cannot be read, or unpacks to too much.
        FormatError: it is no CSV, has no such columns, describes a run twice, or is about no known collection.
    """
    table = run_tables.read(source, folder, told_as, _PLACE)
    if "run_id" not in table.columns or not ("collection" in table.columns or {"edition", "task"} <= {*table.columns}):
        raise FormatError(f"{told_as}:1: columns run_id and collection (or edition and task) are required")
    keys = [name for name in table.columns if name not in _PLACE]
    notes: dict[str, list[list[str]]] = defaultdict(list)
    mine = (row for row in table.rows if _collection(row.values) in known)
    for row in run_tables.once(mine, lambda row: (_collection(row.values), row.values["run_id"])):
        notes[_collection(row.values)].append([row.values["run_id"], *(row.values[key] for key in keys)])
    if not notes:
        raise FormatError(f"{told_as}: no line is about a loaded collection ({', '.join(sorted(known))})")
    return [
        Item("run-metadata", name, collection, _write_notes(folder / f"{collection}.tsv", keys, rows), told_as=told_as)
        for collection, rows in sorted(notes.items())
    ]


def _collection(row: dict[str, str]) -> str:
    if "collection" in row:
        return row["collection"]
    edition = row["edition"]
    return f"{'trec' if edition.isdecimal() else ''}{edition}-{row['task']}"


def _write_notes(path: Path, keys: list[str], rows: list[list[str]]) -> Path:
    """The notes as a load reads them: tabs between, a line each."""
    lines = ["\t".join(" ".join(value.split()) for value in row) for row in [["run_id", *keys], *rows]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
