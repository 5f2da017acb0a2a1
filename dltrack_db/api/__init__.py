"""The Python library: a database as an object, results as polars frames, and the DuckDB connection.

    import dltrack_db as dl

    db = dl.open("dltrack.duckdb")
    db.leaderboard("trec2021-passages")
    db.sql("from judging.topic_statistics where rel_ratio > 0.5").pl()

Every number comes from a view of the database, as in the `dltrack` command and the DuckDB shell.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dltrack_db.api.opened import Opened
from dltrack_db.base.config import DEFAULT_NAME
from dltrack_db.base.files import sources, tempfolder
from dltrack_db.errors import UsageError
from dltrack_db.store import catalogue, database

if TYPE_CHECKING:
    import polars as pl

    from dltrack_db.base.answer import Answer
    from dltrack_db.load.loader import LoadReport


class Database(Opened):
    """A dltrack database, opened for reading; use it as a context manager or `close()` it.

    While it is open, other processes can read the file but not load into it. Queries can read frames by the name of
    their variable: `db.sql("from my_frame join main.qrels using (query_id, doc_id)")`. Only in a
    `trusted` database can queries read files and the network, because otherwise its views could read them, too.
    """

    def collections(self) -> pl.DataFrame:
        """Return the judged tasks of the database, with their evaluation conventions."""
        return self._frame("from main.collections order by collection")

    def leaderboard(
        self,
        collection: str | Sequence[str],
        measures: str | Sequence[str] = (),
        *,
        sort: str = "",
        where: str = "",
        labels: str = "",
        fill: str | Sequence[str] = (),
        baseline: str | Sequence[str] = (),
        significance: bool = False,
        tiers: bool = False,
        columns: str | Sequence[str] = (),
        runs: Sequence[str] | Mapping[str, Sequence[str]] = (),
        topics: str | Sequence[str] | None = None,
        by: str = "",
    ) -> pl.DataFrame:
        """Return the runs of a collection, best first, as `dltrack leaderboard` shows them.

        Without `measures` the columns are those of `systems.leaderboard`; otherwise run, team, category and the
        measures, in the spelling of trec_eval or ir_measures. `sort` is the measure to rank by, by default nDCG@10 or
        the first of `measures`. `where` is a condition in SQL on the columns, `labels` a set of labels other than the
        official one, `fill` sets of labels that fill its gaps (`labels.filled`). `runs` selects runs and their order,
        `columns` columns and their order. `columns`, `where` and `sort` may also name numeric notes on runs
        (`systems.run_numbers`).

        `significance` adds which runs may be best (`statistics.compared_with_best`): may_be_best, beaten_by, behind_low
        and behind_high. `baseline` tests every run against one run (`statistics.tests`): difference, p_value,
        p_corrected and verdict. With several baselines, p-values and beaten baselines follow each measure. `tiers`
        adds the tiers of the runs (`systems.tiers`) and the intervals of their ranks and means. The frame's `notes`
        say how many runs may be best, which tests p_corrected corrects for, and which runs are not tested.

        `topics` are the only ones that are used: ids, a file of ids, or a condition in SQL on query_id, text and facets
        (`judging.topic_facets`), e.g. "length = 'short'". `by` is a facet: the rows of each slice of the topics have
        its name in the column `slice`.

        A list of collections gives one row per system, with columns `COLLECTION:MEASURE`, and `mean:MEASURE` for
        systems with a run in every collection (`systems.across`). `runs` may then be a dict of runs by system.

        Raises:
            UsageError: the collection, a measure, the labels or a baseline does not exist, or `where` is not valid SQL.
        """
        import polars as pl

        from dltrack_db.ask.leaderboard import Question, check_columns, read
        from dltrack_db.show.frame import Frame

        question = Question(
            measures=as_list(measures),
            sort=sort,
            where=where,
            labels=labels,
            fill=as_list(fill),
            baselines=as_list(baseline),
            significance=significance,
            tiers=tiers,
            columns=as_list(columns),
            runs=list(runs),
            topics=_join(topics),
            by=by,
        )
        if not isinstance(collection, str):
            from dltrack_db.ask.systems import Across

            names = [self.check_collection(each, is_ranked=True) for each in collection]
            named = runs if isinstance(runs, Mapping) else None
            return Frame.from_answer(Across(self._connection, names, question, named).read())
        if isinstance(runs, Mapping):
            raise UsageError(
                "a dict of runs by system needs several collections; for one collection give a list of runs"
            )
        collection = self.check_collection(collection, is_ranked=True)
        _, answer = read(self._connection, collection, question)
        check_columns(self._connection, collection, question.columns, answer)
        names = list(dict.fromkeys(["slice", *question.columns] if by else question.columns))
        selection = answer.select(names) if question.columns else answer
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
        """Return scores in long form: one row per collection, run, measure and, with `per_query`, topic.

        The arguments filter the rows (of `metrics.run_scores` or `metrics.query_scores`). With a collection, `measure`
        may be in the spelling of trec_eval or ir_measures.

        Raises:
            UsageError: the collection, the run or the stored measure does not exist.
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
        """Return an audit of the first rank, as frames by name: first, runs, halves, topics, sizes.

        The frames have ranks over `trials` bootstraps and halves of the topics (`statistics.rank_stability_by`), the
        discriminative power of each topic (`judging.topic_discrimination_by`), and the number of topics that would be
        enough (`statistics.topic_sample_agreement`, with a fifth of the trials). The same seed gives the same numbers.

        Raises:
            UsageError: the collection does not exist, or none of its runs has scores per topic by the measure.
        """
        from dltrack_db.ask import audit
        from dltrack_db.score import unstored
        from dltrack_db.show.frame import Frame

        collection = self.check_collection(collection, is_ranked=True)
        database.check_version(self._connection, self.path)
        con = self._connection
        with unstored.available(con, collection, [measure]):
            values = audit.check_parameters(con, collection, measure, trials, seed)
            return {part: Frame.from_answer(audit.answer_part(con, part, values)) for part in audit.PARTS}

    def judges(
        self,
        collection: str,
        *,
        part: str = "study",
        labels: str | Sequence[str] = "",
        fill: str | Sequence[str] = (),
        measure: str = "ndcg_cut_10",
        cuts: str = "",
        truth: str | Sequence[str] = "",
        common: bool = False,
    ) -> pl.DataFrame:
        """Compare other labels with the official ones, as `dltrack judges` does: do they rank the runs alike?

        `part` is 'study' (agreement and rankings), 'shift' (ranks of the runs by the `labels`), 'bias' (differences of
        grades) or 'panel' (several models together). `cuts`, e.g. '0.5,1.5', convert fractional `labels` to grades;
        without them kappa and alpha are null, and the frame's `notes` say why. `truth` names the labels to compare
        with in place of the official ones; with several, each row is the mean over them, and one row says how well
        they agree with each other. With `common`, agreement is over the items that all of these labels grade. `fill` is
        as for `leaderboard`.

        Raises:
            UsageError: the collection, the labels, the part or the measure does not exist, or labels have nothing in
                common.
        """
        from dltrack_db.ask import judges
        from dltrack_db.show.frame import Frame

        database.check_version(self._connection, self.path)
        options = {"part": part, "measure": measure, "cuts": cuts, "truth": truth, "common": common}
        return Frame.from_answer(
            judges.compare_filled(self._connection, self.path, collection, labels=labels, fill=as_list(fill), **options)
        )

    def cite(self, collection: str) -> str:
        """Return a fingerprint of a collection's loaded data, with BibTeX for the track's paper and for dltrack.

        Instead of a collection you can name an edition, for all its collections, or an exhibit ('D-T3'), for its paper.
        The same rows and conventions always give the same fingerprint (`catalog.fingerprints`).

        Raises:
            UsageError: there is no such collection, edition or exhibit.
            DatabaseError: the tables have changed since they were loaded.
        """
        from dltrack_db.export import cite

        return cite.text(self._connection, collection, self.path)

    def question(self, name: str, **arguments: Any) -> pl.DataFrame:
        """Answer the question with this name, such as 'topics', also a question of a plug-in.

        The arguments are those of its command. The frame's `notes` are the sentences under its rows.

        Raises:
            UsageError: there is no such question; an argument is unknown, missing or of a wrong type; or data that the
                question needs are not loaded.
            DltrackError: the question of a plug-in fails.
        """
        from dltrack_db.ask import answering
        from dltrack_db.ask.open_database import OpenDatabase
        from dltrack_db.show.frame import Frame

        database.check_version(self._connection, self.path)
        return Frame.from_answer(answering.ask(OpenDatabase(self._connection, self.path), name, arguments).answer)

    def objects(self, words: str = "") -> pl.DataFrame:
        """Return all tables, views and macros with their meaning, source and an example (`catalog.objects`).

        With `words` return object, kind and summary of the matching objects, best first, as `dltrack views` does.

        Raises:
            UsageError: nothing matches; the message suggests similar names.
        """
        if not words:
            return self._frame("from catalog.objects order by object")
        database.check_version(self._connection, self.path)
        from dltrack_db.show.frame import Frame

        found = Frame.from_result(catalogue.list_objects(self._connection, words))
        if found.is_empty():
            suggestion = catalogue.near(self._connection, words, is_object=True) or "; see all with objects()"
            raise UsageError(f"no table, view or macro matches '{words}'{suggestion}")
        return found

    def describe(self, name: str) -> pl.DataFrame:
        """Return the columns of an object, or facts about a run, collection, labels, measure, exhibit or word.

        The rows are those of `dltrack describe`. For a table, view or macro the frame's `notes` are its meaning,
        source, grain, caveats and a query to try.

        Raises:
            UsageError: nothing has this name, or several objects have it; the message suggests names.
        """
        database.check_version(self._connection, self.path)
        import polars as pl

        from dltrack_db.show.frame import Frame

        if known := catalogue.facts(self._connection, name):
            _, fields, rows = known
            return Frame(pl.DataFrame(rows, schema=fields, orient="row", infer_schema_length=None))
        found = catalogue.find(self._connection, name)
        frame = Frame.from_result(catalogue.columns(self._connection, found))
        facts = [f"{key}: {found[key]}" for key in ("source", "grain", "needs", "caveats") if found[key]]
        frame.notes = [found["meaning"], *facts, f"try: {catalogue.call(found)}"]
        return frame

    def columns(self, name: str) -> pl.DataFrame:
        """Return the columns and parameters of an object with their meaning (`catalog.columns`).

        Without a schema, objects of `main` come first.

        Raises:
            UsageError: no object has this name, or several have it; the message suggests names.
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
        fill: str | Sequence[str] = (),
        per_query: bool = False,
        topics: str | Sequence[str] | None = None,
        by: str = "",
    ) -> pl.DataFrame:
        """Compare two loaded runs by measure (`statistics.compare_runs`): wins, difference, interval, p-values.

        `measures` are in the spelling of trec_eval or ir_measures; those that are not stored are computed. A default
        measure has no row if a run has no scores by it. `labels` are labels other than the official ones, and those of
        `fill` fill their gaps (`labels.filled`). `per_query` returns the values of each topic, worst for A first.
        `topics` and `by` are those of `leaderboard`: `p_corrected` is corrected for all measures and slices.
        `provenance` says whether the values come from rankings or
        from submitted scores.

        Raises:
            UsageError: no collection has both runs, or several have them and none is named; the measure or the
                labels do not exist; or a run has neither a ranking nor scores by the measure.
        """
        self._check_no_collection(measures, "a measure")
        names = [str(each) for each in as_list(measures)]
        options = {"collection": collection, "measures": names, "labels": labels, "fill": as_list(fill)}
        slice_options = {"topics": _join(topics), "by": by}
        return self._compare("compare", run_a, run_b, per_query=per_query, **options, **slice_options)

    def evaluate(
        self,
        run: Any,
        collection: str,
        measures: Sequence[Any] | None = None,
        *,
        run_id: str | None = None,
        labels: str | None = None,
        fill: str | Sequence[str] = (),
        per_query: bool = False,
        exclude: Any = None,
        topics: str | Sequence[str] | None = None,
        by: str = "",
    ) -> pl.DataFrame:
        """Score runs by the conventions of a loaded collection, without loading them, as `dltrack eval` does.

        `run` is anything that `dltrack_db.evaluate` accepts: a frame, a dict, an object of ranx or ir_measures,
        PyTerrier's results, a file, or a list of files. `run_id` names a run without a name. The default `measures` are
        nDCG@10, AP and RR; `labels` are labels other than the official ones, and those of `fill` fill their gaps
        (`labels.filled`). `exclude` names items to exclude in addition to those of the collection, as in
        `dltrack_db.evaluate`; then the rows have no rank. `topics` and `by` are those of `leaderboard`.

        Returns run_id, measure, value, num_q, num_answered, min_relevance and tie_rule; and, if submitted runs have
        scores by the same conventions, place (the rank, from 1), num_runs (including this run) and tied_with (the runs
        with the same rank, see `systems.place`). With `per_query` it returns one row per topic, as
        `dltrack_db.evaluate` does. Warns if topics are missing, if the column rank contradicts the scores, if all
        scores of a topic are equal (a run with only such topics has no rank), and if a measure uses another level.

        Raises:
            UsageError: there is no such collection, measure or labels, or `run` is not a run.
            FormatError: a line is malformed, or no topic of a run is judged.
        """
        from dltrack_db.ask import slices, unloaded_runs
        from dltrack_db.score.evaluation import Evaluation
        from dltrack_db.show.frame import Frame

        self._check_order(run, collection)
        home = self.check_collection(collection)
        remarks: list[str] = []
        source, fills = (self._connection, ()), as_list(fill)

        def evaluate() -> Answer:
            with closing(
                Evaluation(self.path, home, variant=labels, fill=fills, opened=source, exclude=exclude)
            ) as work:
                has_places = labels is None and exclude is None
                answer, notes = unloaded_runs.list_scores(
                    work, run, run_id, measures, per_query=per_query, has_places=has_places
                )
                remarks.extend(notes)
                return replace(answer, notes=[]) if by else answer

        answer = slices.ask(self._connection, home, (_join(topics), by), labels, evaluate)
        for note in dict.fromkeys(remarks):
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
        fill: str | Sequence[str] = (),
        by: float | None = None,
        topics_at_least: int = 0,
        seed: int = 1,
        topics: str | Sequence[str] | None = None,
    ) -> pl.DataFrame:
        """Test whether a new run is worse than an old one (`statistics.gate`), as `dltrack gate` does.

        A run is the name of a loaded run or, with a collection, anything that `evaluate` accepts. `by` is the largest
        acceptable loss, `labels` and `fill` are as for `evaluate`, `topics` are those of `leaderboard`; see
        `dltrack_db.gate` for the columns. The frame's `notes` are the findings as sentences. Warns as `evaluate` does.

        Raises:
            UsageError: both are the same run; there is no such collection, run, measure or labels; or an argument is
                not a run.
            SourceError, FormatError: a file is missing, damaged or malformed, no topic of a run is judged, or the ids
                of the new run may be those of another collection.
        """
        from dltrack_db.ask import gates, slices
        from dltrack_db.score.evaluation import Evaluation
        from dltrack_db.show.frame import Frame

        options = gates.GateOptions(by, topics_at_least, seed)
        loaded_runs = [str(run) for run in (new, old) if gates.is_name(run)]
        database.check_version(self._connection, self.path)
        home = gates.find_collection(self._connection, self.path, [new, old], collection, "collection=")
        measure_names = None if measures is None else as_list(measures)
        source, fills, needed = (self._connection, loaded_runs), as_list(fill), gates.NEEDED
        with (
            slices.only_topics(self._connection, home, _join(topics), labels) as notes,
            closing(Evaluation(self.path, home, variant=labels, fill=fills, objects=needed, opened=source)) as work,
        ):
            judgement = gates.judge(work, new, old, measure_names, options)
            answer = gates.add_basis(work, judgement.answer, measure_names)
        for note in [*notes, *judgement.remarks]:
            warnings.warn(note, UserWarning, stacklevel=2)
        return Frame.from_answer(answer)

    def diff(
        self, run_a: str, run_b: str, query: str | None = None, *, collection: str | None = None, depth: int = 20
    ) -> pl.DataFrame:
        """Return the topics that differ most between two loaded runs, or their items for one topic.

        Raises:
            UsageError: no collection or several collections have both runs, or neither run answers the topic.
        """
        self._check_no_collection(query, "a topic")
        return self._compare("diff", run_a, run_b, query=query or "", collection=collection, depth=depth, limit=None)

    def _compare(self, name: str, run_a: str, run_b: str, **options: Any) -> pl.DataFrame:
        """Answer a question about two runs."""
        for run in (run_a, run_b):
            self._check_no_collection(run, "a run")
        return self.question(name, run_a=run_a, run_b=run_b, **options)

    def check(self, runs: Any, collection: str | None = None, *, allow_unknown: bool = False) -> pl.DataFrame:
        """Check runs as `dltrack check` does: run_id, severity, rule, found, line, detail, file; no rows means fit.

        `runs` is a file or folder, a list of them, or a frame or another object that `add_run` accepts; then `line` is
        the position of a row in the order of a run file. With `allow_unknown`, documents missing from the loaded texts
        are reported as a note, not as an error.

        Raises:
            SourceError: a file is missing.
            UsageError: there is no such collection, or `runs` is not a run.
        """
        from dltrack_db.load import from_python
        from dltrack_db.load.checking import findings

        # closing a file releases all locks of this process on it, so it must not stay open meanwhile
        with nullcontext() if self._is_copy else self._released():
            found = from_python.check_runs(self.path, runs, collection, allow_unknown=allow_unknown)
            return findings.frame(found)

    def add_run(
        self, run: Any, collection: str, *, run_id: str | None = None, is_submitted: bool = True, replace: bool = False
    ) -> LoadReport:
        """Load runs as `dltrack ingest runs` does: validated first, and completely or not at all.

        `run` is a file or folder, a list of them, or a frame or another object that `evaluate` accepts; `run_id` names
        a run without a name. A frame needs no column rank: ranks follow from the collection's tie rule. The database
        file is closed and opened again, so temporary tables are lost. In your own collection, runs are submissions
        unless `is_submitted` is False; in an official edition your own runs are never submissions.

        Raises:
            SourceError: a file is missing or damaged.
            ValidationError: an expectation failed; nothing was changed.
            UsageError: there is no such collection, `run` is not a run or has no name, or the database is a private
                copy or an earlier snapshot.
        """
        from dltrack_db.load import from_python

        self._check_order(run, collection)
        with self.writable():
            return from_python.add_runs(self.path, run, collection, run_id, is_submitted=is_submitted, replace=replace)

    def explain(
        self, run: str, number: str | float, *, measure: str = "ndcg_cut_10", collection: str | None = None
    ) -> pl.DataFrame:
        """Find the settings (level, tie rule, topics, depth, gain) behind a number, as `dltrack explain` does.

        `run` is a loaded run or, with its collection, a file; write `number` as it was printed: '0.460' is not '0.46'.
        Returns one row per distinct value, first those that print as the number (`is_hit`).

        Raises:
            UsageError: the run is in no collection or in several, or the measure is not a mean over topics.
            FormatError: a line of the file is malformed.
        """
        from dltrack_db.ask import explain
        from dltrack_db.show.frame import Frame

        if not _is_number(number) and _is_number(run):
            raise UsageError("arguments are swapped: pass the run first, then the number")
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
        """Fuse loaded runs into a new one (`systems.fused`): query_id, doc_id, rank, score, best first.

        `method` is 'rrf' (with its constant `k`), 'combsum', 'combmnz' or 'borda'. Topics are cut at `depth`, by
        default the track's depth. `to` names the new run and loads it, as `dltrack fuse` does.

        Raises:
            UsageError: no collection has all runs, or several have them and none is named; there is no such method; or
                `to` is not a valid name.
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
        """Load more sets of labels for a collection, as `dltrack ingest qrels` does; otherwise like `add_run`.

        A set has the name of its file; `variant` names a single set. `min_relevance` is the lowest relevant label; by
        default, sets on the scale of the official labels have the same level, and other sets have no level.

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
        """Load an edition of the track, as `dltrack ingest` does; `places` are folders and URLs with its files.

        Raises:
            RecipeError: there is no such edition.
            SourceError: a file cannot be found.
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
    """Return a list of names; a single name becomes a list."""
    return [names] if isinstance(names, str) else names


