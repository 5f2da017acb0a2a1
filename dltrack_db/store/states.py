"""Functions on snapshots and paths of lakes (shared and frozen databases) for other packages.

Other packages use lakes only through this module, and stores through `store/interface.py`.
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
    """Return True if the attached database points to a frozen lake, so that each query sends requests to a server."""
    address = _addresses.from_facts(_facts.get(con)) if _facts.are_kept(con) else None
    return address is not None and address.is_frozen


def local_path(path: Path | str) -> Path:
    """Return a path unchanged; for the web address of a frozen lake, return the path of its overlay in the cache."""
    return _local_path(path)
