"""Findings of a check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dltrack_db.show.frame import Frame


@dataclass(frozen=True)
class Finding:
    """A rule that a run violates; `found` is the number of violations, and `line` the first offending line, if any."""

    run_id: str
    severity: str
    rule: str
    found: int
    line: int | None
    detail: str
    file: str


def frame(findings: Sequence[Finding]) -> Frame:
    """Return findings as a frame."""
    import polars as pl

    from dltrack_db.show.frame import Frame

    columns = {name: pl.Int64 if name in ("found", "line") else pl.String for name in Finding.__dataclass_fields__}
    return Frame([[getattr(one, name) for name in columns] for one in findings], schema=columns, orient="row")
