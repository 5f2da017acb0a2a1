"""The library: a database as an object, results as polars frames, the raw connection for everything else.

    import dltrack_db as dl

    db = dl.open("dltrack.duckdb")
    db.leaderboard("trec2021-passages")
    db.sql("from judging.topic_statistics where rel_ratio > 0.5").pl()

Every number comes from a view of the database, the same that the `dltrack`
command and the DuckDB shell read.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from dltrack_db.basics.config import DEFAULT_NAME
from dltrack_db.errors import UsageError
from dltrack_db.own_runs import OwnRuns, query_of
from dltrack_db.store import catalogue, collections, copies, database, lake, named_frames
from dltrack_db.store.lake import overlay, session

if TYPE_CHECKING:
    import polars as pl
    import sqlalchemy
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

    from dltrack_db.report.figure import Chart

Parameters = Sequence[Any] | Mapping[str, Any] | None

AUDIT = ("first", "runs", "halves", "topics", "sizes")
"""The parts of an audit, each answered by a script of its name (`own_runs/scripts/audit`)."""


class Database(OwnRuns):
    """A dltrack database, opened for reading; use it as a context manager or `close()` it.

    While it is open other processes can read the file but not load into it.
    Queries may read frames by the name of their variable:
    `db.sql("from my_frame join main.qrels using (query_id, doc_id)")`; files
    and the network only in a database that is `trusted`, because views of
    a stranger's could read them too.
    """

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
        self.path = lake.place(path)
        self._held = ExitStack()
        file = self._held.enter_context(copies.private(self.path)) if copy else self.path
        self._is_copy, self._is_past = copy, at is not None
        self._trusted, self._at = trusted, at
        try:
            self._connection = self._opened(file, trusted=trusted, at=at)
        except BaseException:
            self._held.close()
            raise

    def _reopen(self) -> None:
        self._connection = self._opened(self.path, trusted=self._trusted, at=self._at)

    def _opened(self, file: Path, *, trusted: bool, at: int | str | None) -> DuckDBPyConnection:
        with session.reading_at(at):
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
        caller's variables: a frame of polars, pandas or Arrow. Raises duckdb.Error for what DuckDB refuses.
        """
        if "IPython" in sys.modules:
            from dltrack_db.output import notebook

            notebook.show_relations()
        return named_frames.query(self._connection, query, params, sys._getframe(1))

    def _frame(self, query: str, parameters: Parameters = None) -> pl.DataFrame:
        database.check_version(self._connection, self.path)
        from dltrack_db.output.frame import Frame

        return Frame.from_result(self.sql(query, parameters))

    def collections(self) -> pl.DataFrame:
        """The judged tasks of the database, with the conventions they are evaluated by."""
        return self._frame("from main.collections order by collection")

    def leaderboard(
        self,
        collection: str | Sequence[str],
        measures: str | Sequence[str] = (),
        *,
        sort: str = "",
        where: str = "",
        labels: str = "",
        baseline: str | Sequence[str] = (),
        significance: bool = False,
        runs: Sequence[str] | Mapping[str, Sequence[str]] = (),
    ) -> pl.DataFrame:
        """The runs of a collection, best first, as `dltrack leaderboard` shows them.

        Without `measures` the columns are those of `systems.leaderboard`; with them run, team, category and these, as
        trec_eval or ir_measures write them. `sort` is the measure to rank by: nDCG@10, or the first that is given.
        `where` is a condition in SQL on the columns, `labels` a set of labels in place of the official one. `runs` are
        the only ones shown, in this order. `significance` compares with the best of them, `baseline` with one or
        several others (`statistics.tests`): difference, p_value, p_corrected and verdict, or behind each measure the
        p-values, and the runs that are beaten in it. The frame's `notes` hold the statistical footnote: for which tests
        p_corrected is corrected, and what could not be tested.

        A list of collections gives one row for each system, with columns `COLLECTION:MEASURE`, and `mean:MEASURE` where
        a system has a run in each (`systems.across`); `runs` may then say which runs are a system's, by its name.

        Raises:
            UsageError: the database holds no such collection, measure, labels or baseline, or the condition is no SQL.
        """
        import polars as pl

        from dltrack_db.board import Board, Question
        from dltrack_db.output.frame import Frame

        question = Question(
            measures=_as_list(measures),
            sort=sort,
            where=where,
            labels=labels,
            baselines=_as_list(baseline),
            significance=significance,
            runs=list(runs),
        )
        if not isinstance(collection, str):
            from dltrack_db.across import Across

            held = [self.check_collection(each, is_ranked=True) for each in collection]
            answer = Across(self._connection, held, question, runs if isinstance(runs, Mapping) else None).read()
            several = Frame(answer.rows, schema=answer.columns, orient="row", infer_schema_length=None)
            several.notes = answer.notes
            return several
        if isinstance(runs, Mapping):
            raise UsageError("runs of systems are told by name for several collections; name them in a list for one")
        collection = self.check_collection(collection, is_ranked=True)
        board = Board(self._connection, collection, question)
        rows = Frame.from_result(board.ask())
        told = board.notes(rows["provenance"])
        kept = rows.drop("provenance") if board.is_silent_on_provenance(rows["provenance"]) else rows
        frame = Frame(kept.insert_column(0, pl.lit(collection).alias("collection")))
        frame.notes = told
        return frame

    def scores(
        self,
        collection: str | None = None,
        *,
        measure: str | None = None,
        run: str | None = None,
        per_query: bool = False,
    ) -> pl.DataFrame:
        """Scores in long form: one row per collection, run and measure, and per query when asked (`metrics`).

        Each argument that is given narrows the rows down. With a collection, `measure` may be written as trec_eval or
        ir_measures write it.

        Raises:
            UsageError: the database holds no such collection, run or stored measure.
        """
        from dltrack_db.scoring import stored

        view = "metrics.query_scores" if per_query else "metrics.run_scores"
        named = self.check_collection(collection, is_ranked=True) if collection is not None else None
        if named is not None and measure is not None:
            measure = stored.name(self._connection, named, measure)
        given = {"collection": named, "measure": measure, "run_id": run}
        conditions = {name: value for name, value in given.items() if value is not None}
        where = f" where {' and '.join(f'{name} = ${name}' for name in conditions)}" if conditions else ""
        frame = self._frame(f"from {view}{where} order by all", conditions or None)
        if frame.is_empty():
            stored.check(self._connection, measure=measure, run_id=run)
        return frame

    def audit(
        self, collection: str, *, measure: str = "ndcg_cut_10", trials: int = 500, seed: int = 1
    ) -> dict[str, pl.DataFrame]:
        """Is the first run really the best? Frames by name: first, runs, halves, topics, sizes.

        Ranks over `trials` bootstraps and halves of the topics (`statistics.rank_stability_by`), how well each topic
        tells runs apart (`judging.topic_discrimination_by`), and how many topics would be enough
        (`statistics.topic_sample_agreement`, with a fifth of the trials). The same seed gives the same numbers.

        Raises:
            UsageError: the database holds no such collection, or none of its runs has such a measure by topic.
        """
        given = self.audit_parameters(collection, measure, trials, seed)
        return {part: self._frame(query_of(f"audit/{part}", **given)) for part in AUDIT}

    def audit_parameters(self, collection: str, measure: str, trials: int, seed: int) -> dict[str, Any]:
        """What the parts of an audit take, checked.

        Raises:
            UsageError: the database holds no such collection, or none of its runs has such a measure by topic.
        """
        from dltrack_db.scoring import stored

        collection = self.check_collection(collection, is_ranked=True)
        query = "select 1 from metrics.run_scores where collection = $1 limit 1"
        if not self.sql(query, [collection]).fetchall():
            raise UsageError(f"no runs of {collection} are loaded; load them with: dltrack ingest ID --runs DIR")
        measure = stored.name(self._connection, collection, measure)
        query = "select 1 from metrics.query_scores where collection = $1 and measure = $2 limit 1"
        if not self.sql(query, [collection, measure]).fetchall():
            raise UsageError(
                f"only NIST's means are known of the runs of {collection}, and an audit resamples the topics; load "
                "rankings or scores per topic: dltrack ingest ID --runs DIR, or dltrack ingest scores"
            )
        return {"collection": collection, "measure": measure, "trials": trials, "seed": seed}

    def judges(
        self, collection: str, *, part: str = "study", labels: str = "", measure: str = "ndcg_cut_10"
    ) -> pl.DataFrame:
        """Other labels held against the official ones, as `dltrack judges` does: do they rank the runs alike?

        `part` is 'study' (agreement and rankings), 'shift' (places of the runs, by the `labels` named), 'bias' (where
        the grades differ) or 'panel' (several models together).

        Raises:
            UsageError: the database holds no such collection or labels, or there is no such part or measure.
        """
        from dltrack_db.output.frame import Frame
        from dltrack_db.scoring import judges

        database.check_version(self._connection, self.path)
        asked = judges.ask(self._connection, self.path, collection, part=part, labels=labels, measure=measure)
        return Frame.from_result(asked[2])

    def judge_leaderboards(self, collection: str, **asked: str) -> pl.DataFrame:
        """Leaderboards that judges made held against the truth, as `dltrack judges --scores` does.

        `asked` are `part`, `truth`, `truth_judge`, `judge` and `on_missing`, see `dltrack_db.scoring.boards.Question`.
        What judges and truth do not share is a warning of Python.

        Raises:
            UsageError: there is no such collection, part, judge or measure, or something is missing and refused.
        """
        from dltrack_db.output.frame import Frame
        from dltrack_db.scoring import boards

        database.check_version(self._connection, self.path)
        question = boards.question(collection, **asked)
        return Frame.from_result(boards.answer(self._connection, self.path, question))

    def cite(self, collection: str) -> str:
        """A fingerprint of the data loaded of a collection, with BibTeX of the track's paper and of dltrack.

        In place of a collection an edition, with all its collections, or an exhibit ('D-T3') with its paper.

        The fingerprint (`catalog.fingerprints`) is the same for every load of the same rows under the same conventions.

        Raises:
            UsageError: the database holds no such collection or edition, and no paper such an exhibit.
            DatabaseError: the tables no longer hold what was loaded.
        """
        from dltrack_db.exports import cite

        return cite.text(self._connection, collection, self.path)

    def paper(
        self,
        runs: str | Sequence[str],
        collection: str | Sequence[str],
        folder: Path | str,
        *,
        baselines: str | Sequence[str],
        measures: str | Sequence[str] = ("ndcg_cut_10", "map", "recip_rank"),
        systems: Mapping[str, Sequence[str]] | None = None,
    ) -> list[Path]:
        """Write what a paper needs of runs (files, or ids of loaded ones) against baselines into a folder; its files.

        As `dltrack paper`: table in LaTeX with its values, figures, methods, BibTeX, the commands to make it again. Of
        several collections each is a block of the table; rows are `systems`, whose runs have one name or are given.

        Raises:
            UsageError: there is no such collection, run or measure, or the folder is not empty.
        """
        from dltrack_db import paper

        names = [self.check_collection(name) for name in _as_list(collection)]
        against, asked = _as_list(baselines), _as_list(measures)
        written = paper.write(
            self.path, _as_list(runs), names, Path(folder), baselines=against, measures=asked, named=systems
        )
        return written.files

    def reproduce(self, selection: str | None = None, *, cells: bool = False) -> pl.DataFrame:
        """The papers' printed numbers held against what this database computes, as `dltrack reproduce` does.

        One row for each exhibit; with an edition (trec2021), paper (D) or exhibit (D-T3), or with `cells`, one for each
        printed number, with its status.

        Raises:
            UsageError: nothing is printed under that name.
            DatabaseError: the database holds no printed numbers.
        """
        from dltrack_db import reproduce
        from dltrack_db.output.frame import Frame

        database.check_version(self._connection, self.path)
        return Frame.from_result(reproduce.query(self._connection, selection, cells=cells))

    def objects(self) -> pl.DataFrame:
        """All tables, views and macros with their meaning, source and an example (`catalog.objects`)."""
        return self._frame("from catalog.objects order by object")

    def columns(self, name: str) -> pl.DataFrame:
        """The columns, and parameters of a macro, of one object with their meaning (`catalog.columns`).

        Without a schema, a table or view of `main` is meant first.

        Raises:
            UsageError: there is no such object, or there are several; the message names the near ones.
        """
        query = "from catalog.columns where object = $1 order by role desc, position"
        frame = self._frame(query, [name if "." in name else f"main.{name}"])
        if frame.is_empty() and (other := catalogue.facts(self._connection, name)):
            raise UsageError(f"«{name}» is not a table, view or macro ({other[0]}); see: dltrack describe {name}")
        return self._frame(query, [catalogue.find(self._connection, name)["object"]]) if frame.is_empty() else frame

    def figures(self) -> pl.DataFrame:
        """The figures that `figure` draws: name, topic, title, view, what to look at, what must be loaded for it."""
        import polars as pl

        from dltrack_db.report.figures import FIGURES

        told = ("name", "topic", "title", "object", "look", "needs")
        rows = [[getattr(figure, part) for part in told] for figure in FIGURES]
        return pl.DataFrame(rows, schema=dict.fromkeys(told, pl.String), orient="row").rename({"object": "view"})

    def figure(self, name: str, collection: str, highlight: str | Sequence[str] = ()) -> Chart:
        """A figure of the report as an Altair chart: shown by a notebook, `.save("x.pdf")` for a paper.

        `figures` lists their names. The rows that it shows are in the chart; its view is asked for them. The marks
        of the runs to `highlight` have a colour of their own.

        Raises:
            UsageError: there is no such figure, collection or run, the two are swapped, or the data it needs is not
                loaded.
        """
        from dltrack_db.report import draw
        from dltrack_db.report.figures import FIGURES

        if collection in {figure.name for figure in FIGURES}:
            raise UsageError(
                f"«{collection}» is a figure, not a collection; name the figure first, then the collection"
            )
        return draw(self._connection, name, self.check_collection(collection), _as_list(highlight))

    def report(self, name: str, output: Path | str, highlight: str | Sequence[str] = ()) -> Path:
        """Write the report on an edition or collection as one HTML page, and return where.

        The runs to `highlight` stand out in its tables and charts, with the topics on which they differ most from
        the best run.

        Raises:
            UsageError: the database holds no such edition, collection or run, or the file cannot be written.
        """
        from dltrack_db.report import write_report

        return write_report(self._connection, name, Path(output), _as_list(highlight))

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

    def __repr__(self) -> str:
        return f"dltrack_db.open({str(self.path)!r})"


