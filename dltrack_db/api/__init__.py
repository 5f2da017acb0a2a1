"""The Python library: a database is an object, and its methods return polars frames.

    import dltrack_db as dl

    db = dl.open("dltrack.duckdb")
    db.leaderboard("trec2021-passages")
    db.sql("from judging.topic_statistics where rel_ratio > 0.5").pl()

Every number is computed by a view of the database, as in the `dltrack` command and the DuckDB shell.
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
    """A dltrack database, opened for reading; use it as a context manager, or call `close()`.

    While the database is open, other processes can read the file, but not load data into it.

    Queries can read frames by the names of their variables:
    `db.sql("from my_frame join main.qrels using (query_id, doc_id)")`. Queries can read files and the network only if
    the database was opened as `trusted`, because the views of the database could read them, too.
    """

    def collections(self) -> pl.DataFrame:
        """Return the collections (judged tasks) of the database, with their evaluation conventions."""
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
        """Return the runs of a collection, best first, as `dltrack leaderboard` prints them.

        `columns`, `where` and `sort` can also name numeric notes on runs (`systems.run_numbers`).

        Args:
            collection: a collection, or a list of collections for one row per system (`systems.across`).
            measures: measures in the spelling of trec_eval or ir_measures.
            sort: the measure to rank by, by default nDCG@10 or the first of `measures`.
            where: a condition in SQL on the columns.
            labels: a set of labels; by default the official set.
            fill: sets of labels that fill the gaps of `labels` (`labels.filled`).
            baseline: one or more runs to test every run against (`statistics.tests`).
            significance: add the columns on which runs may be best (`statistics.compared_with_best`).
            tiers: add the tiers of the runs (`systems.tiers`), and the intervals of their ranks and means.
            columns: the only columns to return, in this order.
            runs: the only runs to return and test, in this order; with several collections, also a dict of runs by
                system.
            topics: the only topics to use: ids, a file of ids, or a condition in SQL on query_id, text and facets
                (`judging.topic_facets`), e.g. "length = 'short'".
            by: a facet of topics; the frame then contains a leaderboard for each slice of the topics, with a column
                `slice`.

        Returns:
            One row per run. Without `measures`, the columns are those of `systems.leaderboard`; with `measures`, they
            are run, team, category and the measures. `significance` adds may_be_best, beaten_by, behind_low and
            behind_high. One baseline adds difference, p_value, p_corrected and verdict; with several baselines,
            p-values and beaten baselines follow each measure.

            With several collections, one row per system: columns `COLLECTION:MEASURE`, and `mean:MEASURE` for systems
            with a run in every collection.

            The frame's `notes` state how many runs may be best, which tests p_corrected takes into account, and which
            runs are not tested.

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
                "a dict of runs by system needs several collections; for one collection, pass a list of runs"
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
        """Return scores in long form: one row per collection, run and measure.

        Args:
            collection: return only the scores of this collection.
            measure: return only the scores by this measure. Without a collection, it must be the stored name; with a
                collection, it can be in the spelling of trec_eval or ir_measures.
            run: return only the scores of this run.
            per_query: return one row per topic, too.

        Returns:
            The rows of `metrics.run_scores`, or with `per_query` of `metrics.query_scores`.

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
        """Return an audit of the first rank, as `dltrack audit` does.

        Args:
            collection: the collection.
            measure: the measure that ranks the runs.
            trials: number of bootstraps, and of random halves of the topics.
            seed: seed for resampling; the same seed gives the same numbers.

        Returns:
            Frames by name: first (how certain the first rank is, `statistics.first_place`), runs and halves (ranks over
            bootstraps and halves of the topics, `statistics.rank_stability_by`), topics (how well each topic
            discriminates between runs, `judging.topic_discrimination_by`), and sizes (how many topics would be enough,
            `statistics.topic_sample_agreement`, with a fifth of the trials).

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
        """Compare other labels with the official labels, as `dltrack judges` does.

        Args:
            collection: the collection.
            part: 'study' (agreement, and rankings of the runs), 'shift' (ranks of the runs by the `labels`), 'bias'
                (differences between grades) or 'panel' (several models together).
            labels: the sets of labels to compare; by default all other sets.
            fill: sets of labels that fill the gaps of `labels` (`labels.filled`).
            measure: the measure that ranks the runs.
            cuts: cut points that convert fractional `labels` to grades, e.g. '0.5,1.5'.
            truth: the reference labels, by default the official ones. With several sets, each row is the mean over
                them, and an additional row states how well they agree with each other.
            common: compute agreement only on items that all compared labels grade.

        Returns:
            The rows of the part. For fractional labels without `cuts`, kappa and alpha are null, and the frame's
            `notes` state the reason.

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

        The same rows and conventions always give the same fingerprint (`catalog.fingerprints`).

        Args:
            collection: a collection; or an edition, to cite all its collections; or an exhibit of a paper such as
                'D-T3', to cite the paper.

        Raises:
            UsageError: there is no such collection, edition or exhibit.
            DatabaseError: the tables have changed since they were loaded.
        """
        from dltrack_db.export import cite

        return cite.text(self._connection, collection, self.path)

    def question(self, name: str, **arguments: Any) -> pl.DataFrame:
        """Answer a question of dltrack or of a plug-in.

        Args:
            name: name of the question, such as 'topics'.
            arguments: the arguments and options of the question's command, with _ for - in names.

        Returns:
            The rows that the command prints; the frame's `notes` are the sentences under the rows.

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

        Args:
            words: return only object, kind and summary of the objects that match these words, best match first, as
                `dltrack views` does.

        Raises:
            UsageError: no object matches; the message suggests similar names.
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
        """Return the columns of an object, or facts about something else, as `dltrack describe` prints them.

        Args:
            name: a table, view or macro; or a run, collection, label set, measure, exhibit of a paper, or value of a
                column.

        Returns:
            For a table, view or macro, one row per column, and `notes` with its meaning, source, grain, caveats and a
            query to try. For other names, the facts.

        Raises:
            UsageError: the name does not exist, or several objects have this name; the message suggests names.
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
        """Return the columns and parameters of a table, view or macro, with their meaning (`catalog.columns`).

        Args:
            name: name of the object; if it has no schema, an object of `main` takes precedence.

        Raises:
            UsageError: no object has this name, or several objects have it; the message suggests names.
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
        """Compare two loaded runs (`statistics.compare_runs`), as `dltrack compare` does.

        Args:
            run_a: a loaded run.
            run_b: another run of the same collection.
            measures: measures in the spelling of trec_eval or ir_measures; values that are not stored are computed.
            collection: the collection, if several contain both runs.
            labels: a set of labels; by default the official set.
            fill: sets of labels that fill the gaps of `labels` (`labels.filled`).
            per_query: return one row per measure and topic, worst topic for A first.
            topics: the only topics to use, as in `leaderboard`.
            by: a facet of topics, as in `leaderboard`; `p_corrected` is then corrected for all measures and slices.

        Returns:
            One row per measure: wins, losses, difference, interval and p-values. The column provenance contains
            'rankings' or 'submitted scores', the source of the values. A default measure has no row if a run has no
            scores by it.

        Raises:
            UsageError: no collection contains both runs, or several do and `collection` is not given; the measure or
                the labels do not exist; or a run has neither a ranking nor scores by the measure.
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

        Issues a warning if topics are missing, if the column rank contradicts the scores, if all scores of a topic are
        equal (a run with only such topics has no rank), or if a measure and the collection have different relevance
        levels.

        Args:
            run: a run in any form that `dltrack_db.evaluate` accepts: a frame, a dict, an object of ranx or
                ir_measures, PyTerrier's results, a file, or a list of files.
            collection: the loaded collection.
            measures: measures in the spelling of trec_eval or ir_measures; by default nDCG@10, AP and RR.
            run_id: the name of the run, if `run` contains no name.
            labels: a set of labels; by default the official set.
            fill: sets of labels that fill the gaps of `labels` (`labels.filled`).
            per_query: return one row per topic, as `dltrack_db.evaluate` does.
            exclude: items to exclude in addition to those of the collection, as in `dltrack_db.evaluate`; the rows then
                have no rank.
            topics: the only topics to use, as in `leaderboard`.
            by: a facet of topics, as in `leaderboard`.

        Returns:
            One row per run and measure: run_id, measure, value, num_q, num_answered, min_relevance and tie_rule. If
            submitted runs have scores by the same conventions, also place (the rank, from 1), num_runs (including this
            run) and tied_with (the runs with the same rank, see `systems.place`).

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

        Issues the same warnings as `evaluate`.

        Args:
            new: the new run: the name of a loaded run or, with `collection`, a run in any form that `evaluate` accepts.
            old: the old run, in the same forms.
            measures: measures in the spelling of trec_eval or ir_measures; by default nDCG@10, AP and RR.
            collection: the collection; by default the only collection that contains the loaded runs.
            labels: a set of labels; by default the official set.
            fill: sets of labels that fill the gaps of `labels` (`labels.filled`).
            by: largest acceptable loss, in units of the measures.
            topics_at_least: with fewer topics, no run is 'not worse'.
            seed: seed for resampling topics; the same seed gives the same numbers.
            topics: the only topics to use, as in `leaderboard`.

        Returns:
            One row per measure, with the columns of `dltrack_db.gate`. The frame's `notes` state the findings.

        Raises:
            UsageError: both are the same run; there is no such collection, run, measure or labels; or an argument is
                not a run.
            SourceError: a file is missing or damaged.
            FormatError: a file is malformed, no topic of a run is judged, or the ids of the new run may be those of
                another collection.
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
        """Return the topics that differ most between two loaded runs, or the runs' items for one topic.

        Args:
            run_a: a loaded run.
            run_b: another run of the same collection.
            query: id of the topic; None for the list of topics, largest difference in nDCG@10 first.
            collection: the collection, if several contain both runs.
            depth: number of items of each run.

        Raises:
            UsageError: no collection contains both runs, or several do and `collection` is not given; or neither run
                has items for the topic.
        """
        self._check_no_collection(query, "a topic")
        return self._compare("diff", run_a, run_b, query=query or "", collection=collection, depth=depth, limit=None)

    def _compare(self, name: str, run_a: str, run_b: str, **options: Any) -> pl.DataFrame:
        for run in (run_a, run_b):
            self._check_no_collection(run, "a run")
        return self.question(name, run_a=run_a, run_b=run_b, **options)

    def check(self, runs: Any, collection: str | None = None, *, allow_unknown: bool = False) -> pl.DataFrame:
        """Check whether runs can be submitted or loaded, as `dltrack check` does.

        Args:
            runs: a file or folder, a list of files and folders, or a frame or another object that `add_run` accepts.
            collection: the collection of the runs, for checks of topics and depth.
            allow_unknown: report documents that are missing from the loaded texts as notes, not as errors.

        Returns:
            One row per finding: run_id, severity, rule, found, line, detail, file. A run without rows has no errors.
            For frames and objects, line is the position of the row in the order of a run file.

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

        The database file is closed and opened again, so temporary tables are lost.

        Args:
            run: a file or folder, a list of files and folders, or a frame or another object that `evaluate` accepts. A
                frame needs no column rank, because ranks follow from the collection's tie rule.
            collection: the collection of the runs.
            run_id: the name of the run, if `run` contains no name.
            is_submitted: in your own collection, whether the runs are submissions. In an official edition, your own
                runs are never submissions.
            replace: replace loaded runs that have changed.

        Returns:
            A report on the load.

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
        """Find the settings (level, tie rule, topics, depth, gain) that reproduce a number, as `dltrack explain` does.

        Args:
            run: a loaded run or, with `collection`, a run file.
            number: the number as printed: '0.460' differs from '0.46'.
            measure: the measure.
            collection: the collection, if the run is a file or several collections contain the run.

        Returns:
            One row per distinct value, first the values that round to the number (`is_hit`).

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
        """Fuse loaded runs into a new run (`systems.fused`), as `dltrack fuse` does.

        Args:
            runs: two or more loaded runs of one collection.
            collection: the collection, if several contain all runs.
            method: 'rrf', 'combsum', 'combmnz' or 'borda'.
            k: the constant of 'rrf'.
            depth: maximum number of items per topic; by default the track's maximum.
            to: load the new run under this name; None to return it only.

        Returns:
            The new run, best item first: query_id, doc_id, rank, score.

        Raises:
            UsageError: no collection contains all runs, or several do and `collection` is not given; there is no such
                method; or `to` is not a valid name.
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
        """Load more sets of labels for a collection, as `dltrack ingest qrels` does.

        Each set is named after its file. As with `add_run`, the labels are validated first, and the database file is
        closed and opened again.

        Args:
            files: files of labels.
            collection: the collection of the labels.
            variant: the name of the set, if there is one file.
            min_relevance: the lowest relevant label. By default, sets on the scale of the official labels have the same
                level, and other sets have no level.
            replace: replace loaded sets that have changed.

        Returns:
            A report on the load.

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
        """Load an edition of the track, as `dltrack ingest` does.

        Args:
            edition: name of the edition, such as 'trec2021'.
            places: folders and URLs with the edition's files; other files are downloaded.
            runs: files, folders and URLs of submitted runs, 'nist' or 'baselines'.
            replace: replace loaded files that have changed.

        Returns:
            A report on the load.

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
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def as_list(names: str | Sequence[str]) -> Sequence[str]:
    """Return a list of names; a single name becomes a list."""
    return [names] if isinstance(names, str) else names


def _join(topics: str | Sequence[str] | None) -> str:
    """Return topics as one text for questions; raise UsageError for an empty list, because '' means all topics."""
    if topics is not None and not topics:
        raise UsageError("topics is empty; name at least one topic, or leave out topics to use all of them")
    if topics is None:
        return ""
    from dltrack_db.ask import slices

    return slices.read_ids(topics) if isinstance(topics, str) else ",".join(map(str, topics))


def open(
    path: Path | str = DEFAULT_NAME, *, copy: bool = False, trusted: bool = False, at: int | str | None = None
) -> Database:
    """Open a dltrack database for reading.

    Args:
        path: the database file, or the URL of a frozen lake's catalogue, such as
            'https://example.org/trec2021/catalog.ducklake'.
        copy: open a private copy, so that loads do not have to wait until the database is closed. The copy is a
            temporary file, which is deleted on closing; it shares disk blocks with the original if the file system
            supports this.
        trusted: set this only for your own file: its objects are not checked, and queries can read files and the
            network.
        at: number or name of a snapshot of a shared database (`dltrack snapshots`).

    Raises:
        DatabaseLockedError: a load is still writing to the file after a minute (DLTRACK_WAIT seconds).
        UntrustedError: objects of the file shadow objects of dltrack or DuckDB.
        DatabaseError: the file is missing or is not a dltrack database; the disk is full; there is no such snapshot;
            or the server of a frozen lake does not answer.
        UsageError: `at` is given for a file.
    """
    return Database(path, copy=copy, trusted=trusted, at=at)
