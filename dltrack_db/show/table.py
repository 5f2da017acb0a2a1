"""Tables for terminals; on a narrow terminal, texts are wrapped or shortened, and columns are dropped."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, TextIO

from dltrack_db.show.text import cell, cells, printable, shorten, wrap

GAP = 3
"""Spaces between two columns."""
NARROW_GAP = 2
"""Spaces between two columns on narrow terminals."""
PROSE = 24
"""Minimum width of a column of sentences while another column can be narrowed."""
NAME = 14
"""Minimum width of a column of names while a column can be dropped."""
STUB = 6
"""Minimum width of a key column, or of a broken column name, while another column can be dropped."""
FEW = 4
"""Maximum number of rows that are printed transposed, one line per column, instead of dropping columns."""


class Fit(NamedTuple):
    """Rules for fitting the columns of a wide table to the terminal.

    Args:
        keys: columns that identify a row, by default the first column; they are dropped last.
        point: columns that answer the question; they are dropped last.
        expendable: columns that are dropped first, in this order. Then other columns are dropped, from the right.
        absent: columns that the caller has already dropped, for the note under the table.
        is_whole: whether empty columns are printed.
        has_formats: whether the command has other formats, which contain all columns.
    """

    keys: Collection[str] = ()
    point: Collection[str] = ()
    expendable: Sequence[str] = ()
    absent: Collection[str] = ()
    is_whole: bool = False
    has_formats: bool = True


ANY = Fit()


@dataclass(eq=False)
class _Column:
    name: str
    texts: list[str]
    is_number: bool
    is_wrapped: bool = False
    head: list[str] = field(default_factory=list)
    width: int = 0

    def __post_init__(self) -> None:
        self.head = [self.name]
        self.width = self.natural
        self.is_wrapped = self.is_wrapped or self.is_prose

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
        """Whether the texts may be shortened early: sentences and single words, but not verdicts of a few words."""
        return not self.is_number and (self.is_prose or not any(" " in text for text in self.texts))


def terminal_width(out: TextIO) -> int | None:
    """Return the width of a stream's terminal in characters; None if it is not a terminal."""
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
    fit: Fit = ANY,
) -> None:
    """Write rows as a table of at most `width` characters; None means no limit.

    If the table is too wide, these steps follow each other until the table fits:
    - print columns with the same value in every row in a line above the table
    - wrap sentences
    - break column names and narrow the gaps
    - shorten names
    - drop columns, in the order of `fit`; a note under the table lists the dropped columns

    A table of at most FEW rows is printed transposed instead, if the transposed table fits. Empty columns are not
    printed unless `fit.is_whole`; then they are dropped first.
    """
    layout = _lay_out(columns, rows, width, fit) if rows else _TableLayout(_columns(columns, rows, fit.is_whole))
    bold, plain = ("\x1b[1m", "\x1b[0m") if out.isatty() and "NO_COLOR" not in os.environ else ("", "")
    for line in wrap(printable(title), width or 10_000) if title else ():
        out.write(f"{bold}{line}{plain}\n")
    out.write("\n")
    if not rows and width is not None and layout.excess(width) > 0:
        names = ", ".join(column.name for column in layout.columns)
        out.write(f"{shorten(f' no rows: {names}', width)}\n\n")
        return
    if width is not None and layout.constants:
        for line in wrap(f"in every row: {', '.join(layout.constants)}".replace(" = ", "\x00=\x00"), width):
            out.write(line.replace("\x00", " ") + "\n")  # so that a name and its value are on the same line
        out.write("\n")
    for line in _head(layout):
        out.write(f"{bold}{line}{plain}\n")
    out.write(" " + "─" * (_width(layout.columns, layout.gap) - 1) + "\n")
    if not rows:
        out.write(" 0 rows\n")
    for line in _body(layout):
        out.write(line + "\n")
    out.write("\n")
    if width is not None:
        for line in _notes(layout.columns, [*fit.absent, *layout.dropped_names], width, fit):
            out.write(line + "\n")


