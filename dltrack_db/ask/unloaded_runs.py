"""Runs that are not loaded, scored by the conventions of a loaded collection, as a frame. It needs polars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from dltrack_db.base.files import sources
from dltrack_db.score import scores
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.score.requests import DEFAULT_MEASURES
from dltrack_db.show.frame import Frame

_PLACES = {
    "run_id": pl.String,
    "measure": pl.String,
    "place": pl.Int64,
    "num_runs": pl.Int64,
    "tied_with": pl.String,
}


def evaluate(
    work: Evaluation, run: Any, run_id: str | None, measures: Sequence[Any] | None, *, per_query: bool, places: bool
) -> tuple[Frame, list[str]]:
    """The values of runs (files, frames or what else holds one), by topic or with their `places`, and what to warn of.

    Raises:
        UsageError: there is no such measure, or what is given is no run.
        FormatError: a line is not one of a run, or no topic of a run is judged.
    """
    asked, notes = work.resolve(DEFAULT_MEASURES if measures is None else measures, is_default=measures is None)
    files = sources.run_files(sources.as_paths(run)) if sources.is_paths(run) else []
    names = work.add_files(files, run_id) if files else work.add_frame(run, run_id)
    work.score(asked)
    notes = notes + scores.notes_on_missing_topics(work.con) + scores.notes_on_rank_order(work.con, names)
    if per_query:
        return Frame.from_result(scores.by_query(work.con)), notes
    frame = Frame.from_result(scores.means(work.con))
    standings = [one[: len(_PLACES)] for one in (work.standings(asked) if places else [])]
    placed = pl.DataFrame(standings, schema=_PLACES, orient="row")
    return Frame(frame.join(placed, on=["run_id", "measure"], how="left", maintain_order="left")), notes
