"""What an organizer knows of the runs of a collection: a CSV of run, team, category and more, checked."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from dltrack_db import names
from dltrack_db.errors import FormatError, SourceError
from dltrack_db.suggest import did_you_mean

COLUMNS = ("team", "subtask", "category", "stage", "dense", "submitted_on", "submitted_md5")
"""Those of `main.runs` that a file may have beside `run_id`."""
_VALUES = {"subtask": ("fullrank", "rerank"), "stage": ("single", "multi"), "dense": ("true", "false")}


def write(source: Path, collection: str, target: Path) -> Path:
    """Check a CSV of descriptions (comma, semicolon or tab) and write it as a load takes it.

    Raises:
        SourceError: the file cannot be read.
        FormatError: it has no column run_id, an unknown column, a run twice, or a value that its column has not.
    """
    try:
        text = source.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SourceError(f"{source} cannot be read ({error.strerror}); check --metadata") from error
    except UnicodeDecodeError as error:
        raise FormatError(f"{source}: no UTF-8 text at byte {error.start}; save it as UTF-8") from error
    rows = list(_checked(source, text))
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["collection", "run_id", *COLUMNS, "in_overview"], lineterminator="\n")
        writer.writeheader()
        writer.writerows({"collection": collection, **row} for row in rows)
    return target


def _checked(source: Path, text: str) -> Iterator[dict[str, str]]:
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.DictReader(text.splitlines(), delimiter=delimiter, strict=True)
    known = ("run_id", *COLUMNS)
    header = [name.strip().lower() for name in reader.fieldnames or []]
    if "run_id" not in header:
        raise FormatError(f"{source}:1: no column run_id; the first line names the columns: {', '.join(known)}")
    for name in header:
        if name not in known:
            raise FormatError(
                f"{source}:1: column {names.shown(name)} is unknown{did_you_mean(name, list(known))}; "
                f"there may be {', '.join(known)}"
            )
    reader.fieldnames = header
    seen: set[str] = set()
    try:
        for row in reader:
            yield _row(f"{source}:{reader.line_num}", row, seen)
    except csv.Error as error:
        raise FormatError(f"{source}:{reader.line_num + 1}: no CSV ({error}); check the quotes") from error


def _row(place: str, row: dict[str, str], seen: set[str]) -> dict[str, str]:
    if None in row or None in row.values():
        raise FormatError(f"{place}: another number of columns than the first line; check separators and quotes")
    values = {name: value.strip() for name, value in row.items()}
    run = values["run_id"]
    if reason := names.problem(run):
        raise FormatError(f"{place}: {names.shown(run)} is no name of a run: {reason}; correct run_id")
    if run in seen:
        raise FormatError(f"{place}: run «{run}» is described twice; remove one line")
    seen.add(run)
    for name, allowed in _VALUES.items():
        value = values.get(name, "")
        if value and value not in allowed:
            raise FormatError(
                f"{place}: {name} {names.shown(value)} is none of {', '.join(allowed)}; or leave it empty"
            )
    return values
