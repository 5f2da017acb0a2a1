"""Tables about runs: what describes a run (team, category and more), and notes of any kind.

One form wherever such a table is given (`ingest run-notes`, `part = "run-metadata"` of a recipe, `ingest collection
--metadata`): the first line names the columns, `run_id` among them.
"""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dltrack_db.base.recipes import NotesSpec, run_metadata
from dltrack_db.errors import FormatError
from dltrack_db.load import run_headers, run_tables
from dltrack_db.load.plan import Item

PLACE = ("collection", "edition", "task", "run_id")
"""Columns that say which run a line is about; every other one is a note."""


@dataclass(frozen=True)
class RunRow:
    """One line about a run: all of it as notes, and the values for the columns of `main.runs`."""

    line: int
    run_id: str
    notes: Mapping[str, str]
    description: Mapping[str, str]


def split(
    source: Path, folder: Path, name: str, known: Collection[str], display_name: str
) -> tuple[list[Item], list[str]]:
    """Split notes on runs of known collections into a file for each collection, in an empty folder.

    A line names its run by `run_id` and `collection`, or by `edition` ('2021' or 'trec2021') and `task`. `name` is
    what the notes are called in `main.run_metadata`.

    Returns:
        The files to load, and sentences on lines that are left out because their collections are not known.
    """
    table = run_tables.read(source, folder, display_name, PLACE)
    if "run_id" not in table.columns or not ("collection" in table.columns or {"edition", "task"} <= {*table.columns}):
        raise FormatError(f"{display_name}:1: columns run_id and collection (or edition and task) are required")
    keys = [name for name in table.columns if name not in PLACE]
    notes: dict[str, list[list[str]]] = defaultdict(list)
    left_out: Counter[str] = Counter()
    for row in run_tables.once(table.rows, lambda row: (_collection(row.values), row.values["run_id"])):
        collection = _collection(row.values)
        if collection in known:
            if not run_metadata.run_ids(collection):
                run_tables.check_row(row)
            notes[collection].append([row.values["run_id"], *(row.values[key] for key in keys)])
        else:
            left_out[collection] += 1
    if not notes:
        raise FormatError(f"{display_name}: no line is about a loaded collection ({', '.join(sorted(known))})")
    items = [
        Item(
            "run-metadata", name, collection, write(folder / f"{collection}.csv", keys, rows), display_name=display_name
        )
        for collection, rows in sorted(notes.items())
    ]
    names = ", ".join(sorted(left_out)[:5]) + (" …" if len(left_out) > 5 else "")
    lines = left_out.total()
    note = f"{display_name}: left out {lines:,} line{'s' * (lines != 1)} about collections that are not loaded: {names}"
    return items, [note] if left_out else []


def is_table(item: Item) -> bool:
    """Tell whether notes on runs are such a table: not the comments of a run, nor columns that a recipe names."""
    return not item.name.startswith(run_headers.SOURCE) and not (isinstance(item.spec, NotesSpec) and item.spec.keys)


def describing_columns(con: duckdb.DuckDBPyConnection, collection: str) -> tuple[str, ...]:
    """Return the columns that describe a run of a collection; none where its runs are described by a recipe of ours."""
    if run_metadata.run_ids(collection):
        return ()
    rows = con.execute("describe staging.described_runs").fetchall()
    is_own = con.execute("select is_own from staging.collections where collection = $1", [collection]).fetchone()
    others = {"collection", "run_id", run_tables.OVERVIEWS} | ({run_tables.SUBMISSION} if is_own == (False,) else set())
    return tuple(name for name, *_ in rows if name not in others)


def read(path: Path, display_name: str, collection: str, describing: Collection[str]) -> Iterator[RunRow]:
    """Read a table's notes on the runs of a collection; lines of other collections belong to other files."""
    table = run_tables.read(path, path.parent, display_name, (*PLACE, *describing))
    if "run_id" not in table.columns:
        raise FormatError(f"{display_name}:1: no column run_id; the first line names the columns")
    for row in run_tables.once(rows_about(table, collection)):
        values = run_tables.check_row(row) if describing else row.values
        yield RunRow(
            row.line,
            values["run_id"],
            {key: value for key, value in values.items() if key not in PLACE and value},
            {key: values[key] for key in describing if values.get(key)},
        )


def rows_about(table: run_tables.RunTable, collection: str) -> Iterator[run_tables.Row]:
    """Yield the rows about runs of a collection: all of them if no column says of which collection they are."""
    has_collection = "collection" in table.columns or {"edition", "task"} <= {*table.columns}
    return (row for row in table.rows if not has_collection or _collection(row.values) == collection)


def _collection(row: dict[str, str]) -> str:
    if "collection" in row:
        return row["collection"]
    edition = row["edition"]
    return f"{'trec' if edition.isdecimal() else ''}{edition}-{row['task']}"


def write(path: Path, keys: list[str], rows: list[list[str]]) -> Path:
    """Write the notes on one collection, every value as it was."""
    with path.open("w", encoding="utf-8", newline="") as file:
        # with line ends of two characters a value that holds either of them is quoted
        csv.writer(file).writerows([["run_id", *keys], *rows])
    return path
