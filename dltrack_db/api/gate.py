"""Tests of a new run without a database: runs and labels in memory or in files."""

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
    """Test whether a new run is worse than an old one by each measure, as `dltrack gate` does.

    Args:
        new: the new run: a frame, a dict, a file or anything else that `evaluate` accepts.
        old: the old run.
        qrels: labels, as for `evaluate`.
        measures: by default nDCG@10, AP and RR.
        by: largest acceptable loss, in units of the measures.
        topics_at_least: with fewer topics no run is 'not worse'.
        min_relevance: lowest relevant grade for measures that do not name one; by default 1.
        seed: seed for resampling topics; the same seed gives the same numbers.

    Returns:
        One row per measure: measure, verdict, difference (new minus old), low and high (its 95% interval), margin,
        num_topics, smallest_detectable, topics_needed and reason (see `statistics.gate`). The verdict is 'worse' or
        'not shown to be worse'; with `by` 'worse', 'not worse' or 'too few topics'; or 'no verdict'. The frame's
        `notes` are the findings as sentences. Warns if topics are missing, if many of the first items are unjudged, and
        if scores contradict the ranks or are all equal.

    Raises:
        UsageError: both are the same run, a column or value is missing, or a measure is unknown.
        SourceError: a file is missing or damaged.
        FormatError: a line of a file is malformed; no topic of a run is judged; or less than a tenth of the new run's
            first ten items is judged, but at least half of the old run's.
    """
    from dltrack_db.ask import gates
    from dltrack_db.show.frame import Frame

    measure_names = [measures] if isinstance(measures, str) else measures
    options = gates.GateOptions(by, topics_at_least, seed)
    judgement = gates.judge_by_qrels(new, old, qrels, measure_names, options, min_relevance=min_relevance)
    for note in judgement.remarks:
        warnings.warn(note, UserWarning, stacklevel=2)
    return Frame.from_answer(judgement.answer)
