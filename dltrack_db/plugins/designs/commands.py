"""The option `--group system`: `dltrack leaderboard` and `dltrack compare` list or compare systems instead of runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

from dltrack_db.ask.leaderboard import Question
from dltrack_db.cli.common import check_slices
from dltrack_db.errors import UsageError
from dltrack_db.plugins.designs import systems
from dltrack_db.show import Format, print_answer, print_notes, table
from dltrack_db.store import database

_OPTIONS = {"runs": "run", "baselines": "baseline", "joined": "as", "per_query": "by-query"}
"""Option names by parameter name, if the two differ."""
_COMPARED = table.Fit(
    keys=["measure"],
    point=["mean_difference", "p_systems", "p_these_runs"],
    expendable=["residual_sd", "topic_sd", "seed_sd", "df", "untested", "mean_a", "mean_b", "low", "high"],
)


def leaderboard(
    *, collection: list[str], question: Question, db: Path, format: Format, group: str, **others: Any
) -> None:
    """Print the leaderboard of the systems of a collection."""
    check_slices(question.by, format)
    _check(group, others | vars(question), but=("measures", "limit", "topics", "by"))
    if len(collection) > 1:
        raise UsageError("--group works only with one collection; name one collection")
    with database.reader(db) as con:
        choice = systems.Choice(question.measures, topics=question.topics, by=question.by)
        answer = systems.board(con, db, collection[0], choice, question.limit)
    fit = table.Fit(keys=["slice", "system"], point=["spread", "num_seeds"])
    print_answer(answer, format, fit=fit)
    print_notes(answer.notes, format)


def compare(
    *,
    run_a: str,
    run_b: str,
    collection: str | None,
    measures: list[str],
    db: Path,
    format: Format,
    **options: Any,
) -> None:
    """Compare two systems over topics and seeds."""
    group, table_of, labels = (options.pop(name) for name in ("group", "table_of", "labels"))
    _check(group, options | vars(table_of), but=("topics", "by"))
    choice = systems.Choice(measures, labels or "", table_of.topics, table_of.by)
    with database.reader(db) as con:
        answer = systems.compare(con, db, (run_a, run_b), collection, choice)
    print_answer(answer, format, fit=_COMPARED)
    print_notes(answer.notes, format)


def _check(group: str, others: Mapping[str, Any], but: Sequence[str] = ()) -> None:
    """Raise UsageError if `group` is not 'system', or if an option in `others` is set that is not named in `but`."""
    if group != "system":
        raise UsageError(f"--group must be system, not '{group}'")
    if options := [
        f"--{_OPTIONS.get(name, name).replace('_', '-')}" for name in _option_names(others) if name not in but
    ]:
        names = ", ".join(options)
        raise UsageError(f"{names} cannot be combined with --group; leave out {names}")


def _option_names(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the options that have a value, including those inside dataclasses of options."""
    for name, value in values.items():
        if is_dataclass(value):
            yield from _option_names(vars(value))
        elif value:
            yield name
