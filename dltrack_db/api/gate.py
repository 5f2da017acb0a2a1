"""Judging a new run without a database: runs and labels in memory or in files."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl


def gate(
    new: Any,
    old: Any,
    qrels: Any,
    measures: str | Sequence[Any] | None = None,
    *,
    by: float | None = None,
    topics_at_least: int = 0,
    min_relevance: int | None = None,
    seed: int = 1,
) -> pl.DataFrame:
    """Judge whether a new run is worse than an old one, by each measure, as `dltrack gate` does.

    Args:
        new: the run that is looked at: a frame, a dict, a file or what else `evaluate` takes, of one run.
        old: the run that it is compared with, the same.
        qrels: labels, as `evaluate` takes them.
        measures: nDCG@10, AP and RR where none are given.
        by: a loss that does not matter, in units of the measures.
        topics_at_least: fewer topics show that a run is worse, and never that it is not.
        min_relevance: grade from which an item is relevant, where a measure names no other; 1 where none is given.
        seed: of the resamples of topics; the same seed gives the same numbers.

    Returns:
        measure, verdict, difference (new minus old), low and high (its 95% interval), margin, num_topics,
        smallest_detectable, topics_needed and reason, a row for each measure (`statistics.gate` says more). The
        verdict is 'worse' or 'not shown to be worse', with `by` 'worse', 'not worse' or 'too few topics', or
        'no verdict'. The frame's `notes` say what was found in sentences. Warns where topics are not answered, where
        much of the first items is unjudged, and where scores contradict or lack an order.

    Raises:
        UsageError: both are one run, a column or value is missing, or a measure is unknown.
        SourceError: a file is missing or damaged.
        FormatError: a line of a file is malformed, no topic of a run is judged, or less than a tenth of the new run's
            first ten items is judged, and at least half of the old run's.
    """
    from dltrack_db.ask import gates
    from dltrack_db.show.frame import Frame

    measure_names = [measures] if isinstance(measures, str) else measures
    options = gates.GateOptions(by, topics_at_least, seed)
    judgement = gates.judge_by_qrels(new, old, qrels, measure_names, options, min_relevance=min_relevance)
    for note in judgement.remarks:
        warnings.warn(note, UserWarning, stacklevel=2)
    return Frame.from_answer(judgement.answer)
