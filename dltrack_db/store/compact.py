"""Compaction: rewrite a database without the unused space of replaced and dropped rows."""

from __future__ import annotations

from pathlib import Path

from dltrack_db.store import database, stores


def compact(path: Path) -> tuple[int, int]:
    """Rewrite a database in place; return its size before and after, in bytes."""
    database.open_readonly(path).close()
    path = path.resolve()  # a symbolic link stays, and the file that it points to is rewritten
    size_before = path.stat().st_size
    with stores.at(path).rewritten("compact") as (new, _):
        size_after = new.stat().st_size
        new.replace(path)
    return size_before, size_after
