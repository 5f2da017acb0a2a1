"""The library: a database as an object, results as polars frames, the raw connection for everything else.

    import dltrack_db as dl

    db = dl.open("dltrack.duckdb")
    db.leaderboard("trec2021-passages")
    db.sql("from judging.topic_statistics where rel_ratio > 0.5").pl()

Every number comes from a view of the database, the same that the `dltrack`
command and the DuckDB shell read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from dltrack_db.errors import UsageError
from dltrack_db.store import database

if TYPE_CHECKING:
    import polars as pl
    import sqlalchemy
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

    from dltrack_db.report.figure import Chart

Parameters = Sequence[Any] | Mapping[str, Any] | None


class Database:
    """A dltrack database, opened for reading; use it as a context manager or `close()` it.

    While it is open other processes can read the file but not load into it.
    Unlike in the `dltrack sql` command, queries may read files and local
    frames: `db.sql("from my_frame join main.qrels using (query_id, doc_id)")`.
    """

    def __init__(self, path: Path | str = database.DEFAULT_NAME) -> None:
        """Open a database file.

        Raises:
            DatabaseLockedError: a load is writing to the file.
            DatabaseError: the file is missing or is no dltrack database.
        """
        self.path = Path(path)
        self._connection = database.connect()
        try:
            database.attach(self._connection, self.path, read_only=True)
            database.check_version(self._connection, self.path)
        except BaseException:
            self._connection.close()
            raise

    @property
    def duckdb(self) -> DuckDBPyConnection:
        """The DuckDB connection; the file is attached read-only, temporary tables can be made."""
        return self._connection

    def sql(self, query: str, parameters: Parameters = None) -> DuckDBPyRelation:
        """A query in DuckDB's SQL, run when its result is asked for: `.pl()`, `.df()`, `.arrow()`, `.fetchall()`.

        `parameters` fill `$1` (a list) or `$name` (a dict). Raises duckdb.Error for what DuckDB refuses.
        """
        return self._connection.sql(query, params=parameters)

    def _frame(self, query: str, parameters: Parameters = None) -> pl.DataFrame:
        frame: pl.DataFrame = self.sql(query, parameters).pl()
        return frame

    def collections(self) -> pl.DataFrame:
        """The judged tasks of the database, with the conventions they are evaluated by."""
        return self._frame("from main.collections order by collection")

    def leaderboard(self, collection: str) -> pl.DataFrame:
        """The runs of a collection by their overview's measures, best nDCG@10 first (`systems.leaderboard`).

        Raises:
            UsageError: the database holds no such collection.
        """
        self.check_collection(collection)
        query = "from systems.leaderboard where collection = $1 order by round(ndcg_cut_10, 12) desc, run_id"
        return self._frame(query, [collection])

    def scores(
        self,
        collection: str | None = None,
        *,
        measure: str | None = None,
        run: str | None = None,
        per_query: bool = False,
    ) -> pl.DataFrame:
        """Scores in long form: one row per collection, run and measure, and per query when asked (`metrics`).

        Each argument that is given narrows the rows down.

        Raises:
            UsageError: the database holds no such collection, or none of its runs has such a measure.
        """
        view = "metrics.query_scores" if per_query else "metrics.run_scores"
        given = {"collection": collection, "measure": measure, "run_id": run}
        conditions = {name: value for name, value in given.items() if value is not None}
        if collection is not None:
            self.check_collection(collection)
        where = f" where {' and '.join(f'{name} = ${name}' for name in conditions)}" if conditions else ""
        frame = self._frame(f"from {view}{where} order by all", conditions or None)
        if measure is not None and frame.is_empty():
            raise UsageError(f"no stored score of «{measure}»; see: select distinct measure from metrics.run_scores")
        return frame

    def objects(self) -> pl.DataFrame:
        """All tables, views and macros with their meaning, source and an example (`catalog.objects`)."""
        return self._frame("from catalog.objects order by object")

    def columns(self, name: str) -> pl.DataFrame:
        """The columns, and parameters of a macro, of one object with their meaning (`catalog.columns`).

        Raises:
            UsageError: there is no such object.
        """
        full_name = name if "." in name else f"main.{name}"
        frame = self._frame("from catalog.columns where object = $1 order by role desc, position", [full_name])
        if frame.is_empty():
            raise UsageError(f"there is no table, view or table macro «{name}»; see: dltrack views")
        return frame

    def figure(self, name: str, collection: str) -> Chart:
        """A figure of the report as an Altair chart: shown by a notebook, `.save("x.pdf")` for a paper.

        Raises:
            UsageError: there is no such figure or collection, or the data it needs is not loaded.
        """
        from dltrack_db.report import draw

        self.check_collection(collection)
        return draw(self._connection, name, collection)

    def report(self, name: str, output: Path | str) -> Path:
        """Write the report on an edition or collection as one HTML page, and return where.

        Raises:
            UsageError: the database holds no such edition or collection, or the file cannot be written.
        """
        from dltrack_db.report import write_report

        return write_report(self._connection, name, Path(output))

    def check_collection(self, collection: str) -> None:
        """Make sure that the database holds a collection.

        Raises:
            UsageError: it does not.
        """
        held = [row[0] for row in self.sql("select collection from main.collections order by all").fetchall()]
        if collection not in held:
            raise UsageError(f"{self.path} holds no «{collection}»; it holds {', '.join(held) or 'nothing yet'}")

    def close(self) -> None:
        """Let go of the file, so that a load can write to it."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"dltrack_db.open({str(self.path)!r})"


def open(path: Path | str = database.DEFAULT_NAME) -> Database:
    """Open a dltrack database for reading.

    Raises:
        DatabaseLockedError: a load is writing to the file.
        DatabaseError: the file is missing or is no dltrack database.
    """
    return Database(path)


def engine(path: Path | str = database.DEFAULT_NAME) -> sqlalchemy.Engine:
    """A SQLAlchemy engine on the database, read-only, for ORMs and BI tools.

    Tables and views can be reflected:
    `sqlalchemy.Table("leaderboard", sqlalchemy.MetaData(), schema="systems", autoload_with=engine)`.

    Raises:
        DatabaseLockedError: a load is writing to the file.
        DatabaseError: the file is missing or is no dltrack database.
    """
    import sqlalchemy

    Database(path).close()
    return sqlalchemy.create_engine(f"duckdb:///{Path(path).resolve()}", connect_args={"read_only": True})
