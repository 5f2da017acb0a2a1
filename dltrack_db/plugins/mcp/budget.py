"""Limit on the size of a reply: rows that do not fit are left out, the last ones first, and counted in a note."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from dltrack_db.errors import UsageError

BYTES = 64_000
"""default limit on one reply as JSON without blanks"""
LEAST = 4_000
"""bytes: less holds no answer with what it comes from"""
_NOTE = 400
"""bytes that are kept for saying what was cut"""
_NAMED = 5
"""columns whose names are said"""


def check(most: int) -> None:
    """Refuse a budget that no answer fits into."""
    if most < LEAST:
        raise UsageError(f"--bytes is what one answer may have; give at least {LEAST:,}")


def weight(row: Sequence[Any]) -> int:
    """About how many bytes a row of a result has."""
    return sum(len(value) if isinstance(value, (str, bytes)) else 8 for value in row)


def fit(answer: dict[str, Any], most: int) -> dict[str, Any]:
    """An answer of at most so many bytes; its note says what was cut."""
    if isinstance(answer.get("loaded"), dict):
        answer["loaded"] = fit(answer["loaded"], most // 2)
    if _size(answer) <= most:
        return answer
    key = "rows" if "rows" in answer else "columns"
    rows, cut = answer[key], [""]
    answer[key] = []
    if _size(answer) > most // 2 and answer.get("comes_from"):
        answer["comes_from"] = [{"object": one["object"]} for one in answer["comes_from"]]
        cut.append("of the objects it comes from only the names are left")
    room = most - _size(answer) - _NOTE
    kept_rows = []
    for row in rows:
        room -= _size(row) + 1
        if room < 0:
            break
        kept_rows.append(row)
    if rows and not kept_rows:
        row, names = _shorten(rows[0], answer.get("columns"), most - _size(answer) - _NOTE)
        kept_rows = [row]
        names_shown = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
        cut.append(f"its texts in {names_shown} are cut further")
    answer[key] = kept_rows
    cut[0] = f"{len(kept_rows)} of {len(rows)} {key} are left"
    answer["is_whole"] = False
    note = f"Cut to the {most:,} bytes that an answer may have: {'; '.join(cut)}. Ask for fewer columns or rows."
    answer["note"] = " ".join(part for part in (answer.get("note"), note) if part)
    if _size(answer) > most:
        raise UsageError(f"this takes more than the {most:,} bytes that an answer may have, rows or not; ask for less")
    return answer


def _size(value: Any) -> int:
    return len(json.dumps(value, default=str, ensure_ascii=False, separators=(",", ":")).encode())


def _shorten(row: Any, columns: Any, room: int) -> tuple[Any, list[str]]:
    """A row whose texts are short enough for the room, and the columns in which they were cut."""
    cells = row if isinstance(row, dict) else dict(zip(columns, row, strict=True))
    longest = max(room // (4 * len(cells)) - 4, 0)  # a character has up to four bytes
    short, names = {}, []
    for name, value in cells.items():
        text = value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
        is_long = isinstance(value, (str, list, dict)) and len(text) > longest
        short[name] = text[:longest] if is_long else value
        names += [name[:60]] if is_long else []
    return (short if isinstance(row, dict) else [*short.values()]), names