@dataclass
class _TableLayout:
    """Columns with their widths, the gap between columns, the constant columns, and the names of dropped columns."""

    columns: list[_Column]
    gap: int = GAP
    constants: list[str] = field(default_factory=list)
    dropped_names: list[str] = field(default_factory=list)

    def excess(self, width: int) -> int:
        """Return the table's width minus a given width, in characters."""
        return _width(self.columns, self.gap) - width

    @property
    def is_tight(self) -> bool:
        """Whether a column is dropped, a text is shortened, or the gap is narrowed."""
        return bool(self.dropped_names) or self.gap < GAP or any(map(_is_shortened, self.columns))


def _lay_out(names: Sequence[str], rows: Sequence[Sequence[Any]], width: int | None, fit: Fit) -> _TableLayout:
    """Return the layout of a table for a width."""
    layout = _TableLayout(_columns(names, rows, fit.is_whole))
    if width is None or layout.excess(width) <= 0:
        return layout
    point = [printable(name) for name in fit.point]
    layout.constants = _take_constants(layout.columns, point, len(rows), width)
    names_left = [column.name for column in layout.columns]
    keys = [name for name in map(printable, fit.keys) if name in names_left] or names_left[:1]
    empty = [column.name for column in layout.columns if rows and not any(column.texts)]
    _fit(layout, width, [*empty, *map(printable, fit.expendable)], [*keys, *point])
    if layout.is_tight and len(rows) <= FEW:
        titled = [i for i, name in enumerate(names) if name]  # without the nameless column of bars
        columns = _columns([names[i] for i in titled], [[row[i] for i in titled] for row in rows], fit.is_whole)
        for is_number in (True, False):
            upright = _TableLayout(_upright(columns, is_number))
            _narrow(upright, width, [column for column in upright.columns[1:] if column.is_prose], PROSE)
            if upright.excess(width) <= 0:
                return upright
    return layout


def _take_constants(columns: list[_Column], point: Collection[str], num_rows: int, width: int) -> list[str]:
    """Remove the columns with the same value in every row from the list; return them as texts `name = value`."""
    constants = []
    for column in list(columns):
        text = f"{column.name} = {column.texts[0] if column.texts else ''}"
        is_constant = num_rows > 1 and column.texts[0] and len(set(column.texts)) == 1
        if is_constant and column.name and column.name not in point and cells(text) < width and len(columns) > 1:
            columns.remove(column)
            constants.append(text)
    return constants


def _head(layout: _TableLayout) -> Iterator[str]:
    """Yield the lines of the column names, aligned at the bottom."""
    height = max((len(column.head) for column in layout.columns), default=0)
    for i in range(height):
        heads = [[""] * (height - len(column.head)) + column.head for column in layout.columns]
        yield _line(layout, [texts[i] for texts in heads])


def _body(layout: _TableLayout) -> Iterator[str]:
    """Yield the lines of the rows; a row with wrapped texts has several lines."""
    for row in range(max((len(column.texts) for column in layout.columns), default=0)):
        parts = [_cell(column, column.texts[row]) for column in layout.columns]
        for i in range(max(map(len, parts), default=0)):
            yield _line(layout, [part[i] if i < len(part) else "" for part in parts])


def _notes(columns: Sequence[_Column], dropped_names: Sequence[str], width: int, fit: Fit) -> Iterator[str]:
    """Yield the notes on dropped and on shortened columns, with the options that print them."""
    hint = "-f csv or a wider terminal" if fit.has_formats else "a wider terminal"
    cut = [column.name for column in columns if _is_shortened(column)]
    for verdict, names in {"left out": [name for name in dropped_names if name], "shortened": cut}.items():
        if names:
            text = f"{verdict} to fit {width} characters: {', '.join(names)}; to see everything, use {hint}"
            yield from wrap(text, width)


def _is_shortened(column: _Column) -> bool:
    return not column.is_wrapped and any(cells(text) > column.width for text in column.texts)


def _columns(names: Sequence[str], rows: Sequence[Sequence[Any]], is_whole: bool) -> list[_Column]:
    """Return the columns; empty columns are included only if `is_whole`."""
    return [
        _Column(
            printable(name),
            [cell(name, row[i]) for row in rows],
            any(isinstance(row[i], (int, float, datetime)) and not isinstance(row[i], bool) for row in rows),
        )
        for i, name in enumerate(names)
        if is_whole or not rows or any(row[i] is not None for row in rows)
    ]


