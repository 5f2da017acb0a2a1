"""Findings of a check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dltrack_db.show.frame import Frame


@dataclass(frozen=True)
class Finding:
    """One violation of a rule in a run.

    Attributes:
        run_id: the run.
        severity: 'error', 'warning' or 'note'.
        rule: name of the rule.
        found: number of violations in the file.
        line: first offending line; None if the rule is not about lines.
        detail: the problem in words.
        file: path of the run file.
    """

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
