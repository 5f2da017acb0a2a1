"""Read tables about runs, with descriptions (team, category, …) and notes, and comments at the start of run files.

`ingest run-notes`, recipe entries of `part = "run-metadata"` and `ingest collection --metadata` use the same format:
the first line names the columns, and one column is `run_id`.
"""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dltrack_db.base.files.plainfile import PlainFile
from dltrack_db.base.recipes import NotesSpec, run_metadata
from dltrack_db.errors import FormatError
from dltrack_db.load import run_tables
from dltrack_db.load.plan import Item

HEADER = "header/"
"""Prefix of the name of a run's comments in `main.run_metadata`, before the run id."""
_MOST_LINES = 10_000

PLACE = ("collection", "edition", "task", "run_id")
"""Columns that identify the run of a line; all other columns are notes."""


@dataclass(frozen=True)
class RunRow:
    """One line about a run: `notes` has all values, `description` the values for columns of `main.runs`."""

    line: int
    run_id: str
    notes: Mapping[str, str]
    description: Mapping[str, str]


def split(
    source: Path, folder: Path, name: str, known: Collection[str], display_name: str
) -> tuple[list[Item], list[str]]:
    """Split a table about runs into one file per collection; return the files as items, and messages for the user.

    A line identifies its run by `run_id` and `collection`, or by `run_id`, `edition` ('2021' or 'trec2021') and `task`.

    The files are written into the empty `folder`. `name` is the name of the notes in `main.run_metadata`. Lines about
    collections that are not in `known` are left out, and a message counts them.
    """
    table = run_tables.read(source, folder, display_name, PLACE)
    if "run_id" not in table.columns or not ("collection" in table.columns or {"edition", "task"} <= {*table.columns}):
        raise FormatError(
            f"{display_name}:1: the first line must name the columns run_id and collection (or run_id, edition and "
            "task)"
        )
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
        raise FormatError(
            f"{display_name}: no line is about a run of a loaded collection; loaded collections: "
            f"{', '.join(sorted(known))}"
        )
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
    """Return True for tables with column names, False for comments of run files and for columns named in a recipe."""
    return not item.name.startswith(HEADER) and not (isinstance(item.spec, NotesSpec) and item.spec.keys)


def describing_columns(con: duckdb.DuckDBPyConnection, collection: str) -> tuple[str, ...]:
    """Return the columns that describe a run; empty if the package describes the runs of this collection."""
    if run_metadata.run_ids(collection):
        return ()
    rows = con.execute("describe staging.described_runs").fetchall()
    is_own = con.execute("select is_own from staging.collections where collection = $1", [collection]).fetchone()
    others = {"collection", "run_id", run_tables.OVERVIEWS} | ({run_tables.SUBMISSION} if is_own == (False,) else set())
    return tuple(name for name, *_ in rows if name not in others)


def read(path: Path, display_name: str, collection: str, describing: Collection[str]) -> Iterator[RunRow]:
    """Yield the lines of a table about runs of a collection; lines about other collections are ignored.

    `describing` are the columns that become columns of `main.runs`.
    """
    table = run_tables.read(path, path.parent, display_name, (*PLACE, *describing))
    if "run_id" not in table.columns:
        raise FormatError(f"{display_name}:1: no column run_id; the first line must name the columns")
    for row in run_tables.once(rows_about(table, collection)):
        values = run_tables.check_row(row) if describing else row.values
        yield RunRow(
            row.line,
            values["run_id"],
            {key: value for key, value in values.items() if key not in PLACE and value},
            {key: values[key] for key in describing if values.get(key)},
        )


def rows_about(table: run_tables.RunTable, collection: str) -> Iterator[run_tables.Row]:
    """Yield the rows about runs of a collection; all rows if no column names the collection."""
    has_collection = "collection" in table.columns or {"edition", "task"} <= {*table.columns}
    return (row for row in table.rows if not has_collection or _collection(row.values) == collection)


def _collection(row: dict[str, str]) -> str:
    if "collection" in row:
        return row["collection"]
    edition = row["edition"]
    return f"{'trec' if edition.isdecimal() else ''}{edition}-{row['task']}"


def write(path: Path, keys: list[str], rows: list[list[str]]) -> Path:
    """Write the notes on the runs of one collection as CSV, with columns run_id and `keys`; return the path."""
    with path.open("w", encoding="utf-8", newline="") as file:
        # the line end is \r\n, so that the writer quotes values that contain \r or \n
        csv.writer(file).writerows([["run_id", *keys], *rows])
    return path


def extract_header(item: Item, plain: PlainFile, folder: Path, say: Callable[[str], None]) -> Item | None:
    """Write the comments before the first row of a run file, e.g. ir_metadata, as notes; return their item, or None.

    Tabs are replaced by blanks, which `say` reports.
    """
    if item.part != "runs" or not plain.first_line.startswith("#"):
        return None
    comments = list(_comments(plain.path))
    lines = [line.replace("\t", " ") for line in comments]
    if num_tabbed := sum("\t" in line for line in comments):
        say(f"{plain.source}: replaced tabs by blanks in {num_tabbed:,} of {len(lines):,} comment lines at the start")
    keys = [f"line {number:05d}" for number in range(1, len(lines) + 1)]
    target = folder / f"{item.collection}-{item.name}.header.tsv"
    rows = (["run_id", *keys], [item.name, *lines])
    target.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    return Item("run-metadata", HEADER + item.name, item.collection, target, display_name=f"{plain.source} (comments)")


def _comments(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        for _, line in zip(range(_MOST_LINES), file, strict=False):
            if not line.startswith("#"):
                return
            yield line.rstrip()
