"""Run a study of simulated judging, and copy its results into the database."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db import __version__
from dltrack_db.base.files import tempfolder
from dltrack_db.base.progress import stage
from dltrack_db.cluster import pool
from dltrack_db.errors import UsageError
from dltrack_db.plugins.simulate import (
    active,
    extras,
    inputs,
    learner,
    leftovers,
    progress,
    publish,
    strategies,
    study_units,
    vectors,
)
from dltrack_db.plugins.simulate.options import StudyOptions
from dltrack_db.store import collections, database, database_files

WRITTEN_AFTER = 1.0
"""Seconds between writes to the progress file; an interruption loses at most the work since the last write."""


@dataclass(frozen=True)
class Summary:
    """Results of a study: names of its simulations, numbers of topics, traces and rows, and its duration in seconds.

    `is_new` is False if the study was already in the database.
    """

    study: str
    simulations: list[str]
    num_topics: int
    num_traces: int
    num_rows: int
    seconds: float
    is_new: bool = True


@dataclass(frozen=True)
class _Prepared:
    facts: inputs.CollectionFacts
    topics: list[inputs.Judged]
    source: inputs.TextSource | None
    fingerprint: str


def simulate(
    db: Path, options: StudyOptions, say: Callable[[str], None] = print, cluster: str | None = None
) -> Summary:
    """Run a study, or continue an interrupted study, and copy its results into the database.

    Args:
        db: path of the database.
        options: options of the study.
        say: called with notes, such as the expected time.
        cluster: address of a cluster whose workers run the units (see `dltrack_db.cluster.pool`); None to run the
            units in this process.
    """
    options = replace(options, collection=collections.in_database(db, options.collection, is_ranked=True)[1].collection)
    database_files.check_writable(db)
    started_at = time.monotonic()
    with _reading(db) as con, tempfolder.folder() as folder:
        publish.check_tables(con, db)
        leftovers.tidy(con, db)
        study_inputs = _prepare(con, options, folder)
        if publish.is_published(con, options.study, study_inputs.fingerprint):
            return Summary(options.study, [], len(study_inputs.topics), 0, 0, 0.0, is_new=False)
        simulations = _simulations(con, options)
        with progress.open_progress(db, study_inputs.fingerprint) as state, _threads(options):
            state.begin(_describe(options, study_inputs, simulations))
            _play(con, options, study_inputs, simulations, state, say, cluster)
    stage("publishing")
    rows = publish.publish(db, options.study, options.collection, study_inputs.facts.loaded, state.path, say)
    traces = len(study_inputs.topics) * options.trials * len(simulations)
    seconds = time.monotonic() - started_at
    return Summary(options.study, list(simulations.values()), len(study_inputs.topics), traces, rows, seconds)


@contextmanager
def _reading(db: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    con = database.open_readonly(db)
    try:
        yield con
    finally:
        con.close()


def _threads(options: StudyOptions) -> AbstractContextManager[None]:
    return extras.one_thread() if options.reads_text else nullcontext()


def _prepare(con: duckdb.DuckDBPyConnection, options: StudyOptions, folder: Path) -> _Prepared:
    facts = inputs.facts(con, options.collection)
    topics = inputs.topics(con, options)
    source = None
    if options.reads_text:
        extras.library("sklearn")
        source = inputs.texts(con, options, facts, folder)
    choices = {key: str(value) for key, value in asdict(options).items()}
    facts_of_texts = (source.name, source.md5, len(source.items)) if source else None
    all_of_it = json.dumps([choices, facts.loaded, facts_of_texts, extras.versions(), __version__], sort_keys=True)
    fingerprint = hashlib.md5(all_of_it.encode(), usedforsecurity=False).hexdigest()
    return _Prepared(facts, topics, source, fingerprint)


def _simulations(con: duckdb.DuckDBPyConnection, options: StudyOptions) -> dict[str | None, str]:
    """Return the names of a study's simulations by omitted team; the key None is the simulation with all teams."""
    names: dict[str | None, str] = {None: options.study}
    if options.leave_out_teams:
        teams = con.execute(
            "select distinct team from judging.compared_runs where collection = $1 order by team", [options.collection]
        ).fetchall()
        if len(teams) < 2:
            raise UsageError(
                f"--leave-out-teams needs runs of at least two teams, but {options.collection} has one team; leave out "
                "--leave-out-teams"
            )
        names |= {team: f"{options.study} without {team}" for (team,) in teams}
    return names


