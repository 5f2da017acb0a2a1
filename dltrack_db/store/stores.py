"""Choice of the store for a path."""

from __future__ import annotations

import os
from pathlib import Path

from dltrack_db.store import checked_files
from dltrack_db.store.file_store import FileStore
from dltrack_db.store.interface import BaseStore
from dltrack_db.store.lake import overlay


def at(path: Path) -> BaseStore:
    """Return the store for a path: a `LakeStore` if the file is an overlay, else a `FileStore`, also for a new path."""
    is_file = os.path.isfile(path)  # noqa: PTH113 (Path.is_file raises if the name is too long)
    address = overlay.find_address(path) if is_file and not checked_files.has_own_tables(path) else None
    if address is None:
        return FileStore(path)
    from dltrack_db.store.lake.lake_store import LakeStore

    return LakeStore(path, address)
