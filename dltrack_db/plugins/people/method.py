"""The method `Database.correct_scores`: scores by a model's labels, corrected by labels of people."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from dltrack_db.plugins.people import corrected
from dltrack_db.store import database

if TYPE_CHECKING:
    import polars as pl

    from dltrack_db.api import Database


def correct_scores(
    db: Database,
    collection: str,
    *,
    people: str,
    model: str,
    measure: str = "ndcg_cut_10",
    target: str = corrected.Target.these,
) -> pl.DataFrame:
    """Return each run's mean score by a model's labels, corrected by labels of people.

    Equivalent to `dltrack judges --correct`. For the arguments, see `corrected.correct_scores`; for the columns,
    `labels.corrected`. A Python warning says what the numbers estimate.

    Raises:
        UsageError: a name is unknown, or people judged too few of the topics.
    """
    from dltrack_db.show.frame import Frame

    database.check_version(db.duckdb, db.path)
    answer = corrected.correct_scores(
        db.duckdb, db.path, collection, people=people, model=model, measure=measure, target=target
    )
    for note in answer.notes:
        warnings.warn(note, UserWarning, stacklevel=2)
    return Frame.from_answer(answer)
