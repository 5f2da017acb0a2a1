"""The method `Database.judge_leaderboards`: judges' leaderboards compared with a reference leaderboard."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from dltrack_db.plugins.judge_boards import boards
from dltrack_db.store import database

if TYPE_CHECKING:
    import polars as pl

    from dltrack_db.api import Database


def judge_leaderboards(db: Database, collection: str, **options: str) -> pl.DataFrame:
    """Compare the judges' leaderboards with a reference leaderboard, as `dltrack judges --scores` does.

    The options are `part`, `truth`, `truth_judge`, `judge` and `on_missing` (see `boards.BoardQuestion`). Python
    warnings report runs, topics and scores that a judge or the reference does not have.

    Raises:
        UsageError: the collection, part, judge or measure is unknown; or `on_missing` is 'error' and a judge and the
            reference differ in runs, topics or scores.
    """
    from dltrack_db.show.frame import Frame

    database.check_version(db.duckdb, db.path)
    answer = boards.compare_boards(db.duckdb, db.path, boards.question(collection, **options))
    for note in answer.notes:
        warnings.warn(note, UserWarning, stacklevel=2)
    return Frame.from_answer(answer)
