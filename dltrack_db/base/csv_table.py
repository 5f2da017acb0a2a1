"""CSV tables with a header; malformed files are rejected with the line of the fault."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator

from dltrack_db.base import names
from dltrack_db.errors import FormatError


def records(lines: Iterable[str], place: Callable[[int], str], separator: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Yield the non-blank records with their first line; the first record has the column names.

    `place` names a line in messages.
    """
    reader = csv.reader(lines, delimiter=separator, strict=True)
    columns = 0
    while True:
        line = reader.line_num + 1
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise FormatError(f"{place(line)}: not CSV ({error}); check the quotes") from error
        columns = columns or len(record)
        if record and len(record) != columns:
            raise FormatError(f"{place(line)}: not as many columns as in line 1; check separators and quotes")
        if record:
            yield line, record


def check_columns(columns: list[str], place: Callable[[int], str]) -> None:
    """Check that column names are distinct and printable."""
    for name in columns:
        if mark := names.steering_mark(name):
            raise FormatError(f"{place(1)}: column {names.displayed_name(name)} contains {mark}; remove it")
        if name and columns.count(name) > 1:
            raise FormatError(f"{place(1)}: column {names.displayed_name(name)} appears twice; remove one")
