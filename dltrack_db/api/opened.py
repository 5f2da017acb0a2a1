"""A database as the library opens it: its connection, its queries, and how it makes way for a load."""

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
    """A database file, or a private copy or an earlier state of it, that SQL can be asked of."""

    def __init__(
        self,
        path: Path | str = DEFAULT_NAME,
        *,
        copy: bool = False,
        trusted: bool = False,
        at: int | str | None = None,
    ) -> None:
        """Open a database file, or a private `copy` of it; one of a group as it was `at` a snapshot.

        `trusted` says that it is one's own, and its objects may be and do anything.

        Raises:
            DatabaseLockedError: a load is writing to the file, still after a minute (DLTRACK_WAIT seconds).
            UntrustedError: objects in it pass for dltrack's or DuckDB's own.
            DatabaseError: the file is missing or is no dltrack database, or there is no room for a copy.
        """
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
        """The DuckDB connection; the file is attached read-only, temporary tables can be made."""
        return self._connection

    def sql(self, query: str, params: Parameters = None) -> DuckDBPyRelation:
        """A query in DuckDB's SQL, run when its result is asked for: `.pl()`, `.df()`, `.arrow()`, `.fetchall()`.

        A notebook shows its first rows as a table.

        `params` fill `$1` (a list) or `$name` (a dict). A name that is no table is looked up among the
        caller's variables: a frame of polars, pandas or Arrow. `refused_loads` has the last loads that were refused, a
        row for each expectation that did not hold. Raises duckdb.Error for what DuckDB refuses.
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
        """The collection of that name, or the one of an edition of that name; the one with runs, if `is_ranked`.

        Raises:
            UsageError: the database holds neither, or several collections of the edition.
        """
        database.check_version(self._connection, self.path)
        if not isinstance(collection, str):
            raise UsageError(f"a {type(collection).__name__} was given for the collection; name the collection first")
        return collections.find_collection(self._connection, collection, self.path, is_ranked=is_ranked)

    def close(self) -> None:
        """Let go of the file, so that a load can write to it."""
        self._connection.close()
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __getattr__(self, name: str) -> Any:
        """Return a method that a plug-in adds: the function that its `[methods]` names, with this database."""
        plugin = None if name.startswith("_") else plugins.find_method(name)
        if plugin is None:
            raise AttributeError(f"a database has no '{name}'", name=name, obj=self)
        return partial(plugin.load_function(plugin.methods[name]), self)

    def __repr__(self) -> str:
        return f"dltrack_db.open({str(self.path)!r})"

    def _check_order(self, files: Any, collection: object) -> None:
        """Check that a run, or files, and their collection are given in this order.

        Raises:
            UsageError: they are swapped.
        """
        is_swapped = (
            isinstance(files, str) and not Path(files).exists() and collections.is_held(self._connection, files)
        )
        if is_swapped or not isinstance(collection, str):
            raise UsageError("the collection comes before the runs or files; name these first, then the collection")

    def _check_no_collection(self, value: Any, wanted: str) -> None:
        """Check that no collection is given in place of runs, measures or a topic, unless one of these has its name.

        Raises:
            UsageError: it is.
        """
        from dltrack_db.score import run_collections

        if (
            isinstance(value, str)
            and collections.is_held(self._connection, value)
            and not run_collections.is_run_or_topic(self._connection, value)
        ):
            raise UsageError(f"'{value}' is a collection where {wanted} belongs; name it as collection=")

    def _find_collection(self, runs: Sequence[str], collection: str | None, *, allows_scores: bool = False) -> str:
        from dltrack_db.score import run_collections

        if isinstance(runs, str):
            raise UsageError(f"'{runs}' is one name; give a list of runs, such as ['p_bm25', 'p_tct']")
        for run in runs:
            self._check_no_collection(run, "a run")
        database.check_version(self._connection, self.path)
        return run_collections.find(self._connection, self.path, runs, collection, allows_scores=allows_scores)

    @contextmanager
    def writable(self) -> Iterator[None]:
        """Let go of the file for the block, so that it can be written.

        Raises:
            UsageError: this is a private copy or an earlier snapshot.
        """
        if self._is_copy or self._is_past:
            kind = "a private copy" if self._is_copy else "an earlier snapshot"
            raise UsageError(f"{self.path} was opened as {kind}, to which nothing can be added; open it without")
        with self._released():
            yield

    @contextmanager
    def _released(self) -> Iterator[None]:
        """Let go of the file for the block."""
        self._connection.close()
        try:
            yield
        finally:
            self._connection = self._opened(self.path, trusted=self._trusted, at=self._at)


def _warn(text: str) -> None:
    warnings.warn(text, UserWarning, stacklevel=6)
