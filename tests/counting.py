"""What a command asks of DuckDB and of the disk, counted: time tells little on a busy machine, counts tell the same."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import duckdb
import pytest

_ASKING = ("execute", "executemany", "sql", "query")


@dataclass
class Counts:
    """What was asked so far."""

    statements: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    """files that Python opened, but for its own modules and the marks of temporary folders, also of other processes;
    DuckDB's are `attached` or read by a statement"""

    @property
    def attached(self) -> list[str]:
        """The statements that attach a database file."""
        return [text for text in self.statements if text.lstrip().startswith("attach ") and ":memory:" not in text]


class _Counted:
    """A connection whose statements are kept."""

    def __init__(self, con: duckdb.DuckDBPyConnection, counts: Counts) -> None:
        self._con, self._counts = con, counts

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._con, name)
        if name == "cursor":
            return lambda: _Counted(found(), self._counts)
        if name not in _ASKING:
            return found

        def ask(query: Any, *args: Any, **options: Any) -> Any:
            self._counts.statements.append(str(query))
            result = found(query, *args, **options)
            return self if result is self._con else result

        return ask


_listening: list[Counts] = []


def _hear(event: str, args: tuple[Any, ...]) -> None:
    if _listening and event == "open" and isinstance(args[0], str):
        path = args[0]
        if not path.endswith((".py", ".pyc")) and ".in-use" not in path:
            _listening[-1].opened.append(path)


sys.addaudithook(_hear)


@contextmanager
def counted() -> Iterator[Counts]:
    """Count what is done in this process in the block."""
    counts, connect = Counts(), duckdb.connect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(duckdb, "connect", lambda *args, **options: _Counted(connect(*args, **options), counts))
        _listening.append(counts)
        try:
            yield counts
        finally:
            _listening.pop()
