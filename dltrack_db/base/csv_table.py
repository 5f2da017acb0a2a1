"""CSV tables with a header; errors about malformed files name the line."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator

from dltrack_db.base import names
from dltrack_db.errors import FormatError


def records(lines: Iterable[str], place: Callable[[int], str], separator: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Yield each non-blank record with the number of its first line; the first record contains the column names.

    `place` returns the text that messages print for a line number.
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
            raise FormatError(f"{place(line)}: the line is not valid CSV ({error}); check the quotes") from error
        columns = columns or len(record)
        if record and len(record) != columns:
            raise FormatError(
                f"{place(line)}: {len(record)} columns, but {columns} in line 1; check separators and quotes"
            )
        if record:
            yield line, record


def check_columns(columns: list[str], place: Callable[[int], str]) -> None:
    """Check that column names are distinct and printable."""
    for name in columns:
        if mark := names.steering_mark(name):
            raise FormatError(f"{place(1)}: column {names.displayed_name(name)} contains {mark}; remove the character")
        if name and columns.count(name) > 1:
            raise FormatError(f"{place(1)}: there are two columns {names.displayed_name(name)}; rename or remove one")
