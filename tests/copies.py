"""Copies of databases that dltrack wrote, noted as such: looking at their objects first takes a quarter of a second."""

from __future__ import annotations

import shutil
from pathlib import Path

from dltrack_db.store import checked_files


def copied(source: Path, target: Path) -> Path:
    """A copy, which is opened without another look: for tests that are not about what such a look finds."""
    return noted(Path(shutil.copyfile(source, target)))


def noted(path: Path) -> Path:
    """The same of a file that was written to by other hands since, none of which touched its objects."""
    checked_files.note_new(path, path.stat())
    return path
