"""What is known of submitted runs before any run file is loaded: `ingest/recipes/runs.csv`."""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import cache

from dltrack_db import resources

RUNS_FILE = resources.RECIPES / "runs.csv"


@cache
def _by_collection() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    with RUNS_FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found[row["collection"]].add(row["run_id"])
    return {collection: frozenset(ids) for collection, ids in found.items()}


def run_ids(collection: str) -> frozenset[str]:
    """The ids of the runs submitted to a collection, as far as they are known."""
    return _by_collection().get(collection, frozenset())
