"""What is known of submitted runs before any run file is loaded: `ingest/recipes/runs.csv`."""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import cache

from dltrack_db import resources

RUNS_FILE = resources.RECIPES / "runs.csv"


@cache
def _by_collection() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    with RUNS_FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found[row["collection"]][row["run_id"]] = row["submitted_md5"]
    return dict(found)


def run_ids(collection: str) -> frozenset[str]:
    """The ids of the runs submitted to a collection, as far as they are known."""
    return frozenset(_by_collection().get(collection, ()))


def submitted_md5(collection: str, run_id: str) -> str:
    """The md5 of a run's file as it was submitted, as NIST's page of the run names it; '' where none is known."""
    return _by_collection().get(collection, {}).get(run_id, "")
