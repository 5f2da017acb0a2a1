"""Read tables about runs: CSV from spreadsheets, with column names in the first line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from dltrack_db.base import csv_table, names
from dltrack_db.base.files import plainfile
from dltrack_db.base.recipes import run_metadata
from dltrack_db.errors import FormatError

_SEPARATORS = ",;\t"
OVERVIEWS = "in_overview"
"""Column that users cannot set, because only the track's overviews determine it."""
SUBMISSION = "is_submission"
"""Column that is valid only for runs of a user's collection."""
_FLAGS = ("true", "false")
_VALUES = {
    "subtask": run_metadata.SUBTASKS,
    "stage": ("single", "multi"),
    "dense": _FLAGS,
    "judged": _FLAGS,
    SUBMISSION: _FLAGS,
}
_MD5 = re.compile("[0-9a-f]{32}")
_YEARS = range(1990, 2201)
"""Valid years of submissions; TREC began in 1992."""


@dataclass(frozen=True)
class Row:
    """One row of a table; `place` is 'FILE:LINE' of its first line, `values` maps columns to stripped values."""

    place: str
    values: dict[str, str]

    @property
    def line(self) -> int:
        """Number of the first line of the row."""
        return int(self.place.rpartition(":")[2])


@dataclass(frozen=True)
class RunTable:
    """Columns and rows of a table; the rows are read lazily, and reading an invalid row raises FormatError."""

    columns: list[str]
    rows: Iterator[Row]


def read(path: Path, folder: Path, display_name: str, known: Collection[str]) -> RunTable:
    """Read a table, plain or gzipped; the separator is the most frequent of comma, semicolon and tab in the first line.

    A value in quotes may contain separators and line ends. Names of columns in `known` are matched regardless of case.
    An unpacked copy is written into `folder`.
    """
    plain = plainfile.open_plain(path, folder)
    if bad := plain.bad_byte:
        raise FormatError(f"{display_name}:{bad.line}: {bad.kind} at byte {bad.offset}; save the file as CSV in UTF-8")
    records = _records(plain.path, _separator(plain.path), display_name)
    _, header = next(records, (1, []))
    columns = [_column(name, known) for name in header]
    csv_table.check_columns(columns, lambda line: f"{display_name}:{line}")
    return RunTable(columns, _rows(records, columns, display_name))


def once(rows: Iterable[Row], key: Callable[[Row], Hashable] = lambda row: row.values["run_id"]) -> Iterator[Row]:
    """Yield the rows; raise FormatError if a `key` is repeated or a run id is invalid."""
    places_by_key: dict[Hashable, str] = {}
    for row in rows:
        run = row.values["run_id"]
        if reason := names.problem(run):
            raise FormatError(
                f"{row.place}: {names.displayed_name(run)} cannot be the name of a run: {reason}; correct run_id"
            )
        if earlier_place := places_by_key.get(key(row)):
            line = earlier_place.rpartition(":")[2]
            raise FormatError(f"{row.place}: line {line} already describes run '{run}'; remove one of the two lines")
        places_by_key[key(row)] = row.place
        yield row


def check_row(row: Row) -> dict[str, str]:
    """Return the values of a row; raise FormatError if a description is not valid in its column."""
    for name, allowed in _VALUES.items():
        value = row.values.get(name, "")
        if value and value not in allowed:
            raise FormatError(
                f"{row.place}: {name} is {names.displayed_name(value)}; write one of {', '.join(allowed)}, or leave it "
                "empty"
            )
    if (day := row.values.get("submitted_on", "")) and not _is_day(day):
        raise FormatError(
            f"{row.place}: submitted_on {names.displayed_name(day)} is not a date like 2020-08-31; correct the date or "
            "leave it empty"
        )
    if (md5 := row.values.get("submitted_md5", "")) and not _MD5.fullmatch(md5):
        raise FormatError(
            f"{row.place}: submitted_md5 {names.displayed_name(md5)} is not a checksum of 32 digits 0-9 and a-f; "
            "correct the checksum or leave it empty"
        )
    return row.values


def _is_day(text: str) -> bool:
    try:
        return re.fullmatch(r"\d{4}-\d{2}-\d{2}", text) is not None and date.fromisoformat(text).year in _YEARS
    except ValueError:
        return False


def _separator(path: Path) -> str:
    with path.open(encoding="utf-8-sig") as file:
        first = next((line for line in file if line != "\n"), "")
    return max(_SEPARATORS, key=re.sub('"[^"]*"', "", first).count)


def _rows(records: Iterable[tuple[int, list[str]]], columns: list[str], display_name: str) -> Iterator[Row]:
    for line, record in records:
        for name, value in zip(columns, record, strict=True):
            if mark := names.steering_mark(value):
                raise FormatError(f"{display_name}:{line}: {name} contains {mark}; remove the character")
        yield Row(f"{display_name}:{line}", dict(zip(columns, map(str.strip, record), strict=True)))


def _records(path: Path, separator: str, display_name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (first line, cells) for each record that is not blank."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        yield from csv_table.records(file, lambda line: f"{display_name}:{line}", separator)


def _column(name: str, known: Collection[str]) -> str:
    plain = name.strip()
    return plain.lower() if plain.lower() in known else plain
