"""Progress files of studies of simulated judging, next to the database."""

from __future__ import annotations

import glob
from contextlib import closing, suppress
from pathlib import Path

import duckdb

from dltrack_db.errors import DltrackError
from dltrack_db.store import database
from dltrack_db.store.patience import Patience

ALIAS = "progress"
KINDS = {
    ".{}.simulating-*": "an interrupted study; run the same command to continue it, or remove the file to start over",
}
"""Patterns of file names, with descriptions."""


def place(db: Path, fingerprint: str) -> Path:
    """Return the path of a study's progress file, a hidden file next to the database."""
    return db.with_name(f".{db.name}.simulating-{fingerprint[:12]}")


def tidy(con: duckdb.DuckDBPyConnection, db: Path) -> None:
    """Remove progress files of studies that are in the database, and of collections that no longer exist."""
    fingerprints = con.execute("select distinct fingerprint from main.simulations").fetchall()
    published_files = {place(db, fingerprint) for (fingerprint,) in fingerprints}
    collections = {name for (name,) in con.execute("select collection from main.collections").fetchall()}
    for path in db.parent.glob(f".{glob.escape(db.name)}.simulating-*"):
        if path in published_files or (path.suffix != ".wal" and not _collections(path, collections) & collections):
            remove(path)


def _collections(path: Path, unknown: set[str]) -> set[str]:
    """Return the collections in a progress file, or `unknown` if the file cannot be read or has none."""
    with closing(database.connect()) as con:
        try:
            database.attach(con, path, read_only=True, alias=ALIAS, patience=Patience(wait=0))
            rows = con.execute("select distinct collection from simulations").fetchall()
        except (DltrackError, duckdb.Error):
            return unknown
    return {name for (name,) in rows} or unknown


def remove(path: Path) -> None:
    """Remove a progress file and its write-ahead log."""
    for each in (path, path.with_name(path.name + ".wal")):
        with suppress(OSError):
            each.unlink(missing_ok=True)
