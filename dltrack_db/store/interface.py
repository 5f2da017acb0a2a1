"""The interface of a store: a database in one file, or in a shared lake, live or frozen.

`stores.at` returns the store for a path. Reading works the same way for all stores (`database.open_readonly`); a store
has what differs between them.
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
"""Catalogue of the private copy that a load fills before it changes a lake."""


@dataclass(frozen=True)
class Publication:
    """Steps of publishing a load, each on the current database of a connection."""

    fill: Callable[[duckdb.DuckDBPyConnection, bool], None]
    """puts staged rows and derived rows into tables; True if no one else sees them, so that it may commit"""
    check_file: Callable[[duckdb.DuckDBPyConnection], None]
    """raises DatabaseChangedError if a file is no longer as the load was planned against"""
    pull: Callable[[duckdb.DuckDBPyConnection], None]
    """copies the rows that `fill` reads from the attached lake into the private copy"""
    put: Callable[[duckdb.DuckDBPyConnection], str]
    """moves the rows that `fill` made from the private copy into the lake, and returns the name of the change"""


class BaseStore(ABC):
    """A database, as commands use it."""

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
        """Open the database to read its contents, and check that a load could write to it now.

        The caller closes the connection; until then a file is locked for writing. None if a load may create the
        database: there is no file yet, or a DuckDB file without tables.
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
        """Attach the database with the current tables and views; the block is one transaction.

        Args:
            con: has no database attached as `dltrack`.
            command: name of the change in `main.changes`.
            patience: how to wait for other processes to close the file, or to publish.
            begin: may write the first version of a new file.
            rebuilds: accepts a file whose views were altered. Called once no one else can write; returns whether to
                rebuild all views. A lake always rebuilds them.
            leaving: plug-ins that are not installed and whose rows a rebuild removes; none in a lake.
        """

    @abstractmethod
    def publish(self, con: duckdb.DuckDBPyConnection, load: Publication, patience: Patience) -> None:
        """Publish a load in one transaction."""

    @abstractmethod
    def load_in_steps(self, in_place: Callable[[], Result], via_copy: Callable[[SharedStore], Result]) -> Result:
        """Run a load that takes hours and can be resumed: directly into the file, or through a file next to a lake."""

    @abstractmethod
    def fingerprint(self, con: duckdb.DuckDBPyConnection) -> str:
        """Return a text that changes with every load and drop: a checksum of the ledger, or a snapshot number."""

    @abstractmethod
    def snapshot(self, con: duckdb.DuckDBPyConnection) -> int | None:
        """Return the number of the snapshot that an open connection reads; None for a file."""

    @abstractmethod
    def pin(self, con: duckdb.DuckDBPyConnection) -> BaseStore:
        """Return the store as an open connection reads it, for workers that may run elsewhere."""

    @abstractmethod
    def attach_source(self, con: duckdb.DuckDBPyConnection, alias: str) -> AbstractContextManager[str]:
        """Attach the tables read-only, and yield the name of their catalogue: `alias` for a file."""

    @abstractmethod
    def private_copy(self) -> AbstractContextManager[Path]:
        """Copy a consistent state of the database into a file that is removed at the end of the block."""

    @abstractmethod
    def copy_to(self, target: Path) -> None:
        """Copy the visible contents of the database into a new file, whole or not at all."""

    @abstractmethod
    def state_files(self, say: Callable[[str], None]) -> Iterator[tuple[str, Path]]:
        """Yield name and file of each state that another lake can take over; the current one comes last, unnamed."""

    @abstractmethod
    def copy_from(self, source: BaseStore, say: Callable[[str], None]) -> list[str]:
        """Fill this new or empty store with the rows of another; return the names of the copied states."""

    @abstractmethod
    def rewritten(self, command: str, *, accept: bool = False) -> AbstractContextManager[tuple[Path, list[Flaw]]]:
        """Rewrite the database next to itself, see `rewrite.rewritten_copy`."""

    @abstractmethod
    def shell_options(self, *, at: int | None, write: bool, is_sealed: bool) -> list[str]:
        """Return the options for opening `path` in the DuckDB shell."""

    @property
    @abstractmethod
    def readers_block_writers(self) -> bool:
        """True if a load waits until the last reader closes the database."""


class SharedStore(BaseStore):
    """A database that others use during a load, so that long loads write to it step by step."""

    @abstractmethod
    def keep_hidden_rows(self, con: duckdb.DuckDBPyConnection, load_no: int) -> AbstractContextManager[None]:
        """Keep maintenance from removing the rows of an unpublished load."""

    @abstractmethod
    def add_hidden_rows(self, con: duckdb.DuckDBPyConnection, command: str) -> AbstractContextManager[None]:
        """Attach the database for one transaction without its lock, to add rows of an unpublished load."""
