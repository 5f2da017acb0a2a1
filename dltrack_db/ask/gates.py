"""Tests of whether a new run is worse than an old run, for loaded runs, files and frames: one verdict per measure."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import duckdb

from dltrack_db.ask import basis, comparisons, slices, unloaded_runs
from dltrack_db.ask.open_database import OpenDatabase
from dltrack_db.ask.questions import TOPICS, Input, question
from dltrack_db.base.answer import Answer
from dltrack_db.base.files import sources
from dltrack_db.base.files.plainfile import regular_file
from dltrack_db.errors import FormatError, UsageError
from dltrack_db.score import given_labels, inputs, run_collections, scores, scratch
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.score.requests import DEFAULT_MEASURES
from dltrack_db.store import collections

NEEDED = ("statistics.gate", "statistics.gate_finding", "statistics.gate_note", "metrics.printed_name")
"""SQL objects that an evaluation needs for `judge`."""


@dataclass(frozen=True)
class GateOptions:
    """Parameters of the test (`statistics.gate`).

    `by` is the largest acceptable loss; with fewer than `topics_at_least` topics, no run is 'not worse'.
    """

    by: float | None = None
    topics_at_least: int = 0
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise UsageError for invalid values."""
        is_number = isinstance(self.by, int | float) and not isinstance(self.by, bool)
        if self.by is not None and not (is_number and 0 <= self.by < float("inf")):
            raise UsageError(
                f"by must be the largest acceptable loss, a number of at least 0 such as 0.02, not {self.by}"
            )
        if self.topics_at_least < 0:
            raise UsageError(f"topics_at_least must be a number of topics, not {self.topics_at_least}")


@dataclass(frozen=True)
class Judgement:
    """One verdict per measure, with findings as notes, and remarks on the runs.

    `verdict` is the worst verdict. `unjudged` contains the measures without a verdict because of unjudged items.
    """

    answer: Answer
    verdict: str
    unjudged: list[str]
    remarks: list[str]


@question(
    title="Verdicts on a new run",
    allows_scores=True,
    keys=("measure",),
    point=("verdict", "difference", "low", "high"),
    expendable=("reason", "margin", "topics_needed", "smallest_detectable"),
)
def gate(
    db: OpenDatabase,
    run_a: Annotated[str, Input("The new run; it must be loaded.", completes="runs")],
    run_b: Annotated[str, Input("The old run, for comparison.", completes="runs")],
    *,
    collection: str | None = None,
    measures: Annotated[list[str] | None, Input("E.g. nDCG@10. [default: nDCG@10, AP and RR]")] = None,
    by: Annotated[float | None, Input("Largest acceptable loss, in units of the measures.", least=0)] = None,
    topics_at_least: Annotated[int, Input("Minimum topics for 'not worse'.", least=0)] = 0,
    labels: str | None = None,
    topics: Annotated[str, TOPICS] = "",
) -> Answer:
    """Test whether a new run is worse than an old one: one verdict per measure, with intervals."""
    assert collection is not None  # `answering.ask` finds it by the runs
    connection_and_runs = (db.duckdb, [run_a, run_b])
    with slices.only_topics(db.duckdb, collection, topics, labels) as notes:
        evaluation = Evaluation(db.path, collection, variant=labels, objects=NEEDED, opened=connection_and_runs)
        with closing(evaluation) as work:
            judgement = judge(work, run_a, run_b, measures, GateOptions(by, topics_at_least))
    answer = judgement.answer
    return replace(answer, notes=[*notes, *judgement.remarks, *answer.notes], sources=["statistics.gate"])


def judge_by_qrels(
    new: Any,
    old: Any,
    qrels: Any,
    measures: Sequence[Any] | None,
    options: GateOptions,
    *,
    min_relevance: int | None = None,
    level_option: str = "min_relevance=",
) -> Judgement:
    """Compare two runs by labels that are not loaded; runs and labels are files, frames or other objects.

    `level_option` is the option for another level, as remarks name it.
    """
    measure_names = DEFAULT_MEASURES if measures is None else measures
    for run in (new, old):
        if inputs.is_file(run):
            regular_file(Path(run))
    with given_labels.evaluation(qrels, measure_names, min_relevance=min_relevance, objects=NEEDED) as work:
        judgement = judge(work, new, old, measures, options)
        measure_requests, _ = work.resolve(measure_names, is_default=measures is None)
        judgement.remarks.extend(given_labels.level_notes(work, measure_requests, min_relevance, level_option))
    return judgement


def is_name(run: Any) -> bool:
    """Return True if a run is given by name, not as a file or object."""
    return inputs.is_file(run) and not Path(run).is_file()