def _as_list(names: str | Sequence[str]) -> Sequence[str]:
    """Names; a single one may be given alone."""
    return [names] if isinstance(names, str) else names


def _warn(text: str) -> None:
    warnings.warn(text, UserWarning, stacklevel=6)


def open(
    path: Path | str = DEFAULT_NAME, *, copy: bool = False, trusted: bool = False, at: int | str | None = None
) -> Database:
    """Open a dltrack database for reading; with `copy`, a private copy, so that loads need not wait until it is closed.

    The copy is of one moment, lies in the folder for temporary files, shares its
    blocks with the original where the disk can, and goes when it is closed.

    `trusted` says that the file is your own: its objects are not checked, and
    queries may read files and the network.

    `at` is the number or name of a snapshot, for databases that a group shares (`dltrack snapshots`). `path` may be
    the address of a frozen lake's catalogue, 'https://example.org/trec2021/catalog.ducklake'.

    Raises:
        DatabaseLockedError: a load is writing to the file, still after a minute (DLTRACK_WAIT seconds).
        UntrustedError: objects in it pass for dltrack's or DuckDB's own.
        DatabaseError: the file is missing or is no dltrack database, or there is no room for a copy; there is no
            such snapshot; the server of a frozen lake does not answer.
        UsageError: a snapshot is asked of a file.
    """
    return Database(path, copy=copy, trusted=trusted, at=at)


