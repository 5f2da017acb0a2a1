"""Questions of other rooms on databases that a group shares, or a server gives out: their states, and their places.

The rooms above know stores by their interface, and of lakes only this.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from dltrack_db.store import facts as _facts
from dltrack_db.store.lake import address as _addresses
from dltrack_db.store.lake import local_path as _local_path
from dltrack_db.store.lake.session import check_today, reading, reading_at, snapshot_number, wanted_snapshot

__all__ = [
    "check_today",
    "is_frozen",
    "local_path",
    "reading",
    "reading_at",
    "snapshot_number",
    "wanted_snapshot",
]


def is_frozen(con: duckdb.DuckDBPyConnection) -> bool:
    """Return True if the attached database leads to a frozen lake, where each question is a request to a server."""
    address = _addresses.of(_facts.of(con)) if _facts.are_kept(con) else None
    return address is not None and address.is_frozen


def local_path(path: Path | str) -> Path:
    """Return the file that stands for a database: a path as it is; for a frozen lake's address one in the cache."""
    return _local_path(path)
