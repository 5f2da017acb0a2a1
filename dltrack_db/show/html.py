"""Rows as an escaped HTML table for notebooks, with a note if not all rows are included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from html import escape
from typing import Any

from dltrack_db.show.text import cell, printable, shorten

ROWS = 40
"""maximum number of rows in a table"""
TEXT = 200
"""maximum number of characters of a text; longer texts are cut"""
LINE = 60
"""maximum number of characters of a text that is not wrapped"""

_FIRST = ("run_id", "system", "team")
"""First columns of a leaderboard."""
_BASIS = {
    "labels": "labels",
    "relevant from": "min_relevance",
    "ties": "tie_rule",
    "topics": "num_topics",
    "fingerprint": "fingerprint",
}
"""Printed names of the facts in a basis, with their keys."""
_SHORT, _LONG = "white-space: nowrap", "min-width: 24em"
# widths and colours are those of the notebook; wide tables scroll
_STYLE = "border-collapse: collapse; font-variant-numeric: tabular-nums"


def table(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], num_rows: int | None = None, sentences: Sequence[str] = ()
) -> str:
    """Return the first rows as an HTML table; `num_rows` is the total number of rows, None if it is unknown.

    Numbers have four decimals, as on a terminal. `sentences` are printed under the table.
    """
    first_rows = rows[:ROWS]
    non_empty = [i for i in range(len(columns)) if not first_rows or any(row[i] is not None for row in first_rows)]
    sides = {i: "right" if _is_number(first_rows, i) else "left" for i in non_empty}
    head = "".join(_cell("th", sides[i], columns[i]) for i in non_empty)
    body = [
        "<tr>" + "".join(_cell("td", sides[i], _text(columns[i], row[i])) for i in non_empty) + "</tr>"
        for row in first_rows
    ]
    notes = _notes(first_rows, len(rows), num_rows)
    if empty := [name for i, name in enumerate(columns) if i not in non_empty]:
        notes.append(f"empty columns: {', '.join(map(printable, empty))}")
    lines = [*sentences, "; ".join(notes)] if notes else sentences
    footer = "".join(f"<p><small>{escape(printable(line))}</small></p>" for line in lines)
    return (
        f'<div style="overflow-x: auto"><table style="{_STYLE}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>{footer}"
    )


def readable_columns(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], ranks: Sequence[int | None] = ()
) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Return an answer's columns and rows with the columns in an order for narrow pages.

    The column `collection` is removed if all rows have the same collection, because the basis names it. A leaderboard
    starts with ranks, runs and teams, followed by numbers, and then by other columns.
    """
    order = list(range(len(columns)))
    if "collection" in columns and len({row[columns.index("collection")] for row in rows}) == 1:
        order.remove(columns.index("collection"))
    if ranks:
        order.sort(key=lambda i: (columns[i] not in _FIRST, not _is_number(rows, i)))
    cells = [tuple(row[i] for i in order) for row in rows]
    names = [columns[i] for i in order]
    if not ranks:
        return names, cells
    return ["rank", *names], [(rank, *row) for rank, row in zip(ranks, cells, strict=False)]


def basis_lines(basis: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return a line per collection with labels, relevance level, tie rule, topics and fingerprint (`systems.basis`)."""
    lines = []
    for collection, facts in basis.items():
        shown = [f"{name} {_plain(facts[key])}" for name, key in _BASIS.items() if facts.get(key) is not None]
        lines.append("; ".join([collection, *shown]))
    return lines


def _plain(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else printable(value)


def _notes(first_rows: Sequence[Sequence[Any]], num_given: int, num_rows: int | None) -> list[str]:
    total = max(num_given, num_rows or 0)
    notes = []
    if not total:
        notes.append("no rows")
    elif num_rows is not None and total > len(first_rows):
        notes.append(f"the first {len(first_rows)} of {total:,} rows")
    elif total > len(first_rows):
        notes.append(f"the first {len(first_rows)} rows; there are more")
    if any(len(printable(value)) > TEXT for row in first_rows for value in row):
        notes.append(f"texts are cut after {TEXT} characters")
    return notes


def _cell(kind: str, side: str, text: str) -> str:
    style = f"text-align: {side}; padding: 0.15em 0.6em; {_LONG if len(text) > LINE else _SHORT}"
    return f'<{kind} style="{style}">{escape(printable(text))}</{kind}>'


def _text(column: str, value: Any) -> str:
    return shorten(cell(column, value), TEXT)


def _is_number(rows: Sequence[Sequence[Any]], i: int) -> bool:
    values = [row[i] for row in rows if row[i] is not None]
    return bool(values) and all(
        isinstance(value, (int, float, datetime)) and not isinstance(value, bool) for value in values
    )