def engine(path: Path | str = DEFAULT_NAME, *, trusted: bool = False) -> sqlalchemy.Engine:
    """A SQLAlchemy engine on the database, read-only, for ORMs and BI tools; `trusted` as in `open`.

    `metadata` has its tables with their keys; any other table or view can be reflected:
    `sqlalchemy.Table("leaderboard", sqlalchemy.MetaData(), schema="systems", autoload_with=engine)`. Of a database
    that a group shares nothing can be reflected; it stays open as long as the engine is there.

    Raises:
        DatabaseLockedError: a load is writing to the file.
        UntrustedError: objects in it pass for dltrack's or DuckDB's own.
        DatabaseError: the file is missing or is no dltrack database.
    """
    import sqlalchemy

    opened = Database(path, trusted=trusted)
    if overlay.of(Path(path)) is not None:
        from duckdb_sqlalchemy import ConnectionWrapper

        def connect() -> Any:
            cursor = opened.duckdb.cursor()
            cursor.execute("use dltrack")
            return ConnectionWrapper(cursor)

        return sqlalchemy.create_engine("duckdb://", creator=connect)
    opened.close()
    config = {} if trusted else {"enable_external_access": False}
    return sqlalchemy.create_engine(
        f"duckdb:///{Path(path).resolve()}", connect_args={"read_only": True, "config": config}
    )


def metadata(path: Path | str = DEFAULT_NAME, *, trusted: bool = False) -> sqlalchemy.MetaData:
    """The main tables as `sqlalchemy.Table`s, with columns, types, primary and foreign keys (`catalog.relations`).

    `metadata(path).tables["main.qrels"]` is one to select from with `engine(path)`;
    `automap_base(metadata=metadata(path))` makes classes with relationships of
    all (it warns of keys that share columns, which matters only to who writes).

    Raises:
        DatabaseLockedError: a load is writing to the file.
        UntrustedError: objects in it pass for dltrack's or DuckDB's own.
        DatabaseError: the file is missing or is no dltrack database.
    """
    from dltrack_db.store import metadata as tables

    with Database(path, trusted=trusted) as opened:
        database.check_version(opened.duckdb, opened.path)
        return tables.read(opened.duckdb)