def _describe(
    options: StudyOptions, study_inputs: _Prepared, simulations: dict[str | None, str]
) -> list[dict[str, object]]:
    facts, source = study_inputs.facts, study_inputs.source
    shared_facts: dict[str, Any] = {
        "study": options.study,
        "collection": options.collection,
        "strategy": options.strategy,
        "seed": options.seed,
        "num_trials": options.trials,
        "stop_rule": options.stop,
        "growth": options.growth,
        "batch": options.batch if options.reads_text else None,
        "pool_depth": options.pool_depth,
        "pooled_runs": "submitted" if facts.is_submitted else "loaded",
        "candidates": options.candidate_rule,
        "text_source": source.name if source else None,
        "num_texts": len(source.items) if source else None,
        "learner": learner.DESCRIPTION if source else strategies.CHOICES.get(options.strategy),
        "qrels_variant": facts.qrels_variant,
        "min_relevance": facts.min_relevance,
        "fingerprint": study_inputs.fingerprint,
        "dltrack_version": __version__,
        "library_versions": extras.versions(),
        "started_at": datetime.now(UTC).isoformat(),
        "is_complete": False,
        "num_runs": facts.num_runs,
    }
    return [{"simulation": name, "omitted_team": team, **shared_facts} for team, name in simulations.items()]


def _play(
    con: duckdb.DuckDBPyConnection,
    options: StudyOptions,
    study_inputs: _Prepared,
    simulations: dict[str | None, str],
    state: progress.Progress,
    say: Callable[[str], None],
    cluster: str | None,
) -> None:
    trials = range(1, options.trials + 1)
    finished_units = state.done()
    total = len(study_inputs.topics) * options.trials
    if finished_units:
        say(f"continuing an interrupted study: {len(finished_units):,} of {total:,} units are done")
    inputs.pool(con, options.collection, study_inputs.facts)
    source = study_inputs.source
    if source:
        stage(f"computing word weights of {len(source.items):,} texts")
    texts = vectors.weigh(source.items, source.texts) if source else None
    if source and texts:
        _report_coverage(con, options, texts, say)
    open_units = total - len(finished_units)

    def shares() -> Iterator[study_units.Share]:
        for judged_topic in study_inputs.topics:
            if open_trials := [trial for trial in trials if (trial, judged_topic.query_id) not in finished_units]:
                topic = inputs.topic(con, options, judged_topic, texts, source.items if source else [])
                words = active.know(topic, texts) if texts else None
                yield (
                    study_units.Share(topic, open_trials, words.row, words.query)
                    if words
                    else study_units.Share(topic, open_trials)
                )

    common = study_units.Common(texts, simulations, options)
    if cluster is not None:
        for traces in pool.map_units(study_units.play_share, common, list(shares()), cluster, say):
            state.add(traces)
            state.write()
        return
    num_played, is_announced, since, written_at = 0, False, time.monotonic(), time.monotonic()
    for share in shares():
        for trial in share.trials:
            state.add(study_units.play_share(common, replace(share, trials=[trial])))
            num_played += 1
            stage("topics simulated", len(finished_units) + num_played, total)
            now = time.monotonic()
            if now - written_at >= WRITTEN_AFTER:
                state.write()
                written_at = now
            if not is_announced and now - since >= WRITTEN_AFTER:
                is_announced = True
                say(_expectation((now - since) / num_played, open_units - num_played, open_units * len(simulations)))
    state.write()


def _report_coverage(
    con: duckdb.DuckDBPyConnection, options: StudyOptions, texts: vectors.TextVectors, say: Callable[[str], None]
) -> None:
    """Report the share of judged items that have a text, because items without text are never proposed."""
    labels = con.execute(
        "select query_id, doc_id, is_relevant from metrics.judgments() where collection = $1", [options.collection]
    ).fetchall()
    grades = [is_relevant for _, item, is_relevant in labels if item in texts.row]
    relevant = sum(is_relevant for *_, is_relevant in labels)
    if len(grades) < len(labels):
        say(
            f"note: {len(grades) / len(labels):.0%} of the judged items have text "
            f"({sum(grades) / max(1, relevant):.0%} of the relevant items); items without text are judged only if they "
            "are in the pool, so the results are not realistic"
        )


def _expectation(seconds: float, units_left: int, traces: int) -> str:
    seconds_left = seconds * units_left
    duration = (
        f"{seconds_left:.0f} s"
        if seconds_left < 120
        else f"{seconds_left / 60:.0f} min"
        if seconds_left < 7200
        else f"{seconds_left / 3600:.1f} h"
    )
    return f"{traces:,} traces, about {duration} more; if interrupted, run the same command again to continue"
