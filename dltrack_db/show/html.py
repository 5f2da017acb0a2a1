"""Rows as an HTML table for a notebook: escaped, numbers on the right, with a note on what is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from html import escape
from typing import Any

from dltrack_db.show.text import cell, printable, shorten

ROWS = 40
"""Most rows that are shown."""
TEXT = 200
"""Most characters of a text that are shown."""
LINE = 60
"""Texts up to this length stay on one line."""

_FIRST = ("run_id", "system", "team")
"""Columns that say whose row of a leaderboard it is."""
_BASIS = {
    "labels": "labels",
    "relevant from": "min_relevance",
    "ties": "tie_rule",
    "topics": "num_topics",
    "fingerprint": "fingerprint",
}
"""Columns of a basis that are told."""
_SHORT, _LONG = "white-space: nowrap", "min-width: 24em"
# Widths and colours are the notebook's own; wide tables scroll.
_STYLE = "border-collapse: collapse; font-variant-numeric: tabular-nums"


def table(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], num_rows: int | None = None, sentences: Sequence[str] = ()
) -> str:
    """Return the first rows as a table. `num_rows` says how many there are if `rows` are not all; None means many.

    Numbers have four decimals, as in a terminal; `sentences` are printed under it.
    """
    first_rows = rows[:ROWS]
    places = range(len(columns))
    filled_places = [place for place in places if not first_rows or any(row[place] is not None for row in first_rows)]
    sides = {place: "right" if _is_number(first_rows, place) else "left" for place in filled_places}
    head = "".join(_cell("th", sides[place], columns[place]) for place in filled_places)
    body = [
        "<tr>"
        + "".join(_cell("td", sides[place], _text(columns[place], row[place])) for place in filled_places)
        + "</tr>"
        for row in first_rows
    ]
    notes = _notes(first_rows, len(rows), num_rows)
    if empty := [columns[place] for place in places if place not in filled_places]:
        notes.append(f"columns that are empty here: {', '.join(map(printable, empty))}")
    lines = [*sentences, "; ".join(notes)] if notes else sentences
    footer = "".join(f"<p><small>{escape(printable(line))}</small></p>" for line in lines)
    return (
        f'<div style="overflow-x: auto"><table style="{_STYLE}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>{footer}"
    )


def readable_columns(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], ranks: Sequence[int | None] = ()
) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Return an answer's columns and rows as a narrow place has room for them.

    One collection in all rows is left out; its basis names it. A leaderboard begins with the ranks, its runs and teams,
    then come its numbers, then the rest.
    """
    places = list(range(len(columns)))
    if "collection" in columns and len({row[columns.index("collection")] for row in rows}) == 1:
        places.remove(columns.index("collection"))
    if ranks:
        places.sort(key=lambda place: (columns[place] not in _FIRST, not _is_number(rows, place)))
    cells = [tuple(row[place] for place in places) for row in rows]
    names = [columns[place] for place in places]
    return (
        (["rank", *names], [(rank, *row) for rank, row in zip(ranks, cells, strict=False)]) if ranks else (names, cells)
    )


def basis_lines(basis: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return a line for each collection: labels, level, ties, topics and fingerprint (`systems.basis`)."""
    return [
        "; ".join(
            [
                collection,
                *(f"{name} {_plain(facts[key])}" for name, key in _BASIS.items() if facts.get(key) is not None),
            ]
        )
        for collection, facts in basis.items()
    ]


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


def _is_number(rows: Sequence[Sequence[Any]], place: int) -> bool:
    values = [row[place] for row in rows if row[place] is not None]
    return bool(values) and all(
        isinstance(value, (int, float, datetime)) and not isinstance(value, bool) for value in values
    )
