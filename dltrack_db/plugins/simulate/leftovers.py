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
    ".{}.simulating-*": "an interrupted study, which continues when it is run again; remove it to start over",
}
"""Patterns of file names, with descriptions."""


def place(db: Path, fingerprint: str) -> Path:
    """Return the path of the progress of a study: a hidden file next to the database."""
    return db.with_name(f".{db.name}.simulating-{fingerprint[:12]}")


def tidy(con: duckdb.DuckDBPyConnection, db: Path) -> None:
    """Remove progress files of published studies and of collections that no longer exist."""
    fingerprints = con.execute("select distinct fingerprint from main.simulations").fetchall()
    published_files = {place(db, fingerprint) for (fingerprint,) in fingerprints}
    collections = {name for (name,) in con.execute("select collection from main.collections").fetchall()}
    for path in db.parent.glob(f".{glob.escape(db.name)}.simulating-*"):
        if path in published_files or (path.suffix != ".wal" and not _collections(path, collections) & collections):
            remove(path)


def _collections(path: Path, unknown: set[str]) -> set[str]:
    """Return the collections of a progress file, or `unknown` while another command has it open."""
    with closing(database.connect()) as con:
        try:
            database.attach(con, path, read_only=True, alias=ALIAS, patience=Patience(wait=0))
            rows = con.execute("select distinct collection from simulations").fetchall()
        except (DltrackError, duckdb.Error):
            return unknown
    return {name for (name,) in rows} or unknown


def remove(path: Path) -> None:
    """Remove a progress file."""
    for each in (path, path.with_name(path.name + ".wal")):
        with suppress(OSError):
            each.unlink(missing_ok=True)
