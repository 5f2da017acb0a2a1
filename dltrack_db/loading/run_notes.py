"""Notes on runs from a CSV of one's own: descriptions as groups gave them, model families, anything."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path

from dltrack_db.errors import FormatError
from dltrack_db.files import plainfile
from dltrack_db.loading.plan import Item

_PLACE = ("collection", "edition", "task", "run_id")
"""Columns that say which run a line is about; every other one is a note."""


def split(source: Path, folder: Path, name: str, known: Collection[str], told_as: str) -> list[Item]:
    """The notes on runs of known collections, a file to load for each collection.

    A line names its run by `run_id` and `collection`, or by `edition` ('2021' or 'trec2021') and `task`. `name` is
    what the notes are called in `main.run_metadata`.

    Raises:
        SourceError: the file cannot be read, or unpacks to too much.
        FormatError: it is no CSV, has no such columns, or is about no known collection.
    """
    notes: dict[str, list[list[str]]] = defaultdict(list)
    keys: list[str] = []
    plain = plainfile.open_plain(source, folder).path
    try:
        for row in _rows(source, plain):
            keys = keys or [key for key in row if key not in _PLACE]
            if (collection := _collection(row)) in known:
                notes[collection].append([row["run_id"], *(row[key] for key in keys)])
    except (csv.Error, UnicodeDecodeError) as error:
        raise FormatError(f"{source}: no CSV in UTF-8 ({error}); save it as one") from error
    if not notes:
        raise FormatError(f"{source}: no line is about a loaded collection ({', '.join(sorted(known))})")
    return [
        Item("run-metadata", name, collection, _written(folder / f"{collection}.tsv", keys, rows), told_as=told_as)
        for collection, rows in sorted(notes.items())
    ]


def _rows(source: Path, plain: Path) -> Iterator[dict[str, str]]:
    with plain.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file, strict=True)
        header = reader.fieldnames or []
        if "run_id" not in header or not ("collection" in header or {"edition", "task"} <= set(header)):
            raise FormatError(f"{source}:1: columns run_id and collection (or edition and task) are needed")
        for row in reader:
            if None in row or None in row.values():
                raise FormatError(f"{source}:{reader.line_num}: another number of columns than the first line")
            yield row


def _collection(row: dict[str, str]) -> str:
    if "collection" in row:
        return row["collection"]
    edition = row["edition"]
    return f"{'trec' if edition.isdecimal() else ''}{edition}-{row['task']}"


def _written(path: Path, keys: list[str], rows: list[list[str]]) -> Path:
    """The notes as a load reads them: tabs between, a line each."""
    lines = ["\t".join(" ".join(value.split()) for value in row) for row in [["run_id", *keys], *rows]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
