"""Systems with several seeds as methods of `Database`."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from dltrack_db.ask import slices
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError
from dltrack_db.plugins.designs import systems
from dltrack_db.score.requests import DEFAULT_MEASURES
from dltrack_db.store import database

if TYPE_CHECKING:
    import polars as pl

    from dltrack_db.api import Database


def system_leaderboard(db: Database, collection: str, measures: Sequence[str] = (), **choice: str) -> pl.DataFrame:
    """Return the mean and spread over seeds of each system, as `dltrack leaderboard --group system` prints them.

    `choice` accepts `topics` (the topics to use) and `by` (a facet that splits the topics), like the options of the
    same name. Notes become Python warnings.

    Raises:
        UsageError: the collection or a measure is unknown, or the runs of a system cannot be averaged.
    """
    database.check_version(db.duckdb, db.path)
    return _frame(systems.board(db.duckdb, db.path, collection, _choice(measures, choice, ("topics", "by"))))


def compare_systems(
    db: Database,
    system_a: str,
    system_b: str,
    collection: str | None = None,
    measures: Sequence[str] = DEFAULT_MEASURES,
    **choice: str,
) -> pl.DataFrame:
    """Compare two systems over topics and seeds, as `dltrack compare --group system` does.

    `choice` accepts `labels` and `topics`, like the options of the same name. Notes become Python warnings.

    Raises:
        UsageError: a system, the collection or a measure is unknown, or the two systems cannot be compared.
    """
    database.check_version(db.duckdb, db.path)
    options = _choice(measures, choice, ("labels", "topics"))
    return _frame(systems.compare(db.duckdb, db.path, (system_a, system_b), collection, options))


def _choice(measures: Sequence[str], options: Mapping[str, str], valid: Sequence[str]) -> systems.Choice:
    """Return `options` as a `Choice`; raise UsageError for names that are not in `valid`."""
    if unknown := [name for name in options if name not in valid]:
        raise UsageError(f"unknown options: {', '.join(unknown)}; valid options: {', '.join(valid)}")
    choice = systems.Choice(measures, **options)
    return choice._replace(topics=slices.read_ids(choice.topics)) if choice.topics else choice


def _frame(answer: Answer) -> pl.DataFrame:
    from dltrack_db.show.frame import Frame

    for note in answer.notes:
        warnings.warn(note, UserWarning, stacklevel=3)
    return Frame.from_answer(answer)
