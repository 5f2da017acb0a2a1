"""The interface of a store: a database in one file, or in a lake that a group shares, live or frozen.

`stores.at` makes the one that a path leads to. Reading is the same for all (`database.open_readonly`, which follows an
overlay to its lake); a store has what differs.
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
"""The catalogue of the private copy that a load fills before a lake is changed."""


@dataclass(frozen=True)
class Publication:
    """Steps of publishing a load, each on the current database of a connection."""

    fill: Callable[[duckdb.DuckDBPyConnection, bool], None]
    """puts staged rows, and what is derived from them, into tables; True where nobody sees them, so it may commit"""
    check_file: Callable[[duckdb.DuckDBPyConnection], None]
    """raises DatabaseChangedError if a file is no longer as the load was planned against"""
    pull: Callable[[duckdb.DuckDBPyConnection], None]
    """copies from the attached lake what `fill` reads into the private copy"""
    put: Callable[[duckdb.DuckDBPyConnection], str]
    """puts what `fill` made in the private copy into the lake, checked as a file is; what the change is called"""


class BaseStore(ABC):
    """A database, by what commands do with it."""

    path: Path

    @property
    @abstractmethod
    def name(self) -> str:
        """Name by which a user calls the database: its file, or the address of a frozen lake."""

    @property
    def overview(self) -> str:
        """Return the query of its size and of how much it holds."""
        return "from catalog.database"

    @property
    @abstractmethod
    def exists(self) -> bool:
        """False for a file that a load is to make."""

    @abstractmethod
    def open_for_load(self, patience: Patience = USUAL) -> duckdb.DuckDBPyConnection | None:
        """Open the database to see what it holds, and make sure that a load could write to it now.

        Returns:
            A connection for the caller to close; a file is held for writing until then. None where a load may make
            the database: there is no file yet, or a DuckDB file without a single table.
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
        """Attach the database for the block, all of which is one transaction.

        The block has the names of today's tables and views, whatever dltrack made the database.

        Args:
            con: has no database attached as `dltrack`.
            command: the change is noted as this in `main.changes`.
            patience: how to wait for others to close the file, or to publish.
            begin: may put a database where a new file is to be.
            rebuilds: accepts a file whose views were altered, and is asked, as soon as nobody else can write, whether
                to make all of them again, which a lake always does.
            leaving: where views are made again, plug-ins that are not installed and whose rows are removed; a lake has
                none.
        """

    @abstractmethod
    def publish(self, con: duckdb.DuckDBPyConnection, load: Publication, patience: Patience) -> None:
        """Publish a load in one transaction."""

    @abstractmethod
    def load_in_steps(self, in_place: Callable[[], Result], via_copy: Callable[[SharedStore], Result]) -> Result:
        """Run a load that takes hours and can be resumed: into the file itself, or first into one next to a lake."""

    @abstractmethod
    def fingerprint(self, con: duckdb.DuckDBPyConnection) -> str:
        """Return what any load or drop changes: a checksum of the ledger, or the number of a lake's snapshot."""

    @abstractmethod
    def snapshot(self, con: duckdb.DuckDBPyConnection) -> int | None:
        """Return the number of the snapshot that an open connection reads; None for a file."""

    @abstractmethod
    def pin(self, con: duckdb.DuckDBPyConnection) -> BaseStore:
        """Return the store as an open connection reads it, for workers that may run elsewhere."""

    @abstractmethod
    def attach_source(self, con: duckdb.DuckDBPyConnection, alias: str) -> AbstractContextManager[str]:
        """Attach the tables read-only for the block, which gets the name of their catalogue: `alias` for a file."""

    @abstractmethod
    def private_copy(self) -> AbstractContextManager[Path]:
        """Copy the database, as it is at one moment, into a file that is removed at the end of the block."""

    @abstractmethod
    def copy_to(self, target: Path) -> None:
        """Copy what the database shows into a new file, which appears whole or not at all."""

    @abstractmethod
    def state_files(self, say: Callable[[str], None]) -> Iterator[tuple[str, Path]]:
        """Yield every state that another lake takes over, as its name and a file; the last is today's, without one."""

    @abstractmethod
    def copy_from(self, source: BaseStore, say: Callable[[str], None]) -> list[str]:
        """Fill this new or empty store with the rows of another; return the names of the states that were copied."""

    @abstractmethod
    def rewritten(self, command: str, *, accept: bool = False) -> AbstractContextManager[tuple[Path, list[Flaw]]]:
        """Rewrite the database next to itself, see `rewrite.rewritten_copy`."""

    @abstractmethod
    def shell_options(self, *, at: int | None, write: bool, is_sealed: bool) -> list[str]:
        """Return the options with which the DuckDB shell opens `path`."""

    @property
    @abstractmethod
    def readers_block_writers(self) -> bool:
        """True where a load waits until the last reader closes the database."""


class SharedStore(BaseStore):
    """A database that others read and write meanwhile, into which long loads go step by step."""

    @abstractmethod
    def keep_hidden_rows(self, con: duckdb.DuckDBPyConnection, load_no: int) -> AbstractContextManager[None]:
        """Keep maintenance from removing the rows of a load that no view shows yet."""

    @abstractmethod
    def add_hidden_rows(self, con: duckdb.DuckDBPyConnection, command: str) -> AbstractContextManager[None]:
        """Attach the database for one transaction without its lock, for rows that no view shows yet."""
