"""Tests of whether a new run is worse, without a database: runs and labels are in memory or in files."""

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
    """Test by each measure whether a new run is worse than an old one, as `dltrack gate` does.

    Issues a warning if topics are missing, if many of the first items are unjudged, or if scores contradict the ranks
    or are all equal.

    Args:
        new: the new run: a frame, a dict, a file or another form of a run that `evaluate` accepts.
        old: the old run, in the same forms.
        qrels: labels, in any form that `evaluate` accepts.
        measures: measures in the spelling of trec_eval or ir_measures; by default nDCG@10, AP and RR.
        by: largest acceptable loss, in units of the measures.
        topics_at_least: with fewer topics, no run is 'not worse'.
        min_relevance: lowest relevant grade for measures that do not name a level; by default 1.
        seed: seed for resampling topics; the same seed gives the same numbers.

    Returns:
        One row per measure: measure, verdict, difference (new minus old), low and high (95% interval of the
        difference), margin, num_topics, smallest_detectable, topics_needed and reason (see `statistics.gate`).

        Without `by`, the verdict is 'worse', 'not shown to be worse' or 'no verdict'. With `by`, it is 'worse', 'not
        worse', 'too few topics' or 'no verdict'. The frame's `notes` are the findings as sentences.

    Raises:
        UsageError: both runs are the same, a column or value is missing, or a measure does not exist.
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
