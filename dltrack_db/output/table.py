"""A table for a terminal: numbers whole, texts wrapped or shortened, columns left out where it must be, and told."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TextIO

from dltrack_db.output.text import cell, cells, printable, shorten, wrap

GAP = 3
"""Spaces between two columns."""
PROSE = 24
"""No column of sentences gets narrower than this while another one can give way."""
NAME = 14
"""No column of names is shortened below this while a column can be left out."""
FEW = 4
"""So many rows stand upright, a line for each column, rather than lose columns."""


@dataclass(frozen=True)
class Fit:
    """What a table has to show: columns `kept` as they are while another can go, all of them where it `is_whole`.

    `absent` names those that the caller has left out already, which is told.
    """

    kept: Collection[str] = ()
    absent: Collection[str] = ()
    is_whole: bool = False


ANY = Fit()


@dataclass
class _Column:
    name: str
    texts: list[str]
    is_number: bool
    head: list[str] = field(default_factory=list)
    width: int = 0

    def __post_init__(self) -> None:
        self.head = [self.name]
        self.width = self.natural

    @property
    def body(self) -> int:
        return max((cells(text) for text in self.texts), default=0)

    @property
    def natural(self) -> int:
        return max(self.body, *(cells(line) for line in self.head))

    @property
    def is_prose(self) -> bool:
        return not self.is_number and any(" " in text and cells(text) > PROSE for text in self.texts)

    @property
    def can_give_way(self) -> bool:
        """Whether its texts may be shortened early: a verdict of a few words would lose the one that counts."""
        return not self.is_number and (self.is_prose or not any(" " in text for text in self.texts))


def width_of(out: TextIO) -> int | None:
    """The places in a line of the terminal behind a stream; None where there is none and nothing need be cut."""
    if not out.isatty():
        return None
    if (columns := os.environ.get("COLUMNS", "")).isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(out.fileno()).columns or 80
    except (OSError, ValueError):
        return shutil.get_terminal_size().columns


def write(
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    out: TextIO,
    *,
    title: str = "",
    width: int | None = None,
    expendable: Collection[str] = (),
    fit: Fit = ANY,
) -> None:
    """Write rows as a table no wider than `width`; None for as wide as they are.

    `expendable` names the columns that may go first, in that order; then they
    go from the right. The first column, and those that `fit` keeps, stay as
    they are while another can go; only one that takes more than half of the
    line is shortened before. What is left out is told below the table. A few
    rows lose no column: they stand upright where there is room for that.
    Columns that are empty are left out, unless the answer is to be whole: then
    they go first.
    """
    columns_shown, dropped_names = _laid_out(columns, rows, width, expendable, fit)
    bold, plain = ("\x1b[1m", "\x1b[0m") if out.isatty() and "NO_COLOR" not in os.environ else ("", "")
    for line in wrap(printable(title), width or 10_000) if title else ():
        out.write(f"{bold}{line}{plain}\n")
    out.write("\n")
    for line in _head(columns_shown):
        out.write(f"{bold}{line}{plain}\n")
    out.write(" " + "─" * (sum(column.width for column in columns_shown) + GAP * max(0, len(columns_shown) - 1)) + "\n")
    if not rows:
        out.write(" 0 rows\n")
    for line in _body(columns_shown):
        out.write(line + "\n")
    out.write("\n")
    if width is not None:
        for line in _notes(columns_shown, [*fit.absent, *dropped_names], width):
            out.write(line + "\n")


def _laid_out(
    names: Sequence[str], rows: Sequence[Sequence[Any]], width: int | None, expendable: Collection[str], fit: Fit
) -> tuple[list[_Column], list[str]]:
    """The columns as wide as they may be, and the names of those for which there is no room."""
    columns = _columns(names, rows, fit.is_whole)
    if width is None:
        return columns, []
    firm = [columns[0].name, *map(printable, fit.kept)] if columns else []
    empty = [column.name for column in columns if rows and not any(column.texts)]
    dropped_names = _fit(columns, width, [*empty, *map(printable, expendable)], firm)
    if dropped_names and len(rows) <= FEW:
        with_names = [i for i, name in enumerate(names) if name]  # bars are compared where they lie below each other
        upright = _upright(
            _columns([names[i] for i in with_names], [[row[i] for i in with_names] for row in rows], fit.is_whole)
        )
        if _excess(upright, width) <= 0:
            return upright, []
    return columns, dropped_names


def _head(columns: Sequence[_Column]) -> Iterator[str]:
    """The lines of the names, which end on the same line."""
    height = max((len(column.head) for column in columns), default=0)
    for place in range(height):
        heads = [[""] * (height - len(column.head)) + column.head for column in columns]
        yield _line(columns, [texts[place] for texts in heads])


def _body(columns: Sequence[_Column]) -> Iterator[str]:
    """The lines of the rows, several for one whose texts are wrapped."""
    for row in range(max((len(column.texts) for column in columns), default=0)):
        parts = [_cell(column, column.texts[row]) for column in columns]
        for place in range(max(map(len, parts), default=0)):
            yield _line(columns, [part[place] if place < len(part) else "" for part in parts])


def _notes(columns: Sequence[_Column], dropped_names: Sequence[str], width: int) -> Iterator[str]:
    """The lines that tell what is missing."""
    cut = [column.name for column in columns if any(_cell(column, text)[0].endswith("…") for text in column.texts)]
    for verdict, names in {"left out": [name for name in dropped_names if name], "shortened": cut}.items():
        if names:
            note = f"{verdict} to fit {width} columns: {', '.join(names)}; all of it: -f csv, or a wider terminal"
            yield from wrap(note, width)


def _columns(names: Sequence[str], rows: Sequence[Sequence[Any]], is_whole: bool) -> list[_Column]:
    """The columns, unless all are wanted those that have a value: an empty one tells nothing and costs width."""
    return [
        _Column(
            printable(name),
            [cell(name, row[i]) for row in rows],
            any(isinstance(row[i], (int, float, datetime)) and not isinstance(row[i], bool) for row in rows),
        )
        for i, name in enumerate(names)
        if is_whole or not rows or any(row[i] is not None for row in rows)
    ]


def _upright(columns: Sequence[_Column]) -> list[_Column]:
    """The table on its side: the first column as head, and a line for each of the others."""
    first, *others = columns
    return [
        _Column(first.name, [column.name for column in others], is_number=False),
        *(
            _Column(text, [column.texts[row] for column in others], is_number=True)
            for row, text in enumerate(first.texts)
        ),
    ]


def _excess(columns: Sequence[_Column], width: int) -> int:
    """By how many places the columns are wider than the line."""
    return 1 + sum(column.width for column in columns) + GAP * (len(columns) - 1) - width


def _line(columns: Sequence[_Column], texts: Sequence[str]) -> str:
    parts = []
    for column, text in zip(columns, texts, strict=True):
        space = " " * (column.width - cells(text))
        parts.append(space + text if column.is_number else text + space)
    return (" " + (" " * GAP).join(parts)).rstrip()


def _cell(column: _Column, text: str) -> list[str]:
    """The lines of a cell."""
    if cells(text) <= column.width:
        return [text]
    return wrap(text, column.width) if column.is_prose else [shorten(text, column.width)]


def _fit(columns: list[_Column], width: int, expendable: Sequence[str], firm: Sequence[str]) -> list[str]:
    """Narrow the columns to a width, and take out of the list those for which there is no room; their names."""
    dropped_names: list[str] = []

    def excess() -> int:
        return _excess(columns, width)

    def narrow(narrowable: Sequence[_Column], least: int) -> None:
        """Take from the widest of the chosen first, so that none gets much narrower than another."""
        while excess() > 0:
            wide = max(narrowable, key=lambda column: column.width, default=None)
            if wide is None or wide.width <= max(least, *(cells(line) for line in wide.head)):
                return
            wide.width -= 1

    narrow([column for column in columns if column.name in firm and not column.is_number], max(NAME, width // 2))
    narrow([column for column in columns if column.is_prose], PROSE)
    if excess() > 0:  # the names of columns break at their underscores before anything is lost
        for column in columns:
            column.head = _break_name(column.name, max(column.body, 6))
            column.width = max(min(column.width, column.body), *(cells(line) for line in column.head))
        narrow([column for column in columns if column.is_prose], PROSE)
    narrow([column for column in columns if column.can_give_way and column.name not in firm], NAME)
    while excess() > 0 and len(columns) > 1:
        loose = [column for column in columns[1:] if column.name not in firm] or columns[1:]
        expendable_columns = [column for name in expendable for column in loose if column.name == name]
        next_column = expendable_columns[0] if expendable_columns else loose[-1]
        columns.remove(next_column)
        dropped_names.append(next_column.name)
    narrow([column for column in columns if not column.is_number], 1)
    if dropped_names:  # what became free goes to those that were narrowed, the first ones first
        for column in columns:
            column.width = min(column.natural, column.width - excess())
    return dropped_names


def _break_name(name: str, width: int) -> list[str]:
    """A column's name in lines, broken behind underscores where it is wider than its values."""
    lines = [""]
    for part in name.replace("_", "_\x00").split("\x00"):
        if lines[-1] and cells(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    return lines