def find_collection(
    con: duckdb.DuckDBPyConnection, db: Path, runs: Sequence[Any], collection: str | None, option: str
) -> str:
    """Return the collection of two runs: `collection` if given, else the only collection with the loaded runs.

    `option` is the option for the collection, as messages name it.
    """
    loaded_runs = [str(run) for run in runs if is_name(run)]
    if len(loaded_runs) < len(runs) and collection is None:
        raise UsageError(f"a run file or frame needs a collection; name the collection with {option}")
    if not loaded_runs and collection is not None:
        return collections.find_collection(con, collection, db, [Path(run) for run in runs if inputs.is_file(run)])
    try:
        return run_collections.find(con, db, loaded_runs, collection, allows_scores=True, option=option)
    except UsageError as error:
        if missing := next((run for run in loaded_runs if Path(run).suffix or os.sep in run), None):
            raise UsageError(f"there is no file '{missing}', and {error}") from None
        raise


def judge(work: Evaluation, new: Any, old: Any, measures: Sequence[Any] | None, options: GateOptions) -> Judgement:
    """Compare two runs by a collection; each run is the name of a loaded run, a file, a frame or another object."""
    names = _add(work, new, old)
    measure_names = DEFAULT_MEASURES if measures is None else measures
    measure_requests, remarks = work.resolve(measure_names, is_default=measures is None)
    labels = work.score(measure_requests)
    unknown = scratch.run_script(work.con, "ask/gates/unknown_ids", new=names[0], old=names[1]).fetchone()
    if unknown:
        raise FormatError(unknown[0])
    comparisons.check(work, labels)
    if work.submitted:
        remarks.append(f"no rankings of {' and '.join(work.submitted)} are loaded; submitted scores are used instead")
    remarks += unloaded_runs.notes(work, names)
    values = {"new": names[0], "old": names[1], "measures": labels, "seed": options.seed}
    values |= {"margin": options.by, "topics_at_least": options.topics_at_least}
    verdict, unjudged_measures = _find_verdicts(work, values | {"bounds": None})
    if scores.bound(work.con, [each for each in measure_requests if {*each.names} & {*unjudged_measures}]):
        scratch.run_script(work.con, "ask/gates/take_bounds")
        verdict, unjudged_measures = _find_verdicts(work, values)
    by_labels = f" by labels {work.variant}" if work.variant else ""
    title = f"{work.collection}: {names[0]} against {names[1]}{by_labels}"
    findings = scratch.run_script(work.con, "ask/gates/findings", margin=options.by).fetchall()
    answer = Answer.fetch(scratch.run_script(work.con, "ask/gates/rows"), [text for (text,) in findings], title=title)
    return Judgement(answer, verdict, unjudged_measures, remarks)


def _find_verdicts(work: Evaluation, variables: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the worst verdict, and the measures without a verdict because of unjudged items."""
    scratch.run_script(work.con, "ask/gates/verdicts", **variables)
    ((verdict, unjudged_measures),) = scratch.run_script(work.con, "ask/gates/worst").fetchall()
    return verdict, unjudged_measures


def add_basis(work: Evaluation, answer: Answer, measures: Sequence[Any] | None) -> Answer:
    """Return the verdicts with their basis."""
    measure_names = DEFAULT_MEASURES if measures is None else measures
    return basis.add_to(answer, work, work.resolve(measure_names, is_default=measures is None)[0])


def _add(work: Evaluation, new: Any, old: Any) -> list[str]:
    """Add both runs to an evaluation, and return their names; equal names get the suffixes (new) and (old)."""
    runs = {"new": new, "old": old}
    loaded_runs = {role: str(run) for role, run in runs.items() if is_name(run)}
    files = {role: Path(run) for role, run in runs.items() if inputs.is_file(run) and role not in loaded_runs}
    is_one_file = len(files) == 2 and files["new"].samefile(files["old"])
    if is_one_file or new is old or (len(loaded_runs) == 2 and new == old):
        raise UsageError(f"the new and the old run are both {_describe(new)}; name two different runs")
    names = {role: sources.run_id(path) for role, path in files.items()} | loaded_runs
    names = {role: names.get(role, role) for role in runs}
    if names["new"] == names["old"]:
        names = {role: name if role in loaded_runs else f"{name} ({role})" for role, name in names.items()}
    for name in loaded_runs.values():
        work.copy_run(name)
    if files:
        work.add_named_files({names[role]: path for role, path in files.items()})
    for role in [role for role in runs if role not in files and role not in loaded_runs]:
        work.add_frame(runs[role], names[role])
    return [names["new"], names["old"]]


def _describe(run: Any) -> str:
    return f"'{run}'" if inputs.is_file(run) else "one object"
