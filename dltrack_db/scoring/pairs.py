"""Two runs of a loaded collection by any measures, from their rankings or submitted scores that stand in for these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from dltrack_db.errors import UsageError
from dltrack_db.scoring import requests, scratch
from dltrack_db.scoring.evaluation import Evaluation

DEFAULT_MEASURES = ("ndcg_cut_10", "map", "recip_rank")
NEEDED = ("statistics.compare_runs",)
"""What an evaluation must be made with."""


def compare(
    work: Evaluation, run_a: str, run_b: str, measures: Sequence[Any], *, by_query: bool = False
) -> tuple[duckdb.DuckDBPyConnection, list[str]]:
    """The result measure by measure, or topic by topic, and what is to be told about it.

    Of the default measures those are left out that a run lacks of which only scores are loaded.

    Raises:
        UsageError: there is no such run or measure, or a run lacks it.
    """
    for run in (run_a, run_b):
        work.copy_run(run)
    asked = requests.resolve(measures, work.measures)
    names = work.score(asked)
    notes = work.level_note(asked) + (
        [f"submitted scores stand in for {' and '.join(work.submitted)}: no rankings loaded"] if work.submitted else []
    )
    missing = {name for lacking in work.lacking(names).values() for name in lacking}
    if missing and list(measures) == list(DEFAULT_MEASURES):
        notes.append(f"no submitted scores by the conventions of {work.collection}: {', '.join(sorted(missing))}")
        names = [name for name in names if name not in missing] or names
    check(work, names)
    script = "compare/topics" if by_query else "compare/measures"
    return scratch.run_script(work.con, script, run_a=run_a, run_b=run_b, measures=names), notes


def check(work: Evaluation, names: Sequence[str]) -> None:
    """Make sure that the runs of which only scores are loaded have scores by these measures.

    Raises:
        UsageError: one has none.
    """
    for run, missing in work.lacking(names).items():
        raise UsageError(
            f"only submitted scores of «{run}» are loaded, none of {', '.join(missing)} by the conventions of "
            f'{work.collection}; see: dltrack sql "select distinct measure from metrics.query_scores where '
            f"run_id = '{run}'\""
        )
