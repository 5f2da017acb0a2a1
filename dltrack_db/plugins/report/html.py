"""HTML tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from dltrack_db.base.answer import Answer
from dltrack_db.plugins.report.column_titles import heading
from dltrack_db.show import cell

MAY_BE_BEST = "may be best"
"""Verdict of the rows that are tinted."""
TINTED = "tinted runs may be best"
"""Explanation of the tint, below a table."""


def html_table(
    rows: Answer,
    caption: str = "",
    *,
    id: str = "",
    bar: str = "",
    label: str = "",
    highlighted: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
    rising: Sequence[str] | None = None,
) -> str:
    """Return rows as an HTML table, without empty columns.

    Args:
        rows: Rows of the table. The first column is run_id if runs are highlighted. Runs that may be best are tinted.
        caption, id: Caption and id of the table.
        bar: Column with a bar behind its values.
        label: Label for screen readers, used if there is no caption or id.
        highlighted: Runs to highlight.
        names: Titles of columns; columns without a title here have that of `heading`.
        rising: Columns that are sorted lowest value first; None if the table cannot be sorted.
    """
    sortable = rising is not None
    places = [i for i in range(len(rows.columns)) if any(row[i] is not None for row in rows.rows)]
    numeric = {i for i in places if all(_is_number(row[i]) or row[i] is None for row in rows.rows)}
    head = "".join(
        _head(
            rows.columns[i],
            (names or {}).get(rows.columns[i]),
            i in numeric,
            sortable,
            is_rising=rows.columns[i] in (rising or ()),
        )
        for i in places
    )
    ranges = _ranges(rows, bar)
    # the longest bar is 1, or the largest value if it is above 1
    longest = max((value for value in rows.values(bar) if _is_number(value)), default=1) if bar else 1
    body = "".join(
        _row(dict(zip(rows.columns, row, strict=True)), highlighted)
        + "".join(
            _cell(
                rows.columns[i],
                row[i],
                i in numeric,
                max(1, longest) if rows.columns[i] == bar else None,
                _classes(rows.columns[i], i in numeric, sortable),
                ranges[number] if rows.columns[i] == bar else "",
            )
            for i in places
        )
        + "</tr>"
        for number, row in enumerate(rows.rows)
    )
    attributes = f' id="{id}"' if id else ""
    attributes += ' class="sortable"' if sortable else ""
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    table = f"<table{attributes}>{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    name = escape(caption or id.replace("--", ", ") or label)
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">{table}</div>'


def _head(column: str, name: str | None, is_numeric: bool, sortable: bool, *, is_rising: bool) -> str:
    """Return the head of a column; the tooltip is the SQL name if the title differs from it."""
    title = name or heading(column)
    tip = f' title="{escape(column)}"' if title != column else ""
    text = f'<button type="button"{tip}>{escape(title)}</button>' if sortable else escape(title)
    tip = "" if sortable else tip
    classes = _classes(column, is_numeric, sortable)
    rises = " data-rises" if is_rising else ""
    return f'<th scope="col" class="{classes}" data-column="{escape(column)}"{rises}{tip}>{text}</th>'


def _row(row: Mapping[str, Any], highlighted: Sequence[str]) -> str:
    if next(iter(row.values())) in highlighted:
        return '<tr class="own-run">'
    return '<tr class="close">' if row.get("verdict") == MAY_BE_BEST else "<tr>"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _classes(column: str, is_numeric: bool, is_chosen: bool) -> str:
    """Return the CSS classes of a column's cells, by which leaderboards show and hide columns."""
    return " ".join([*(["num"] if is_numeric else []), *([f"c-{column}"] if is_chosen else [])])


def _ranges(rows: Answer, bar: str) -> list[str]:
    """Return CSS for a line under each score: the interval of how far the run is behind the best run.

    The axis goes from the lowest to the highest score. Without verdicts, each text is empty.
    """
    scores = [value for value in rows.values(bar) if _is_number(value)] if bar else []
    if "behind_high" not in rows.columns or len(scores) < 2 or min(scores) == max(scores):
        return [""] * len(rows.rows)
    best = rows.values(bar)[0]
    sign = 1 if best == max(scores) else -1

    def share(value: float) -> str:
        return f"{min(1, max(0, (value - min(scores)) / (max(scores) - min(scores)))):.3f}"

    lines = []
    for low, high in zip(rows.values("behind_low"), rows.values("behind_high"), strict=True):
        ends = [] if low is None or high is None else sorted([best - sign * low, best - sign * high])
        lines.append(f";--from:{share(ends[0])};--to:{share(ends[1])}" if ends else "")
    return lines


def _cell(column: str, value: Any, is_numeric: bool, longest: float | None, classes: str, line: str = "") -> str:
    text = escape(heading(value) if column == "measure" and isinstance(value, str) else cell(column, value))
    exact = "" if value is None or not is_numeric else f' data-value="{value!r}"'
    share = f' style="--share:{value / longest:.4f}{line}"' if longest and value is not None else ""
    classes += " bar" if longest and is_numeric else ""
    class_attribute = f' class="{classes}"' if classes else ""
    return f"<td{class_attribute}{exact}{share}>{text}</td>"
