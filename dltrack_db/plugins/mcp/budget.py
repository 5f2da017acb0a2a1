"""Limit on the size of a reply: the last rows are left out if the reply is too large, with a note."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from dltrack_db.errors import UsageError

BYTES = 64_000
"""Default maximum size of a reply, as JSON without blanks."""
MIN_BYTES = 4_000
"""Minimum value of the limit: enough for a reply with its sources."""
_NOTE = 400
"""Bytes reserved for the note on the cut parts."""
_NAMED = 5
"""Maximum number of columns named in the note."""


def check(most: int) -> None:
    """Raise UsageError if the limit `most` is too small for a reply."""
    if most < MIN_BYTES:
        raise UsageError(f"--bytes must be at least {MIN_BYTES:,}, not {most:,}")


def weight(row: Sequence[Any]) -> int:
    """Estimate the bytes of a row of a result."""
    return sum(len(value) if isinstance(value, (str, bytes)) else 8 for value in row)


def fit(answer: dict[str, Any], most: int) -> dict[str, Any]:
    """Cut a reply to at most `most` bytes, with a note on the cut parts."""
    if isinstance(answer.get("loaded"), dict):
        answer["loaded"] = fit(answer["loaded"], most // 2)
    if _size(answer) <= most:
        return answer
    key = "rows" if "rows" in answer else "columns"
    rows, cut = answer[key], [""]
    answer[key] = []
    if _size(answer) > most // 2 and answer.get("comes_from"):
        answer["comes_from"] = [{"object": one["object"]} for one in answer["comes_from"]]
        cut.append("objects in comes_from have only their names")
    free_bytes = most - _size(answer) - _NOTE
    kept_rows = []
    for row in rows:
        free_bytes -= _size(row) + 1
        if free_bytes < 0:
            break
        kept_rows.append(row)
    if rows and not kept_rows:
        row, names = _shorten(rows[0], answer.get("columns"), most - _size(answer) - _NOTE)
        kept_rows = [row]
        names_shown = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
        cut.append(f"texts in {names_shown} are cut further")
    answer[key] = kept_rows
    cut[0] = f"{len(kept_rows)} of {len(rows)} {key} are shown"
    answer["is_whole"] = False
    note = f"Cut to the limit of {most:,} bytes: {'; '.join(cut)}. Request fewer columns or rows."
    answer["note"] = " ".join(part for part in (answer.get("note"), note) if part)
    if _size(answer) > most:
        raise UsageError(
            f"the answer exceeds this server's limit of {most:,} bytes even without rows; request less data"
        )
    return answer


def _size(value: Any) -> int:
    return len(json.dumps(value, default=str, ensure_ascii=False, separators=(",", ":")).encode())


def _shorten(row: Any, columns: Any, max_bytes: int) -> tuple[Any, list[str]]:
    """Return a row with texts cut to fit, and the names of the cut columns."""
    cells = row if isinstance(row, dict) else dict(zip(columns, row, strict=True))
    longest = max(max_bytes // (4 * len(cells)) - 4, 0)  # a character has up to four bytes
    short, names = {}, []
    for name, value in cells.items():
        text = value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
        is_long = isinstance(value, (str, list, dict)) and len(text) > longest
        short[name] = text[:longest] if is_long else value
        names += [name[:60]] if is_long else []
    return (short if isinstance(row, dict) else [*short.values()]), names
