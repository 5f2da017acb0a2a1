"""What people do with runs of their own, from Python: compare, look closer, check, load."""

from __future__ import annotations

import os
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dltrack_db.basics import resources, sqltext
from dltrack_db.errors import UsageError
from dltrack_db.files import sources, tempfolder
from dltrack_db.store import collections, database

if TYPE_CHECKING:
    import polars as pl
    from duckdb import DuckDBPyConnection

    from dltrack_db.loading.ledger import Ledger
    from dltrack_db.loading.loader import LoadReport
    from dltrack_db.simulation.study import Summary


def query_of(script: str, **values: object) -> str:
    """A query of this room (`moved_topics`, `moved_items`) about some runs."""
    return sqltext.written_out(resources.script(f"own_runs/{script}"), values)


class OwnRuns(ABC):
    """The part of `Database` that compares runs and loads them."""

    path: Path
    _connection: DuckDBPyConnection
    _is_copy: bool
    _is_past: bool

    @abstractmethod
    def _frame(self, query: str, parameters: Any = None) -> pl.DataFrame:
        """The answer to a query."""

    @abstractmethod
    def _reopen(self) -> None:
        """Take the file again after it was let go of."""

    @abstractmethod
    def check_collection(self, collection: str, *, is_ranked: bool = False) -> str:
        """See `Database.check_collection`."""

    def compare(
        self,
        run_a: str,
        run_b: str,
        measures: Sequence[str] = ("ndcg_cut_10", "map", "recip_rank"),
        *,
        collection: str | None = None,
        per_query: bool = False,
    ) -> pl.DataFrame:
        """Two loaded runs measure by measure (`statistics.compare_runs`): wins, difference with interval, p-values.

        `measures` are written as trec_eval or ir_measures have them; those that are not stored are computed. Of a
        default measure that a run lacks there is no row. `per_query` has the values of each topic, worst for A first;
        `provenance` says where submitted scores stand in for rankings that are not loaded.

        Raises:
            UsageError: no collection has both runs, or several have and none is named; there is no such measure, or
                a run lacks it of which only scores are loaded.
        """
        from dltrack_db.output.frame import Frame
        from dltrack_db.scoring import pairs
        from dltrack_db.scoring.evaluation import Evaluation

        self._check_no_collection(measures, "a measure")
        home = self._home([run_a, run_b], collection, by_scores=True)
        opened = (self._connection, [run_a, run_b])
        with closing(Evaluation(self.path, home, objects=pairs.NEEDED, opened=opened)) as work:
            result, notes = pairs.compare(work, run_a, run_b, measures, by_query=per_query)
            frame = Frame.from_result(result)
            frame.notes = notes
            return frame

    def evaluate(
        self,
        run: Any,
        collection: str,
        measures: Sequence[Any] | None = None,
        *,
        run_id: str | None = None,
        labels: str | None = None,
        per_query: bool = False,
    ) -> pl.DataFrame:
        """Score runs by the conventions of a loaded collection, without loading them, as `dltrack eval` does.

        `run` is whatever `dltrack_db.evaluate` takes: a frame, a dict, an object of ranx or ir_measures, PyTerrier's
        results, a file, or a list of files. `run_id` names a run that has no name of its own. `measures` are nDCG@10,
        AP and RR where none are given; `labels` are others than the official ones.

        Returns run_id, measure, value, num_q, num_answered, min_relevance and tie_rule, and, where submitted runs have
        a score by the same conventions, place (from 1) and num_runs, its own included (`systems.place`). With
        `per_query` one row per topic, as `dltrack_db.evaluate` has them. Warns where topics are not answered, where the
        column rank contradicts the scores, and where a measure counts relevance from another level.

        Raises:
            UsageError: there is no such collection, measure or labels, or what is given is no run.
            FormatError: a line is not one of a run, or no topic of a run is judged.
        """
        import polars as pl

        from dltrack_db.output.frame import Frame
        from dltrack_db.scoring import pairs, scores
        from dltrack_db.scoring.evaluation import Evaluation

        self._check_order(run, collection)
        home = self.check_collection(collection)
        with closing(Evaluation(self.path, home, variant=labels, opened=(self._connection, []))) as work:
            wanted = pairs.DEFAULT_MEASURES if measures is None else measures
            asked, told = work.resolve(wanted, is_default=measures is None)
            files = sources.run_files(_paths(run)) if _is_paths(run) else []
            names = work.add_files(files, run_id) if files else work.add_frame(run, run_id)
            work.score(asked)
            for note in told + scores.notes_on_missing_topics(work.con) + scores.notes_on_rank_order(work.con, names):
                warnings.warn(note, UserWarning, stacklevel=2)
            if per_query:
                return Frame.from_result(scores.by_query(work.con))
            frame = Frame.from_result(scores.means(work.con))
            standings = work.standings(asked) if labels is None else []
            schema = {"run_id": pl.String, "measure": pl.String, "place": pl.Int64, "num_runs": pl.Int64}
            placed = pl.DataFrame([one[: len(schema)] for one in standings], schema=schema, orient="row")
            return Frame(frame.join(placed, on=["run_id", "measure"], how="left", maintain_order="left"))

    def diff(
        self, run_a: str, run_b: str, query: str | None = None, *, collection: str | None = None, depth: int = 20
    ) -> pl.DataFrame:
        """The topics that moved most between two loaded runs, or what both retrieve for one topic, with grade and text.

        Raises:
            UsageError: no collection has both runs, several have and none is named, or neither run answers the topic.
        """
        self._check_no_collection(query, "a topic")
        home = self._home([run_a, run_b], collection)
        facts: dict[str, Any] = {"run_a": run_a, "run_b": run_b, "depth": depth, "collection": home}
        if query is None:
            return self._frame(query_of("moved_topics", **facts, shown=None))
        frame = self._frame(query_of("moved_items", **facts, query=query))
        if frame.is_empty():
            raise UsageError(f"neither «{run_a}» nor «{run_b}» retrieves anything for topic «{query}» of {home}")
        return frame

    def check(self, runs: Path | str | Sequence[Path | str], collection: str | None = None) -> pl.DataFrame:
        """What `dltrack check` says of run files: run_id, severity, rule, found, line, detail, file; no row is best.

        Raises:
            SourceError: a file is missing.
            UsageError: nobody knows the collection.
        """
        import polars as pl

        from dltrack_db import checking
        from dltrack_db.output.frame import Frame

        # Whoever closes a file takes the locks of the whole process from it, so it is not held open meanwhile.
        with nullcontext() if self._is_copy else self._released():
            _, findings = checking.check(_paths(runs), self.path, collection)
        columns = {
            "run_id": pl.String, "severity": pl.String, "rule": pl.String, "found": pl.Int64, "line": pl.Int64,
            "detail": pl.String, "file": pl.String,
        }  # fmt: skip
        rows = [[getattr(one, name) for name in columns] for one in findings]
        return Frame(rows, schema=columns, orient="row")

    def add_run(self, run: Any, collection: str, *, run_id: str | None = None, replace: bool = False) -> LoadReport:
        """Load runs as `dltrack ingest runs` does: validated first, or not at all.

        `run` is a file or folder, or a list of them, or a frame or another object as `evaluate` takes it; `run_id` is
        the name of one that has none of its own. A frame needs no column rank: the position under the tie rule of the
        collection stands in for it. The database file is closed and opened again, without the temporary tables that
        were made.

        Raises:
            SourceError: a file is missing or damaged.
            ValidationError: an expectation failed; nothing was changed.
            UsageError: there is no such collection, what is given is no run or has no name, or the database is a
                private copy or an earlier snapshot.
        """
        from dltrack_db.loading import plan
        from dltrack_db.loading.ledger import Ledger
        from dltrack_db.own_runs import in_memory

        self._check_order(run, collection)
        if _is_paths(run):
            with self._writable():
                owner, spec, ledger = Ledger.of_collection(self.path, collection, runs=_paths(run))
                return self._load(plan.plan_runs(owner, spec, _paths(run), run_id), replace, ledger)
        with tempfolder.folder() as folder, self._writable():
            owner, spec, ledger = Ledger.of_collection(self.path, collection)
            files = in_memory.write(run, run_id, spec.tie_rule, folder)
            return self._load(plan.plan_named_runs(owner, spec, files.items(), "a frame"), replace, ledger)

    def explain(
        self, run: str, number: str | float, *, measure: str = "ndcg_cut_10", collection: str | None = None
    ) -> pl.DataFrame:
        """Which choices (level, tie rule, topics, depth, gain) give a number, as `dltrack explain` tells.

        `run` is a loaded run or, with its collection, a file; `number` as it was printed: '0.460' is not '0.46'. One
        row for each value that comes out, those that print as the number first (`is_hit`).

        Raises:
            UsageError: the run is in no or several collections, or the measure is no mean over topics.
            FormatError: a line of the file is not one of a run.
        """
        import polars as pl

        from dltrack_db.output.frame import Frame
        from dltrack_db.scoring import explain

        if not _is_number(number) and _is_number(run):
            raise UsageError("the number comes before the run; name the run first, then the number")
        found = explain.explain(
            self._connection, self.path, str(run), str(number), measure=measure, collection=collection
        )
        return Frame(pl.DataFrame(found.rows, schema=found.columns, orient="row"))

    def simulate(
        self, collection: str, strategy: str, *, say: Callable[[str], None] | None = None, **options: Any
    ) -> Summary:
        """Play the judging of a collection again and keep the traces, as `dltrack simulate` does.

        `options` are those of `dltrack_db.simulation.options.StudyOptions`, such as trials, seed and name; `say` is
        told how long it takes. Returns the names of what was made. The file is closed meanwhile, as by `add_run`.

        Raises:
            UsageError: the collection or an option does not do, or the name is taken by another study.
            DatabaseError: the database cannot be written, or changed meanwhile.
        """
        from dltrack_db.simulation import study
        from dltrack_db.simulation.options import StudyOptions

        with self._writable():
            return study.simulate(self.path, StudyOptions(collection, strategy, **options), say or (lambda _: None))

    def fuse(
        self,
        runs: Sequence[str],
        *,
        collection: str | None = None,
        method: str = "rrf",
        k: int = 60,
        depth: int | None = None,
        to: str | None = None,
    ) -> pl.DataFrame:
        """Loaded runs fused into one (`systems.fused`): query_id, doc_id, rank, score, best first.

        `method` is 'rrf' (with its constant `k`), 'combsum', 'combmnz' or 'borda'; each topic is cut at `depth`, or
        where the track does. `to` loads it under that name, too, as `dltrack fuse` does.

        Raises:
            UsageError: no collection has all runs, or several have and none is named; there is no such method; or
                `to` is no name for it.
            ValidationError: an expectation failed; nothing was changed.
        """
        from dltrack_db.output.frame import Frame
        from dltrack_db.own_runs import fusion

        home = self._home(runs, collection)
        run = fusion.fuse(self._connection, home, runs, method, k, depth)
        frame = Frame.from_result(run)
        if to is not None:
            with tempfolder.folder() as folder:
                plan = fusion.plan(self._connection, home, run, to, folder, f"{method} of {', '.join(runs)}")
                with self._writable():
                    self._load(plan, False)
        return frame

    def add_qrels(
        self,
        files: Path | str | Sequence[Path | str],
        collection: str,
        variant: str = "",
        *,
        min_relevance: float | None = None,
        replace: bool = False,
    ) -> LoadReport:
        """Load more sets of labels of a collection, as `dltrack ingest qrels` does; otherwise as `add_run`.

        A set is called as its file is, the only one as `variant` says. `min_relevance` is the lowest label that is
        relevant; without it that of the official labels holds for sets on their scale, others have none.

        Raises:
            SourceError: a file is missing or damaged.
            ValidationError: an expectation failed; nothing was changed.
            UsageError: as in `add_run`.
        """
        from dltrack_db.loading import plan

        self._check_order(files, collection)
        with self._writable():
            owner, spec = collections.in_database(self.path, collection)
            told = {} if min_relevance is None else {"min_relevance": min_relevance}
            return self._load(plan.plan_qrels(owner, spec, _paths(files), variant, told), replace)

    def ingest(
        self, edition: str, *, places: Sequence[Path | str] = (), runs: Sequence[Path | str] = (), replace: bool = False
    ) -> LoadReport:
        """Load an edition of the track, as `dltrack ingest` does; `places` are folders and addresses looked at first.

        Raises:
            RecipeError: there is no such edition.
            SourceError: a file is nowhere to be had.
            ValidationError: an expectation failed; nothing was changed.
            UsageError: as in `add_run`.
        """
        from dltrack_db import recipes
        from dltrack_db.loading import loader, plan

        recipe = recipes.load(edition)
        found = [place if isinstance(place, str) and "://" in place else Path(place) for place in places]
        with self._writable():
            options = loader.LoadOptions(replace=replace, say=_quiet)
            of_runs = [run if plan.is_remote(run) else Path(run) for run in runs]
            return loader.load_edition(recipe, self.path, options, places=found, runs=of_runs)

    def _load(self, plan: Any, replace: bool, ledger: Ledger | None = None) -> LoadReport:
        from dltrack_db.loading import loader

        return loader.load(plan, self.path, loader.LoadOptions(replace=replace, say=_quiet), ledger)

    def _check_order(self, files: Any, collection: object) -> None:
        """That a run, or files, and their collection are given in this order.

        Raises:
            UsageError: they are swapped.
        """
        is_swapped = (
            isinstance(files, str) and not Path(files).exists() and collections.is_held(self._connection, files)
        )
        if is_swapped or not isinstance(collection, str):
            raise UsageError("the collection comes before the runs or files; name these first, then the collection")

    def _check_no_collection(self, value: Any, wanted: str) -> None:
        """That a collection does not stand in the place of runs, measures or a topic.

        Raises:
            UsageError: it does.
        """
        if isinstance(value, str) and collections.is_held(self._connection, value):
            raise UsageError(f"«{value}» is a collection where {wanted} belongs; name it as collection=")

    def _home(self, runs: Sequence[str], collection: str | None, *, by_scores: bool = False) -> str:
        from dltrack_db.scoring import run_collections

        if isinstance(runs, str):
            raise UsageError(f"«{runs}» is one name; give a list of runs, such as ['p_bm25', 'p_tct']")
        for run in runs:
            self._check_no_collection(run, "a run")
        database.check_version(self._connection, self.path)
        return run_collections.home(self._connection, self.path, runs, collection, by_scores=by_scores)

    @contextmanager
    def _writable(self) -> Iterator[None]:
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
            self._reopen()


def _is_number(value: Any) -> bool:
    """Whether it is a number, or written like one."""
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def _is_paths(value: Any) -> bool:
    """Whether it is a file or folder, or a list of them."""
    one = value[0] if isinstance(value, list | tuple) and value else value
    return isinstance(one, str | os.PathLike)


def _paths(value: Path | str | Sequence[Path | str]) -> list[Path]:
    return [Path(value)] if isinstance(value, Path | str) else [Path(one) for one in value]


def _quiet(_text: str) -> None:
    """A load in a notebook tells by its report."""
