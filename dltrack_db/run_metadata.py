"""What is known of submitted runs before any run file is loaded: `ingest/recipes/runs.csv`."""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import cache

from dltrack_db import resources

RUNS_FILE = resources.RECIPES / "runs.csv"
_PAPERS_FILE = resources.RECIPES / "run_papers.csv"


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


@cache
def _papers() -> dict[tuple[str, str], tuple[str, str]]:
    with _PAPERS_FILE.open(encoding="utf-8", newline="") as file:
        return {(row["edition"], row["run_id"]): (row["title"], row["url"]) for row in csv.DictReader(file)}


def paper(edition: str, run_id: str) -> tuple[str, str] | None:
    """Title and address of the paper in which a team describes its run, where the proceedings have one."""
    return _papers().get((edition, run_id))
