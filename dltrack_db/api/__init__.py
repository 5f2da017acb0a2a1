"""The library: a database as an object, results as polars frames, the raw connection for everything else.

    import dltrack_db as dl

    db = dl.open("dltrack.duckdb")
    db.leaderboard("trec2021-passages")
    db.sql("from judging.topic_statistics where rel_ratio > 0.5").pl()

Every number comes from a view of the database, the same that the `dltrack`
command and the DuckDB shell read.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dltrack_db.api.opened import Opened
from dltrack_db.base.config import DEFAULT_NAME
from dltrack_db.base.files import sources, tempfolder
from dltrack_db.errors import UsageError
from dltrack_db.store import catalogue, database

if TYPE_CHECKING:
    import polars as pl

    from dltrack_db.load.loader import LoadReport


class Database(Opened):
    """A dltrack database, opened for reading; use it as a context manager or `close()` it.

    While it is open other processes can read the file but not load into it.
    Queries may read frames by the name of their variable:
    `db.sql("from my_frame join main.qrels using (query_id, doc_id)")`; files
    and the network only in a database that is `trusted`, because views of
    a stranger's could read them too.
    """

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
        tiers: bool = False,
        columns: str | Sequence[str] = (),
        runs: Sequence[str] | Mapping[str, Sequence[str]] = (),
    ) -> pl.DataFrame:
        """The runs of a collection, best first, as `dltrack leaderboard` shows them.

        Without `measures` the columns are those of `systems.leaderboard`; with them run, team, category and these, as
        trec_eval or ir_measures write them. `sort` is the measure to rank by: nDCG@10, or the first that is given.
        `where` is a condition in SQL on the columns, `labels` a set of labels in place of the official one. `runs` are
        the only ones shown, in this order. `significance` adds which of them may be best
        (`statistics.compared_with_best`): may_be_best, beaten_by, behind_low and behind_high. `baseline` compares with
        one or several runs (`statistics.tests`): difference, p_value, p_corrected and verdict, or behind each measure
        the p-values, and the runs that are beaten in it. The frame's `notes` say in a sentence how many runs may be
        best, or for which tests p_corrected is corrected, and what could not be tested. `tiers` gives the tiers of the
        runs (`systems.tiers`), and the intervals of their ranks and means. `columns` are the only ones, in this order;
        they, `where` and `sort` also take numbers that are noted of runs (`systems.run_numbers`).

        A list of collections gives one row for each system, with columns `COLLECTION:MEASURE`, and `mean:MEASURE` where
        a system has a run in each (`systems.across`); `runs` may then say which runs are a system's, by its name.

        Raises:
            UsageError: the database holds no such collection, measure, labels or baseline, or the condition is no SQL.
        """
        import polars as pl

        from dltrack_db.ask.leaderboard import Question, check_columns, read
        from dltrack_db.show.frame import Frame

        question = Question(
            measures=as_list(measures),
            sort=sort,
            where=where,
            labels=labels,
            baselines=as_list(baseline),
            significance=significance,
            tiers=tiers,
            columns=as_list(columns),
            runs=list(runs),
        )
        if not isinstance(collection, str):
            from dltrack_db.ask.systems import Across

            names = [self.check_collection(each, is_ranked=True) for each in collection]
            named = runs if isinstance(runs, Mapping) else None
            return Frame.from_answer(Across(self._connection, names, question, named).read())
        if isinstance(runs, Mapping):
            raise UsageError(
                "several collections are compared by systems; name their runs in a list for one collection"
            )
        collection = self.check_collection(collection, is_ranked=True)
        _, answer = read(self._connection, collection, question)
        check_columns(self._connection, collection, question.columns, answer)
        selection = answer.select(question.columns) if question.columns else answer
        frame = Frame(Frame.from_answer(selection).insert_column(0, pl.lit(collection).alias("collection")))
        frame.notes, frame.basis, frame.ranks = answer.notes, answer.basis, answer.ranks
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
        from dltrack_db.score import stored_measures

        view = "metrics.query_scores" if per_query else "metrics.run_scores"
        named = self.check_collection(collection, is_ranked=True) if collection is not None else None
        if named is not None and measure is not None:
            measure = stored_measures.name(self._connection, named, measure)
        filters = {"collection": named, "measure": measure, "run_id": run}
        conditions = {name: value for name, value in filters.items() if value is not None}
        where = f" where {' and '.join(f'{name} = ${name}' for name in conditions)}" if conditions else ""
        frame = self._frame(f"from {view}{where} order by all", conditions or None)
        if frame.is_empty():
            stored_measures.check(self._connection, measure=measure, run_id=run)
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
        from dltrack_db.ask import audit
        from dltrack_db.show.frame import Frame

        collection = self.check_collection(collection, is_ranked=True)
        database.check_version(self._connection, self.path)
        values = audit.check_parameters(self._connection, collection, measure, trials, seed)
        return {part: Frame.from_answer(audit.answer_part(self._connection, part, values)) for part in audit.PARTS}

    def judges(
        self, collection: str, *, part: str = "study", labels: str = "", measure: str = "ndcg_cut_10", cuts: str = ""
    ) -> pl.DataFrame:
        """Compare other labels with the official ones, as `dltrack judges` does: do they rank the runs alike?

        `part` is 'study' (agreement and rankings), 'shift' (places of the runs, by the `labels` named), 'bias' (where
        the grades differ) or 'panel' (several models together). `cuts`, such as '0.5,1.5', make grades of fractional
        `labels`; without them kappa and alpha are null, which the frame's `notes` say.

        Raises:
            UsageError: the database holds no such collection or labels, or there is no such part or measure.
        """
        from dltrack_db.ask import judges
        from dltrack_db.show.frame import Frame

        database.check_version(self._connection, self.path)
        return Frame.from_answer(
            judges.compare_labels(
                self._connection, self.path, collection, part=part, labels=labels, measure=measure, cuts=cuts
            )
        )

    def judge_leaderboards(self, collection: str, **options: str) -> pl.DataFrame:
        """Compare leaderboards that judges made with the truth, as `dltrack judges --scores` does.

        The options are `part`, `truth`, `truth_judge`, `judge` and `on_missing`, see
        `dltrack_db.ask.judge_leaderboards.BoardQuestion`. What judges and truth do not share is a warning of Python.

        Raises:
            UsageError: there is no such collection, part, judge or measure, or something is missing and refused.
        """
        from dltrack_db.ask import judge_leaderboards
        from dltrack_db.show.frame import Frame

        database.check_version(self._connection, self.path)
        question = judge_leaderboards.question(collection, **options)
        answer = judge_leaderboards.compare_boards(self._connection, self.path, question)
        for note in answer.notes:
            warnings.warn(note, UserWarning, stacklevel=2)
        return Frame.from_answer(answer)

    def cite(self, collection: str) -> str:
        """A fingerprint of the data loaded of a collection, with BibTeX of the track's paper and of dltrack.

        In place of a collection an edition, with all its collections, or an exhibit ('D-T3') with its paper.

        The fingerprint (`catalog.fingerprints`) is the same for every load of the same rows under the same conventions.

        Raises:
            UsageError: the database holds no such collection or edition, and no paper such an exhibit.
            DatabaseError: the tables no longer hold what was loaded.
        """
        from dltrack_db.export import cite

        return cite.text(self._connection, collection, self.path)

    def question(self, name: str, **arguments: Any) -> pl.DataFrame:
        """Ask a question by its name, such as 'topics'; also one of a plug-in.

        The arguments are those of its command. The frame's `notes` hold the sentences that stand under its rows.

        Raises:
            UsageError: there is no such question; an argument is unknown, missing or of another type; or the database
                does not hold what it asks for.
            DltrackError: the question of a plug-in fails.
        """
        from dltrack_db.ask import questions
        from dltrack_db.ask.open_database import OpenDatabase
        from dltrack_db.show.frame import Frame

        database.check_version(self._connection, self.path)
        return Frame.from_answer(questions.ask(OpenDatabase(self._connection, self.path), name, arguments).answer)

    def objects(self, words: str = "") -> pl.DataFrame:
        """All tables, views and macros with their meaning, source and an example (`catalog.objects`).

        With `words` those that are called so or about it, best first, as `dltrack views` finds them: object, kind and
        summary.

        Raises:
            UsageError: nothing is called so or about it; the message names the near ones.
        """
        if not words:
            return self._frame("from catalog.objects order by object")
        database.check_version(self._connection, self.path)
        from dltrack_db.show.frame import Frame

        found = Frame.from_result(catalogue.list_objects(self._connection, words))
        if found.is_empty():
            suggestion = catalogue.near(self._connection, words, is_object=True) or "; see all with objects()"
            raise UsageError(f"nothing is called '{words}' or about it{suggestion}")
        return found

    def describe(self, name: str) -> pl.DataFrame:
        """The columns of an object, or facts about a run, a collection, labels, a measure, an exhibit or a word.

        They are what `dltrack describe` shows. For a table, view or macro the frame's `notes` have its meaning, source,
        grain, caveats and a query to try.

        Raises:
            UsageError: there is nothing of that name, or there are several; the message names the near ones.
        """
        database.check_version(self._connection, self.path)
        import polars as pl

        from dltrack_db.show.frame import Frame

        if known := catalogue.facts(self._connection, name):
            _, fields, rows = known
            return Frame(pl.DataFrame(rows, schema=fields, orient="row", infer_schema_length=None))
        found = catalogue.find(self._connection, name)
        frame = Frame.from_result(catalogue.columns(self._connection, found))
        told = [f"{key}: {found[key]}" for key in ("source", "grain", "needs", "caveats") if found[key]]
        frame.notes = [found["meaning"], *told, f"try: {catalogue.call(found)}"]
        return frame

    def columns(self, name: str) -> pl.DataFrame:
        """The columns, and parameters of a macro, of one object with their meaning (`catalog.columns`).

        Without a schema, a table or view of `main` is meant first.

        Raises:
            UsageError: there is no such object, or there are several; the message names the near ones.
        """
        query = "from catalog.columns where object = $1 order by role desc, position"
        frame = self._frame(query, [name if "." in name else f"main.{name}"])
        if frame.is_empty() and (other := catalogue.facts(self._connection, name)):
            raise UsageError(f"'{name}' is not a table, view or macro ({other[0]}); see: dltrack describe {name}")
        return self._frame(query, [catalogue.find(self._connection, name)["object"]]) if frame.is_empty() else frame

    def compare(
        self,
        run_a: str,
        run_b: str,
        measures: Sequence[str] = ("ndcg_cut_10", "map", "recip_rank"),
        *,
        collection: str | None = None,
        labels: str | None = None,
        per_query: bool = False,
    ) -> pl.DataFrame:
        """Compare two loaded runs by measure (`statistics.compare_runs`): wins, difference, interval, p-values.

        `measures` are written as trec_eval or ir_measures have them; those that are not stored are computed. A default
        measure that a run has no scores by has no row. `labels` are others than the official ones. `per_query` has the
        values of each topic, worst for A first; `provenance` says where submitted scores stand in for rankings that are
        not loaded.

        Raises:
            UsageError: no collection has both runs, or several have and none is named; there is no such measure, or
                a run of which only scores are loaded has none by it; or the collection has no such labels.
        """
        self._check_no_collection(measures, "a measure")
        names = [str(each) for each in as_list(measures)]
        return self._compare(
            "compare", run_a, run_b, collection=collection, measures=names, labels=labels, per_query=per_query
        )

    def evaluate(
        self,
        run: Any,
        collection: str,
        measures: Sequence[Any] | None = None,
        *,
        run_id: str | None = None,
        labels: str | None = None,
        per_query: bool = False,
        exclude: Any = None,
    ) -> pl.DataFrame:
        """Score runs by the conventions of a loaded collection, without loading them, as `dltrack eval` does.

        `run` is whatever `dltrack_db.evaluate` takes: a frame, a dict, an object of ranx or ir_measures, PyTerrier's
        results, a file, or a list of files. `run_id` names a run that has no name of its own. `measures` are nDCG@10,
        AP and RR where none are given; `labels` are others than the official ones. `exclude` names items that do not
        count besides those of the collection, as `dltrack_db.evaluate` takes them; then no run has a place.

        Returns run_id, measure, value, num_q, num_answered, min_relevance and tie_rule, and, where submitted runs have
        a score by the same conventions, place (from 1), num_runs, its own included, and tied_with, the runs that share
        the place (`systems.place`). With `per_query` one row per topic, as `dltrack_db.evaluate` has them. Warns where
        topics are not answered, where the column rank contradicts the scores, where the scores of a topic are all equal
        and order nothing (a run of which that holds in every topic has no place), and where a measure counts relevance
        from another level.

        Raises:
            UsageError: there is no such collection, measure or labels, or what is given is no run.
            FormatError: a line is not one of a run, or no topic of a run is judged.
        """
        from dltrack_db.ask import basis, unloaded_runs
        from dltrack_db.score.evaluation import Evaluation
        from dltrack_db.show.frame import Frame

        self._check_order(run, collection)
        home = self.check_collection(collection)
        with closing(
            Evaluation(self.path, home, variant=labels, opened=(self._connection, []), exclude=exclude)
        ) as work:
            scored = unloaded_runs.score(work, run, run_id, measures)
            answer = (
                unloaded_runs.list_topics(work)
                if per_query
                else unloaded_runs.list_means(work, scored, has_places=labels is None and exclude is None)
            )
            answer = basis.add_to(answer, work, scored.requests)
        for note in scored.notes:
            warnings.warn(note, UserWarning, stacklevel=2)
        return Frame.from_answer(answer)

    def gate(
        self,
        new: Any,
        old: Any,
        measures: str | Sequence[Any] | None = None,
        *,
        collection: str | None = None,
        labels: str | None = None,
        by: float | None = None,
        topics_at_least: int = 0,
        seed: int = 1,
    ) -> pl.DataFrame:
        """Judge whether a new run is worse than an old one (`statistics.gate`), as `dltrack gate` does.

        Each is the name of a loaded run or, with a collection, whatever `evaluate` takes. `by` is a loss that does not
        matter; see `dltrack_db.gate` for the columns. The frame's `notes` say what was found in sentences. Warns as
        `evaluate` does.

        Raises:
            UsageError: both are one run; there is no such collection, run, measure or labels; or what is given is no
                run.
            SourceError, FormatError: a file is missing, damaged or malformed, no topic of a run is judged, or the new
                run's ids may be another collection's.
        """
        from dltrack_db.ask import gates
        from dltrack_db.score.evaluation import Evaluation
        from dltrack_db.show.frame import Frame

        options = gates.GateOptions(by, topics_at_least, seed)
        loaded_runs = [str(run) for run in (new, old) if gates.is_name(run)]
        database.check_version(self._connection, self.path)
        home = gates.find_collection(self._connection, self.path, [new, old], collection, "collection=")
        measure_names = None if measures is None else as_list(measures)
        source = (self._connection, loaded_runs)
        with closing(Evaluation(self.path, home, variant=labels, objects=gates.NEEDED, opened=source)) as work:
            judgement = gates.judge(work, new, old, measure_names, options)
            answer = gates.add_basis(work, judgement.answer, measure_names)
        for note in judgement.remarks:
            warnings.warn(note, UserWarning, stacklevel=2)
        return Frame.from_answer(answer)

    def diff(
        self, run_a: str, run_b: str, query: str | None = None, *, collection: str | None = None, depth: int = 20
    ) -> pl.DataFrame:
        """The topics that moved most between two loaded runs, or what both retrieve for one topic, with grade and text.

        Raises:
            UsageError: no collection has both runs, several have and none is named, or neither run answers the topic.
        """
        self._check_no_collection(query, "a topic")
        return self._compare("diff", run_a, run_b, query=query or "", collection=collection, depth=depth, limit=None)

    def _compare(self, name: str, run_a: str, run_b: str, **options: Any) -> pl.DataFrame:
        """Ask a question about two runs."""
        for run in (run_a, run_b):
            self._check_no_collection(run, "a run")
        return self.question(name, run_a=run_a, run_b=run_b, **options)

    def check(self, runs: Any, collection: str | None = None, *, allow_unknown: bool = False) -> pl.DataFrame:
        """Check runs as `dltrack check` does: run_id, severity, rule, found, line, detail, file; no row is best.

        `runs` is a file or folder, a list of them, or a frame or another object as `add_run` takes it, whose `line` is
        the position of a row in the order of a run file. With `allow_unknown` documents that the loaded texts lack are
        a note, no error.

        Raises:
            SourceError: a file is missing.
            UsageError: the collection is unknown, or what is given is no run.
        """
        from dltrack_db.load import from_python
        from dltrack_db.load.checking import findings

        # Closing a file releases the locks of the whole process on it, so it is not kept open meanwhile.
        with nullcontext() if self._is_copy else self._released():
            found = from_python.check_runs(self.path, runs, collection, allow_unknown=allow_unknown)
            return findings.frame(found)

    def add_run(
        self,
        run: Any,
        collection: str,
        *,
        run_id: str | None = None,
        is_submitted: bool = True,
        replace: bool = False,
    ) -> LoadReport:
        """Load runs as `dltrack ingest runs` does: validated first, or not at all.

        `run` is a file or folder, or a list of them, or a frame or another object as `evaluate` takes it; `run_id` is
        the name of one that has none of its own. A frame needs no column rank: the position under the tie rule of the
        collection stands in for it. The database file is closed and opened again, without the temporary tables that
        were made. Runs of a collection of your own count as submitted unless `is_submitted` is False; your own runs in
        an official edition never do.

        Raises:
            SourceError: a file is missing or damaged.
            ValidationError: an expectation failed; nothing was changed.
            UsageError: there is no such collection, what is given is no run or has no name, or the database is a
                private copy or an earlier snapshot.
        """
        from dltrack_db.load import from_python

        self._check_order(run, collection)
        with self.writable():
            return from_python.add_runs(self.path, run, collection, run_id, is_submitted=is_submitted, replace=replace)

    def explain(
        self, run: str, number: str | float, *, measure: str = "ndcg_cut_10", collection: str | None = None
    ) -> pl.DataFrame:
        """Find the choices (level, tie rule, topics, depth, gain) that give a number, as `dltrack explain` does.

        `run` is a loaded run or, with its collection, a file; `number` as it was printed: '0.460' is not '0.46'. One
        row for each value that comes out, those that print as the number first (`is_hit`).

        Raises:
            UsageError: the run is in no or several collections, or the measure is no mean over topics.
            FormatError: a line of the file is not one of a run.
        """
        from dltrack_db.ask import explain
        from dltrack_db.show.frame import Frame

        if not _is_number(number) and _is_number(run):
            raise UsageError("the number comes before the run; name the run first, then the number")
        return Frame.from_answer(
            explain.explain(
                self.path, str(run), str(number), measure=measure, collection=collection, opened=self._connection
            )
        )

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
        from dltrack_db.load import from_python, fusion
        from dltrack_db.show.frame import Frame

        home = self._find_collection(runs, collection)
        run = fusion.fuse(self._connection, home, runs, method, k, depth)
        frame = Frame.from_result(run)
        if to is not None:
            with tempfolder.folder() as folder:
                plan = fusion.plan(self._connection, home, run, to, folder, f"{method} of {', '.join(runs)}")
                with self.writable():
                    from_python.load(plan, self.path)
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
        from dltrack_db.load import from_python

        self._check_order(files, collection)
        paths = sources.as_paths(files)
        with self.writable():
            return from_python.add_qrels(self.path, paths, collection, variant, min_relevance, replace=replace)

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
        from dltrack_db.load import from_python

        with self.writable():
            return from_python.add_edition(self.path, edition, places, runs, replace=replace)


def _is_number(value: Any) -> bool:
    """Return True for a number, or a text that is one."""
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def as_list(names: str | Sequence[str]) -> Sequence[str]:
    """Names; a single one may be given alone."""
    return [names] if isinstance(names, str) else names


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
