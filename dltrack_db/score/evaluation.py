"""Score runs against a loaded collection, in memory; the database is only read.

Labels, conventions and compared runs of the collection are copied into a scratch database, and the run files are read
into the same database. The macros of `sql/metrics` and `sql/statistics` then compute the scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.base.files import plainfile, sources, tempfolder
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import FormatError, UsageError
from dltrack_db.score import (
    catalogue,
    derived_labels,
    exclusions,
    inputs,
    intake,
    levels,
    opened_database,
    readers,
    requests,
    scores,
    scratch,
    trec_files,
)
from dltrack_db.score.catalogue import Request
from dltrack_db.store import collections, connection, database, derive


class Standing(NamedTuple):
    """Rank of a run among the submitted runs by a measure, from `systems.places`."""

    run_id: str
    measure: str
    """name of the measure, as the user wrote it"""
    place: int
    num_runs: int
    tied_with: str | None
    """submitted runs with the same rank, separated by commas"""
    provenance: str
    """source of the scores of the submitted runs"""
    sentence: str
    """the rank in words"""


class Evaluation:
    """A scratch database with one collection of a loaded database, and the runs to score."""

    def __init__(
        self,
        db: Path,
        collection: str | Callable[[duckdb.DuckDBPyConnection], str],
        *,
        variant: str | None = None,
        fill: Sequence[str] = (),
        objects: Sequence[str] = (),
        opened: tuple[duckdb.DuckDBPyConnection, Sequence[str]] | None = None,
        runs: Sequence[Path] = (),
        exclude: Any = None,
    ) -> None:
        """Copy the labels and conventions of a collection into a new scratch database.

        Args:
            db: path of the database.
            collection: name of the collection or of an edition, or a function that returns the collection's name,
                given the open database.
            variant: label set to use instead of the official one.
            fill: label sets that fill the gaps of `variant` (`labels.filled`).
            objects: additional database objects to create in the scratch database.
            opened: if the database is open in this process, the connection and the ids of the runs to copy.
            runs: run files; their names decide between the collections of an edition.
            exclude: items to exclude in addition to the excluded items of the collection, as for `exclusions.add`.
        """
        self.con = scratch.connect([*scratch.SCORING, *objects], is_small=True)
        trec_files.prepare(self.con)
        if opened is None:
            database.attach(self.con, db, read_only=True, alias="loaded", is_current=False)
            self.con.execute("use loaded")
            database.check_version(self.con, db, alias="loaded")
            self.collection = (
                collections.find_collection(self.con, collection, db, runs)
                if isinstance(collection, str)
                else collection(self.con)
            )
            self.con.execute("use memory")
        else:
            self.collection = collection if isinstance(collection, str) else collection(opened[0])
            opened_database.take(opened[0], self.con, self.collection, opened[1])
        self._opened = opened[0] if opened else None
        self._filled = (self.collection, variant, fill)
        base, variant = variant, derived_labels.name(variant, fill)
        sql_text.run_script(self.con, "score/evaluate/copy_collection", collection=self.collection, variant=variant)
        if fill or (variant == derived_labels.HYBRID and not self._has("main.qrels")):
            with self._loaded() as source:
                rows = derived_labels.read(source, self.collection, str(base), fill)
            derived_labels.add(self.con, rows, self.collection, str(base), fill, "main")
        if variant is not None:
            self._check_labels(variant)
            self.con.execute(f"update main.collections set qrels_variant = {sql_text.literal(variant)}")
        if exclude is not None:
            exclusions.add(self.con, exclude)
        self.variant = variant
        """Label set that replaces the official one; None for the official label set."""
        self.labels = levels.load_labels(self.con, self.collection)
        self.measures = catalogue.read(self.con)
        self._files: dict[str, Path] = {}
        self._corpus: list[str] | None = None
        self.same: dict[str, str] = {}
        """For each requested name of a scored measure, the first requested name of the same measure."""
        self.submitted: list[str] = []
        """Ids of the copied runs that have submitted scores but no rankings."""

    def notes_on_filling(self) -> list[str]:
        """Return notes on filled labels (`derived_labels.notes`) after the runs are scored; [] without `fill`."""
        return derived_labels.notes(self.con, *self._filled, table="loaded.main.qrels")

    def copy_run(self, run_id: str) -> None:
        """Copy a loaded run of the collection, or the run's submitted scores if its rankings are not loaded."""
        rows_before = self._count("main.rankings")
        sql_text.run_script(self.con, "score/evaluate/copy_run", collection=self.collection, run_id=run_id)
        if self._count("main.rankings") > rows_before:
            self._check_labels()
            return
        rows_before = self._count("main.submitted_scores")
        sql_text.run_script(self.con, "score/evaluate/copy_scores", run_id=run_id)
        if self._count("main.submitted_scores") > rows_before:
            self.submitted.append(run_id)
        else:
            home = sql_text.literal(self.collection)
            run_ids = self._column(
                f"select distinct run_id from loaded.main.run_topics where collection = {home} order by all"
            )
            suggestion = did_you_mean(run_id, run_ids) or f"; list the runs with: dltrack leaderboard {self.collection}"
            raise UsageError(f"{self.collection} has no run '{run_id}'{suggestion}")

    def copy_runs(self) -> None:
        """Copy all loaded runs of the collection, with the descriptions that decide which runs are ranked."""
        submitted_runs = sql_text.run_script(self.con, "score/evaluate/copy_runs", collection=self.collection)
        self.submitted += [run for (run,) in submitted_runs.fetchall()]

    def differs_from_loaded(self, run_id: str, path: Path) -> bool:
        """Return whether a run with this id is loaded, with a ranking or scores, but from a different file."""
        where = f"collection = {sql_text.literal(self.collection)} and run_id = {sql_text.literal(run_id)}"
        if not any(self._has(f"loaded.main.{table} where {where}") for table in ("run_topics", "submitted_scores")):
            return False
        return [plainfile.inspect(path).plain_md5] != self._column(
            f"select source_md5 from loaded.main.runs where {where}"
        )

    def add_files(
        self,
        paths: Sequence[Path],
        run_id: str | None = None,
        taken: str | None = None,
        measures: Sequence[Request] | None = None,
    ) -> list[str]:
        """Read run files, plain or gzipped, and return the ids of the runs.

        Args:
            paths: the files.
            run_id: id of the run, if there is only one file.
            taken: id of another run; a file with this run id gets its path as run id instead.
            measures: the measures to compute, if the runs are used for nothing else; then rankings may be skipped.
        """
        if run_id is not None and len(paths) > 1:
            raise UsageError(f"run_id is the id of a single run, but there are {len(paths)} files; leave out run_id")
        path_by_run = {
            str(path) if taken is not None and sources.run_id(path) == taken else run_id or sources.run_id(path): path
            for path in paths
        }
        self.add_named_files(path_by_run, measures)
        return list(path_by_run)

    def add_named_files(self, path_by_run: Mapping[str, Path], measures: Sequence[Request] | None = None) -> None:
        """Read run files, plain or gzipped, given by run id; `measures` as for `add_files`."""
        self._check_labels()
        with tempfolder.folder() as folder:
            plain = plainfile.unpack_all(list(path_by_run.values()), folder)
            files = dict(zip(path_by_run, plain, strict=True))
            sources_by_copy = {files[run]: path for run, path in path_by_run.items()}
            has_rankings = measures is None or self._needs_rankings(measures)
            if not has_rankings:
                files = {run: path for run, path in files.items() if not self._take_in_slices(run, path)}
            scratch.expect(self.con, files.values())
            with readers.name_sources(sources_by_copy):
                fault = trec_files.read_runs(self.con, files, "strict", only_judged=True)
        if fault:
            hint = "" if ";" in fault.problem else "; correct the line"  # some problems already name a fix
            raise FormatError(f"{path_by_run[fault.run_id]}:{fault.line}: {fault.problem}{hint}")
        infinite = self._first(
            "select run_id, line, score, query_id, doc_id from evaluate.run_lines "
            "where not coalesce(isfinite(try_cast(score as float)), false)"
        )
        if infinite:
            run, line, score, query, doc = infinite
            raise FormatError(
                f"{path_by_run[run]}:{line}: score {score} of topic {query}, document {doc} is not finite as a 4-byte "
                "float; correct the line"
            )
        if files:
            sql_text.run_script(self.con, "score/evaluate/open", collection=self.collection)
            intake.take(self.con, resources.script("score/evaluate/lines"))
            self._publish(path_by_run, has_rankings=has_rankings)
        self._check_topics(path_by_run)

    def _needs_rankings(self, measures: Sequence[Request]) -> bool:
        """Return whether scoring a run needs more than its judged items."""
        excludes = self._has("main.exclusions") or self._has("main.collections where excludes_query_id")
        return excludes or scores.reads_rankings(measures) or bool(self._complete_corpus())

    def _take_in_slices(self, run_id: str, path: Path) -> bool:
        """Add only the judged items of a large run file; return False if the file is small, malformed or unjudged."""
        if not intake.is_large(path):
            return False
        sql_text.run_script(self.con, "score/evaluate/open", collection=self.collection)
        if not intake.take_file(self.con, path, run_id, "strict", with_reordered=True):
            return False
        is_judged = self._has("taken_judged")
        if is_judged:
            intake.publish(self.con, has_rankings=False)
            sql_text.run_script(self.con, "score/evaluate/keep_answers")
        intake.forget(self.con)
        return is_judged

    def add_frame(self, frame: Any, run_id: str | None = None) -> list[str]:
        """Add the runs in a frame, or in another object that `evaluate` accepts; return the run ids."""
        self._check_labels()
        sql_text.run_script(self.con, "score/evaluate/open", collection=self.collection)
        inputs.register(self.con, inputs.RUN, frame)
        if run_id is not None:
            inputs.name_run(self.con, run_id)
        inputs.check(self.con, inputs.RUN)
        names = inputs.run_names(self.con)
        sql_text.run_script(self.con, "score/intake/only_judged")
        sources = {name: Path(name) for name in names}
        self._publish(sources)
        inputs.forget_run(self.con)
        self._check_topics(sources)
        return names

    def _check_labels(self, variant: str | None = None) -> None:
        """Raise UsageError if the label set `variant`, by default the official one, is not loaded."""
        if self._has("main.qrels"):
            return
        home = sql_text.literal(self.collection)
        others = self._column(f"select distinct variant from loaded.main.qrels where collection = {home} order by all")
        if variant is not None and others:
            collections.check_labels(self.collection, [variant], others)
        lack = (
            f"no official labels of {self.collection} are loaded, only {', '.join(others)}"
            if others
            else f"no labels of {self.collection} are loaded"
        )
        raise UsageError(f"{lack}; load labels with: dltrack ingest qrels FILE -c {self.collection}")

    def _publish(self, sources: Mapping[str, Path], *, has_rankings: bool = True) -> None:
        """Add the runs that were read to the collection: all items, or only the judged items."""
        repeat = sql_text.run_script(self.con, "score/evaluate/repeated").fetchone()
        if repeat:
            raise FormatError(f"{sources[repeat[0]]}: {repeat[1]}")
        intake.publish(self.con, has_rankings=has_rankings)
        if has_rankings:
            return
        intake.note_reordered(self.con)
        sql_text.run_script(self.con, "score/evaluate/keep_answers")
        if sql_text.run_script(self.con, "score/evaluate/unjudged_runs", runs=list(sources)).fetchone():
            sql_text.run_script(self.con, "score/evaluate/only_unjudged")  # `_check_forms` needs their documents
            sql_text.run_script(self.con, "score/intake/rankings")

    def _check_topics(self, sources: Mapping[str, Path]) -> None:
        """Raise FormatError if a run answers no judged topic."""
        foreign = self._first(
            f"select unnest({sql_text.literal(list(sources))}) as run_id except select run_id from main.run_topics"
        )
        if foreign:
            name = sources[foreign[0]]
            raise FormatError(f"{name} has no judged topic of {self.collection}; check that the collection is right")
        self._files |= sources

    def score(self, measures: Sequence[Request]) -> list[str]:
        """Compute measures for all runs, and store the values in `main.query_scores`; return their requested names."""
        scores.judge(self.con, measures)
        names = scores.compute(self.con, measures)
        sql_text.run_script(self.con, "score/scores/score_ranges")
        self.same = requests.first_names(measures, self.labels.level)
        self._check_forms()
        for request in measures if self.submitted else ():
            if request.label is not None and (stored_name := requests.stored_name(request)):
                level = request.min_relevance
                sql_text.run_script(
                    self.con, "score/evaluate/rename_scores", stored=stored_name, asked=request.label, level=level
                )
        derive.update_stand_ins(self.con)
        return names

    def unknown_documents(self) -> list[str]:
        """Return a sentence for each run file with documents that a completely loaded corpus does not contain."""
        if not self._files or not (corpora := self._complete_corpus()):
            return []
        (corpus,) = corpora
        scratch.build_over(self.con, ["systems.unknown_shares"], scratch.TEXTS)
        if self._opened:
            opened_database.take_texts(self._opened, self.con, corpus)
        sql_text.run_script(self.con, "score/evaluate/copy_texts", corpus=corpus)
        runs = sql_text.literal(list(self._files))
        return self._column(
            f"select sentence from systems.unknown_shares where list_contains({runs}, run_id) order by run_id"
        )

    def _complete_corpus(self) -> list[str]:
        """Return a list with the corpus of the collection; an empty list unless its texts are loaded completely."""
        if self._corpus is None:
            self._corpus = self._find_complete_corpus()
        return self._corpus

    def _find_complete_corpus(self) -> list[str]:
        query = "select corpus from systems.complete_corpora where corpus = $1"
        (corpus,) = self._first("select corpus from main.collections") or (None,)
        if corpus is None:
            return []
        try:
            source = self._opened or self.con
            asked = query if self._opened else query.replace("systems", "loaded.systems")
            is_complete = source.execute(sql_text.fill_values(asked, [corpus])).fetchone()
        except duckdb.CatalogException:  # a database with the views of an earlier version
            return []
        return [str(corpus)] if is_complete else []

    def resolve(self, measures: Sequence[Any], *, is_default: bool = False) -> tuple[list[Request], list[str]]:
        """Return requests for measures, and notes on these measures.

        If a measure has no value with the labels, raise UsageError; for default measures (`is_default`), skip the
        measure with a note. Other notes name the measures with a different relevance level than the labels.
        """
        resolved = requests.resolve(measures, self.measures)
        sentences = [
            problem for request in resolved if is_default and (problem := levels.problem(self.labels, request))
        ]
        resolved = [request for request in resolved if not is_default or not levels.problem(self.labels, request)]
        levels.check(self.labels, resolved)
        level = self.labels.level
        if level is not None:
            subject = f"the labels '{self.variant}'" if self.variant else self.collection
            note = requests.level_note(resolved, level, f"the relevance level of {subject} is {level:g}")
            sentences += [note] if note else []
        sentences += levels.strata_notes(levels.find_stratified(self.con, self.collection, self.variant), resolved)
        return resolved, sentences

    def standings(self, measures: Sequence[Request], means: Iterable[tuple[str, str, float | None]]) -> list[Standing]:
        """Return the rank of each new run among the submitted runs by each measure, in order of run id and measure.

        `means` has a row (run, measure, mean) for each new run and measure. Measures that do not follow the
        collection's conventions, and measures without scores of submitted runs, are skipped.
        """
        stored_names = self._comparable(measures)
        new = [
            row
            for row in dict.fromkeys(means)
            if row[0] in self._files and row[1] in stored_names and row[2] is not None
        ]
        if not new:
            return []
        runs, labels, scored = zip(*new, strict=True)
        variables = {
            "run_ids": runs,
            "labels": labels,
            "measures": [stored_names[label] for label in labels],
            "scores": scored,
        }
        query = sql_text.written_out(
            resources.script("score/evaluate/standings"),
            {"collection": self.collection} | {name: list(values) for name, values in variables.items()},
        )
        try:
            with self._loaded() as source:
                return [Standing(*row) for row in source.execute(query).fetchall()]
        except duckdb.CatalogException:  # a database with the views of an earlier version
            return []

    def read_loaded(self, query: str) -> Answer:
        """Run a query on the loaded database."""
        with self._loaded() as source:
            return Answer.ask(source, query)

    @contextmanager
    def _loaded(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """Yield a connection whose current database is the loaded database, for the block."""
        if self._opened is not None:
            yield self._opened
            return
        self.con.execute("use loaded")
        try:
            yield self.con
        finally:
            self.con.execute("use memory")

    def places(self, measures: Sequence[Request], standings: Sequence[Standing]) -> list[str]:
        """Return `standings` in words.

        For a single run, this is a sentence about its rank by nDCG@10, or else by the first measure. For several runs,
        this is a note on the column `place`.
        """
        if len(self._files) > 1:
            sources = sorted({one.provenance for one in standings} - {"rankings"})
            theirs = f"; the scores of the submitted runs are from {', '.join(sources)}" if sources else ""
            return [f"place: rank of the run among the submitted runs, by this measure{theirs}"] if standings else []
        labels = self._comparable(measures)
        label_shown = next(
            (label for label, stored in labels.items() if stored == "ndcg_cut_10"), next(iter(labels), None)
        )
        return [
            f"{one.run_id}: {one.sentence}{self._verdict(one.run_id, one.measure, labels[one.measure])}"
            for one in standings
            if one.measure == label_shown
        ]

    def _verdict(self, run: str, label: str, measure: str) -> str:
        """Return a clause on whether a new run may be best among the submitted runs; '' if they are not tested."""
        query = "select query_id, value from metrics.query_scores where run_id = $1 and measure = $2"
        fields = {"collection": self.collection, "run_id": run, "measure": measure}
        guests = [
            fields | {"query_id": topic, "value": value}
            for topic, value in self.con.execute(sql_text.fill_values(query, [run, label])).fetchall()
        ]
        values = fields | {"guests": guests}
        try:
            answer = self.read_loaded(sql_text.written_out(resources.script("score/evaluate/verdict"), values))
        except duckdb.Error:  # a database with the views of an earlier version
            return ""
        return "".join(sentence for (sentence,) in answer.rows)

    def _comparable(self, measures: Sequence[Request]) -> dict[str, str]:
        """Return the stored names, by requested name, of the measures that follow the collection's conventions."""
        return {
            request.names[0]: stored
            for request in measures
            if (stored := requests.stored_name(request))
            and (request.min_relevance in (None, self.labels.level) or not request.measure.is_binary)
        }

    def _check_forms(self) -> None:
        """Raise FormatError if no item of a run file is judged, and no document id has the form of the collection."""
        runs_without_labels = (
            self._files
            and sql_text.run_script(self.con, "score/evaluate/unjudged_runs", runs=list(self._files)).fetchall()
        )
        if not runs_without_labels:
            return
        form = collections.loaded_collection(self.con, self.collection)[1].doc_id_pattern
        if not form:
            return
        variables = {"collection": self.collection, "runs": [run for (run,) in runs_without_labels], "form": form}
        for run_id, sentence in sql_text.run_script(self.con, "score/evaluate/foreign_runs", **variables).fetchall():
            raise FormatError(f"{self._files[run_id]}: {sentence}")

    def missing_measures(self, names: Sequence[str]) -> dict[str, list[str]]:
        """Return, by run id, the measures that have no value, for runs whose only scores are submitted scores."""
        rows = sql_text.run_script(self.con, "score/evaluate/missing_measures", measures=list(names)).fetchall()
        return dict(rows)

    def close(self) -> None:
        """Close the scratch database."""
        connection.release(self.con)

    def _first(self, query: str) -> tuple[Any, ...] | None:
        return self.con.execute(f"{query} order by all limit 1").fetchone()

    def _has(self, table: str) -> bool:
        return self._count(table) > 0

    def _count(self, table: str) -> int:
        row = self.con.execute(f"select count(*) from {table}").fetchone()
        return int(row[0]) if row else 0

    def _column(self, query: str) -> list[str]:
        return [str(row[0]) for row in self.con.execute(query).fetchall()]
