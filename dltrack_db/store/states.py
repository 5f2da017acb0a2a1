"""What other packages may ask about states and paths of shared and served databases.

Other packages use stores through their interface, and lakes only through this module.
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
    """Return True if the attached database points to a frozen lake, where each query is a request to a server."""
    address = _addresses.from_facts(_facts.get(con)) if _facts.are_kept(con) else None
    return address is not None and address.is_frozen


def local_path(path: Path | str) -> Path:
    """Return the file for a database: a path unchanged, or for the address of a frozen lake a file in the cache."""
    return _local_path(path)
