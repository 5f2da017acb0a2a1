"""An open database: its connection and queries, and closing it for a load."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from dltrack_db.base import plugins
from dltrack_db.base.config import DEFAULT_NAME
from dltrack_db.errors import UsageError
from dltrack_db.store import collections, database, named_frames, private_copy, refusals, states

if TYPE_CHECKING:
    import polars as pl
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

Parameters = Sequence[Any] | Mapping[str, Any] | None


class Opened:
    """An open database for queries in SQL: the file itself, a private copy, or a snapshot."""

    def __init__(
        self, path: Path | str = DEFAULT_NAME, *, copy: bool = False, trusted: bool = False, at: int | str | None = None
    ) -> None:
        """Open a database; arguments and errors are those of `dltrack_db.open`."""
        self.path = states.local_path(path)
        self._held = ExitStack()
        file = self._held.enter_context(private_copy.make(self.path)) if copy else self.path
        self._is_copy, self._is_past = copy, at is not None
        self._trusted, self._at = trusted, at
        try:
            self._connection = self._opened(file, trusted=trusted, at=at)
        except BaseException:
            self._held.close()
            raise

    def _opened(self, file: Path, *, trusted: bool, at: int | str | None) -> DuckDBPyConnection:
        with states.reading_at(at):
            if not trusted:
                return database.open_readonly(file, older=_warn, is_locked=False)
            con = database.connect()
            try:
                database.attach(con, file, read_only=True, checks=database.TRUSTED)
                database.check_version(con, self.path, older=True)
            except BaseException:
                con.close()
                raise
            return con

    @property
    def duckdb(self) -> DuckDBPyConnection:
        """The DuckDB connection, with the file attached read-only; temporary tables can be created."""
        return self._connection

    def sql(self, query: str, params: Parameters = None) -> DuckDBPyRelation:
        """Return a query in DuckDB's SQL, which runs when its result is fetched by `.pl()`, `.df()` or `.fetchall()`.

        Notebooks display the first rows as a table.

        Args:
            query: the query. It can use variables of the caller as tables, if they are frames of polars, pandas or
                Arrow. The table `refused_loads` contains the last refused loads, with one row per failed expectation.
            params: values of `$1`, `$2` and so on (a list), or of `$name` (a dict).

        Raises:
            duckdb.Error: the query is not valid, or it fails.
        """
        if "IPython" in sys.modules:
            from dltrack_db.show import notebook

            notebook.show_relations()
        if refusals.TABLE in query:
            refusals.fill(self._connection, self.path)
        return named_frames.query(self._connection, query, params, sys._getframe(1))

    def _frame(self, query: str, parameters: Parameters = None) -> pl.DataFrame:
        database.check_version(self._connection, self.path)
        from dltrack_db.show.frame import Frame

        return Frame.from_result(self.sql(query, parameters))

    def check_collection(self, collection: str, *, is_ranked: bool = False) -> str:
        """Return the name of a loaded collection.

        Args:
            collection: name of a collection, or of an edition with one collection.
            is_ranked: whether to prefer the collection with runs if an edition has several collections.

        Raises:
            UsageError: there is no such collection or edition, or the edition has several collections.
        """
        database.check_version(self._connection, self.path)
        if not isinstance(collection, str):
            raise UsageError(f"the first argument must be the name of a collection, not a {type(collection).__name__}")
        return collections.find_collection(self._connection, collection, self.path, is_ranked=is_ranked)

    def close(self) -> None:
        """Close the file, so that other processes can load data into it."""
        self._connection.close()
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __getattr__(self, name: str) -> Any:
        """Return a method that a plug-in declares under `[methods]` in its plugin.toml."""
        plugin = None if name.startswith("_") else plugins.find_method(name)
        if plugin is None:
            raise AttributeError(f"a database has no attribute '{name}'", name=name, obj=self)
        return partial(plugin.load_function(plugin.methods[name]), self)

    def __repr__(self) -> str:
        return f"dltrack_db.open({str(self.path)!r})"

    def _check_order(self, files: Any, collection: object) -> None:
        """Raise UsageError if the run or files and the collection are swapped."""
        is_swapped = (
            isinstance(files, str) and not Path(files).exists() and collections.is_held(self._connection, files)
        )
        if is_swapped or not isinstance(collection, str):
            raise UsageError("arguments are swapped: pass the runs or files first, then the collection")

    def _check_no_collection(self, value: Any, wanted: str) -> None:
        """Raise UsageError if `value` is a collection; `wanted` is the expected type, such as 'a run'."""
        from dltrack_db.score import run_collections

        if (
            isinstance(value, str)
            and collections.is_held(self._connection, value)
            and not run_collections.is_run_or_topic(self._connection, value)
        ):
            raise UsageError(f"'{value}' is a collection, not {wanted}; pass it as collection='{value}'")

    def _find_collection(self, runs: Sequence[str], collection: str | None, *, allows_scores: bool = False) -> str:
        from dltrack_db.score import run_collections

        if isinstance(runs, str):
            raise UsageError(f"runs must be a list, such as ['p_bm25', 'p_tct'], not '{runs}'")
        for run in runs:
            self._check_no_collection(run, "a run")
        database.check_version(self._connection, self.path)
        return run_collections.find(self._connection, self.path, runs, collection, allows_scores=allows_scores)

    @contextmanager
    def writable(self) -> Iterator[None]:
        """Close the file during the block, so that it can be written, and open it again.

        Raises:
            UsageError: the database is a private copy or a snapshot.
        """
        if self._is_copy or self._is_past:
            kind = "a private copy" if self._is_copy else "an earlier snapshot"
            raise UsageError(f"{self.path} was opened as {kind}, which cannot be changed; open it without copy and at")
        with self._released():
            yield

    @contextmanager
    def _released(self) -> Iterator[None]:
        """Close the file during the block."""
        self._connection.close()
        try:
            yield
        finally:
            self._connection = self._opened(self.path, trusted=self._trusted, at=self._at)


def _warn(text: str) -> None:
    warnings.warn(text, UserWarning, stacklevel=6)