def _join(topics: str | Sequence[str] | None) -> str:
    """Return topics as the text that questions take; an empty list is refused, because an empty text means all."""
    if topics is not None and not topics:
        raise UsageError("topics is empty; name at least one topic, or leave it out for all of them")
    if topics is None:
        return ""
    from dltrack_db.ask import slices

    return slices.read_ids(topics) if isinstance(topics, str) else ",".join(map(str, topics))


def open(
    path: Path | str = DEFAULT_NAME, *, copy: bool = False, trusted: bool = False, at: int | str | None = None
) -> Database:
    """Open a dltrack database for reading.

    `copy` opens a private copy, so that loads do not have to wait until it is closed. It is a temporary file, which
    shares disk blocks with the original if the file system supports this, and is deleted on closing.

    `trusted` means that the file is your own: its objects are not checked, and queries may read files and the network.

    `at` is the number or name of a snapshot of a shared database (`dltrack snapshots`). `path` may be the URL of a
    frozen lake's catalogue, 'https://example.org/trec2021/catalog.ducklake'.

    Raises:
        DatabaseLockedError: a load is still writing to the file after a minute (DLTRACK_WAIT seconds).
        UntrustedError: objects of the file shadow objects of dltrack or DuckDB.
        DatabaseError: the file is missing or is not a dltrack database; the disk is full; there is no such snapshot;
            or the server of a frozen lake does not answer.
        UsageError: `at` is given for a file.
    """
    return Database(path, copy=copy, trusted=trusted, at=at)
