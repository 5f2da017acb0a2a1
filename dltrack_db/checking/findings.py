"""What a check finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One thing to be said of a run; `line` is that of its first occurrence, where a line is at fault."""

    run_id: str
    severity: str
    rule: str
    found: int
    line: int | None
    detail: str
    file: str
