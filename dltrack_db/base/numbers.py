"""Numbers in files and options, in the syntax of the SQL readers, which is stricter than Python's."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.IGNORECASE)
"""The syntax of `as_number` in ingest/read/macros.sql: no underscores, non-ASCII digits, nan or infinity."""


def is_number(text: str) -> bool:
    """Return whether a text is a finite number; surrounding blanks are ignored."""
    return _NUMBER.fullmatch(text.strip()) is not None and abs(float(text)) < float("inf")
