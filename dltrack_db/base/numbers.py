"""Numbers as people and files write them: as the readers in SQL, and not as Python, take them."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.IGNORECASE)
"""As `as_number` in ingest/read/macros.sql: without underscores, other digits than 0 to 9, nan or infinity."""


def is_number(text: str) -> bool:
    """Return whether a text is a finite number; blanks around it do not count."""
    return _NUMBER.fullmatch(text.strip()) is not None and abs(float(text)) < float("inf")
