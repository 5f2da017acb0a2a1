"""Databases that stay open while tests read them: to open and close one takes as long as what is asked of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.errors import DatabaseError
from dltrack_db.store import checked_files, connection, database, facts
from dltrack_db.store.lake import session

_Key = tuple[Path, str, bool]

HELD = 8
"""So many at most; the one that was opened first goes."""


class KeptOpen:
    """In the place of `database.open_readonly`: gives further connections to a file that is open already, as it was.

    What asks for another connection than the usual one has it opened for itself, as does who reads a shared database.
    """

    def __init__(self) -> None:
        self.opened, self._attach = database.open_readonly, connection.attach
        self.held: dict[_Key, tuple[str, duckdb.DuckDBPyConnection]] = {}

    def __call__(
        self, path: Path, *, older: Any = None, limits: Any = None, **others: Any
    ) -> duckdb.DuckDBPyConnection:
        """A connection to a database that can only read."""
        if others.keys() - {"patience", "is_locked"} or session.wanted_snapshot() is not None:
            return self.opened(path, older=older, limits=limits, **others)
        key = (path.absolute(), limits.memory if limits else "", others.get("is_locked", True))
        state, held = self.held.get(key, ("", None))
        if held is None or state != checked_files.stamp(path):
            self.let_go([key])
            try:
                held = self.opened(path, limits=limits, **others)
            except DatabaseError:
                return self.opened(path, older=older, limits=limits, **others)
            if not checked_files.has_own_tables(path):
                return held
            self.held[key] = (checked_files.stamp(path), held)
            if len(self.held) > HELD:
                self.let_go([next(iter(self.held))])
        cursor = facts.cursor(held)
        cursor.execute("use dltrack")
        return cursor

    def attach(self, con: duckdb.DuckDBPyConnection, path: Path, *given: Any, read_only: bool, **others: Any) -> None:
        """In the place of `connection.attach`: who writes to a file finds it closed."""
        if not read_only:
            self.let_go([key for key in self.held if key[0] == path.absolute()])
        self._attach(con, path, *given, read_only=read_only, **others)

    def let_go(self, keys: Iterable[_Key] | None = None) -> None:
        """Close databases; all of them where none is named."""
        for key in list(self.held if keys is None else keys):
            if key in self.held:
                self.held.pop(key)[1].close()
