"""The interface of a store: a database in one file, in a shared lake, or in a frozen lake on a web server.

`stores.at` returns the store for a path. The methods are the operations that differ between kinds of stores. Reading
works the same way for all stores (`database.open_readonly`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import duckdb

from dltrack_db.store.patience import USUAL, Patience

if TYPE_CHECKING:
    from dltrack_db.store.verify import Flaw

Result = TypeVar("Result")
COPY = "slice"
"""Catalogue name of the private copy that a load fills before it changes a lake."""


@dataclass(frozen=True)
class Publication:
    """The functions that publish a load; each works on the current database of a connection."""

    fill: Callable[[duckdb.DuckDBPyConnection, bool], None]
    """inserts staged and derived rows into the tables; the flag is True if no other process sees the database yet"""
    check_file: Callable[[duckdb.DuckDBPyConnection], None]
    """raises DatabaseChangedError if the database has changed since the load was planned"""
    pull: Callable[[duckdb.DuckDBPyConnection], None]
    """copies the rows that `fill` reads from the attached lake into the private copy"""
    put: Callable[[duckdb.DuckDBPyConnection], str]
    """moves the rows that `fill` made from the private copy into the lake, and returns the name of the change"""


class BaseStore(ABC):
    """A database that commands read and change."""

    path: Path

    @property
    @abstractmethod
    def name(self) -> str:
        """Name of the database for users: its path, or the address of a frozen lake."""

    @property
    def overview(self) -> str:
        """Query for the size and contents of the database."""
        return "from catalog.database"

    @property
    @abstractmethod
    def exists(self) -> bool:
        """False for a file that a load will create."""

    @abstractmethod
    def open_for_load(self, patience: Patience = USUAL) -> duckdb.DuckDBPyConnection | None:
        """Open the database to read its contents, and check that a load can write to it.

        The caller closes the connection; until then, a file is locked for writing. Return None if the load creates the
        database: the file does not exist, or is a DuckDB file without tables.
        """

    @abstractmethod
    def change(
        self,
        con: duckdb.DuckDBPyConnection,
        *,
        command: str = "write",
        patience: Patience = USUAL,
        begin: Callable[[Path], object] | None = None,
        rebuilds: Callable[[], bool] | None = None,
        leaving: Collection[str] = (),
    ) -> AbstractContextManager[None]:
        """Attach the database with current tables and views for the block, which is one transaction.

        Args:
            con: a connection without a database attached as `dltrack`.
            command: name of the change in `main.changes`.
            patience: how long to wait for other processes to close the file or to publish.
            begin: function that may write the first version of a new file, for example by copying a template.
            rebuilds: function that returns True to rebuild all views, called when no other process can write. If given,
                a file with altered views is accepted. A lake's views are rebuilt whatever the function returns.
            leaving: names of plug-ins that are not installed, whose rows the change removes; not used for a lake.
        """

    @abstractmethod
    def publish(self, con: duckdb.DuckDBPyConnection, load: Publication, patience: Patience) -> None:
        """Publish a load in one transaction."""

    @abstractmethod
    def load_in_steps(self, in_place: Callable[[], Result], via_copy: Callable[[SharedStore], Result]) -> Result:
        """Run a load that takes hours and can be resumed: `in_place` for a file, `via_copy` for a lake.

        `in_place` loads directly into the database file; `via_copy` loads into a separate file and then into the lake.
        """

    @abstractmethod
    def fingerprint(self, con: duckdb.DuckDBPyConnection) -> str:
        """Return a text that changes with every load and drop: a checksum of the ledger, or a snapshot number."""

    @abstractmethod
    def snapshot(self, con: duckdb.DuckDBPyConnection) -> int | None:
        """Return the number of the snapshot that an open connection reads; None for a file."""

    @abstractmethod
    def pin(self, con: duckdb.DuckDBPyConnection) -> BaseStore:
        """Return this store fixed to the state that an open connection reads, for workers on other machines."""

    @abstractmethod
    def attach_source(self, con: duckdb.DuckDBPyConnection, alias: str) -> AbstractContextManager[str]:
        """Attach the tables read-only, and yield the catalogue's name, which is `alias` for a file."""

    @abstractmethod
    def private_copy(self) -> AbstractContextManager[Path]:
        """Copy a consistent state of the database into a file that is removed at the end of the block."""

    @abstractmethod
    def copy_to(self, target: Path) -> None:
        """Copy the published contents of the database into a new file, which is never incomplete."""

    @abstractmethod
    def state_files(self, say: Callable[[str], None]) -> Iterator[tuple[str, Path]]:
        """Yield name and file of each state to copy to another lake: the named states, then the current one with ''."""

    @abstractmethod
    def copy_from(self, source: BaseStore, say: Callable[[str], None]) -> list[str]:
        """Fill this new or empty store with the rows of `source`; return the names of the copied states."""

    @abstractmethod
    def rewritten(self, command: str, *, accept: bool = False) -> AbstractContextManager[tuple[Path, list[Flaw]]]:
        """Rewrite the database into a new file in the same folder, see `rewrite.rewritten_copy`."""

    @abstractmethod
    def shell_options(self, *, at: int | None, write: bool, is_sealed: bool) -> list[str]:
        """Return the options for opening `path` in the DuckDB shell."""

    @property
    @abstractmethod
    def readers_block_writers(self) -> bool:
        """True if a load waits until the last reader closes the database."""


class SharedStore(BaseStore):
    """A database that other users read and change during a load, so that long loads write to it step by step."""

    @abstractmethod
    def keep_hidden_rows(self, con: duckdb.DuckDBPyConnection, load_no: int) -> AbstractContextManager[None]:
        """Protect the rows of an unpublished load from removal by maintenance during the block."""

    @abstractmethod
    def add_hidden_rows(self, con: duckdb.DuckDBPyConnection, command: str) -> AbstractContextManager[None]:
        """Attach the database for one transaction without its lock, to add rows of an unpublished load."""