def _upright(columns: Sequence[_Column], is_number: bool) -> list[_Column]:
    """Transpose a table: the first column becomes the head, the others become lines."""
    first, *others = columns
    return [
        _Column(first.name, [column.name for column in others], is_number=False),
        *(_Column(text, [column.texts[row] for column in others], is_number) for row, text in enumerate(first.texts)),
    ]


def _width(columns: Sequence[_Column], gap: int) -> int:
    """Return the width of a line of the table."""
    return 1 + sum(column.width for column in columns) + gap * max(0, len(columns) - 1)


def _line(layout: _TableLayout, texts: Sequence[str]) -> str:
    parts = []
    for column, text in zip(layout.columns, texts, strict=True):
        space = " " * (column.width - cells(text))
        parts.append(space + text if column.is_number else text + space)
    return (" " + (" " * layout.gap).join(parts)).rstrip()


def _cell(column: _Column, text: str) -> list[str]:
    """Return the lines of a cell."""
    if cells(text) <= column.width:
        return [text]
    if column.is_prose:
        return wrap(text, column.width)
    if not column.is_wrapped:
        return [shorten(text, column.width)]
    parts = _break_name(text, column.width, "-_/.:")
    return [line for part in parts for line in wrap(part, column.width)]


def _fit(layout: _TableLayout, width: int, expendable: Sequence[str], firm: Sequence[str]) -> None:
    """Narrow the columns to a width; drop columns that do not fit, but `firm` columns only as a last resort."""
    columns = layout.columns

    def narrow(narrowable: Sequence[_Column], least: int) -> None:
        _narrow(layout, width, narrowable, least)

    firm_names = [column for column in columns if column.name in firm and not column.is_number]
    for column in firm_names:  # a shortened key or verdict is useless
        column.is_wrapped = True
    narrow(firm_names, max(NAME, width // 2))
    narrow([column for column in columns if column.is_prose], PROSE)
    if layout.excess(width) > 0:  # break column names at underscores before columns are dropped
        for column in columns:
            column.head = _break_name(column.name, max(column.body, STUB), "_:")
            column.width = max(min(column.width, column.body), *(cells(line) for line in column.head))
        narrow([column for column in columns if column.is_prose], PROSE)
    if layout.excess(width) > 0:
        layout.gap = NARROW_GAP
    narrow([column for column in columns if column.can_give_way and column.name not in firm], NAME)
    loose = [column for column in columns if column.name not in firm]
    first = [column for name in expendable for column in loose if column.name == name]
    for column in [*first, *reversed([column for column in loose if column not in first])]:
        if layout.excess(width) > 0:
            _drop(layout, column)
    for least in (PROSE, NAME, STUB):
        if layout.excess(width) > 0:
            for column in firm_names:
                column.head = _break_name(column.name, max(min(least, column.body), STUB), "_:")
        narrow(firm_names, least)
    while layout.excess(width) > 0 and len(columns) > 1:  # even the firm columns do not fit
        _drop(layout, columns[-1])
    narrow([column for column in columns if not column.is_number], 1)
    if layout.dropped_names:  # widen narrowed columns by the free space, from the left
        for column in columns:
            column.width = min(column.natural, column.width - layout.excess(width))


def _narrow(layout: _TableLayout, width: int, narrowable: Sequence[_Column], least: int) -> None:
    """Narrow the `narrowable` columns, always the widest one, until the table fits or all have `least` characters."""
    floors = [(column, max(least, *(cells(line) for line in column.head))) for column in narrowable]
    while layout.excess(width) > 0:
        able = [column for column, floor in floors if column.width > floor]
        if not able:
            return
        max(able, key=lambda column: column.width).width -= 1


def _drop(layout: _TableLayout, column: _Column) -> None:
    layout.columns[:] = [each for each in layout.columns if each is not column]
    layout.dropped_names.append(column.name)


def _break_name(name: str, width: int, separators: str) -> list[str]:
    """Break a name into lines after separators; a part without a separator is not broken."""
    lines = [""]
    for part in re.findall(f"[^{re.escape(separators)}]*[{re.escape(separators)}]|[^{re.escape(separators)}]+", name):
        if lines[-1] and cells(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    return lines
