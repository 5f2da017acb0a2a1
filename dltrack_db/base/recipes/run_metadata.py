"""Facts about runs from `runs.csv`, `scores.csv` and `baselines.csv` in `ingest/recipes`; no database is needed."""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import cache

from dltrack_db.base import resources

RUNS_FILE = resources.RECIPES / "runs.csv"
SCORES_FILE = resources.RECIPES / "scores.csv"
BASELINES_FILE = resources.RECIPES / "baselines.csv"
_OTHERS = ("auggen", "generation", "qrels")
"""Subtasks with answers or labels instead of rankings."""
SUBTASKS = ("fullrank", "rerank", "retrieval", *_OTHERS)
"""Subtasks of runs, see `main.runs`."""


@cache
def _submitted_md5() -> dict[str, dict[str, str]]:
    runs: dict[str, dict[str, str]] = defaultdict(dict)
    with RUNS_FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["subtask"] not in _OTHERS:
                runs[row["collection"]][row["run_id"]] = row["submitted_md5"]
    return dict(runs)


def run_ids(collection: str) -> frozenset[str]:
    """Return the ids of the runs submitted to a collection, if they are rankings."""
    return frozenset(_submitted_md5().get(collection, ()))


def submitted_md5(collection: str, run_id: str) -> str:
    """Return the md5 of a run file, as NIST publishes it; '' if it is unknown."""
    return _submitted_md5().get(collection, {}).get(run_id, "")


@cache
def _homes() -> dict[str, list[tuple[str, str]]]:
    names: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for collection, runs in _submitted_md5().items():
        for run_id, md5 in runs.items():
            names[md5].append((collection, run_id))
    return dict(names)


def submitted_to(md5: str) -> list[tuple[str, str]]:
    """Return the collection and run id of every submitted run with this md5."""
    return _homes().get(md5, []) if md5 else []


@cache
def _score_files() -> dict[tuple[str, str, str], dict[str, str]]:
    with SCORES_FILE.open(encoding="utf-8", newline="") as file:
        return {
            (row["collection"], row["run_id"], labels): {
                name: md5 for name, md5 in row.items() if name.startswith(f"{labels}/")
            }
            for row in csv.DictReader(file)
            for labels in {name.split("/")[0] for name in row if "/" in name}
        }


def score_md5s(collection: str, name: str) -> frozenset[str]:
    """Return the md5 of the unpacked files with a run's published per-topic scores.

    `name` is 'LABELS/SET/RUN' for one set of scores, or 'LABELS/RUN' for all sets with these labels.
    """
    labels, *sets, run_id = name.split("/")
    files = _score_files().get((collection, run_id, labels), {})
    return frozenset(md5 for kind, md5 in files.items() if not sets or kind == f"{labels}/{'/'.join(sets)}")


def scored_runs(collection: str, scores: str) -> list[str]:
    """Return the runs with a file of known md5 in a set of published scores, 'LABELS/SET'."""
    return sorted(
        run_id
        for (home, run_id, labels), files in _score_files().items()
        if home == collection and scores.split("/")[0] == labels and files.get(scores)
    )


@cache
def _baselines() -> list[dict[str, str]]:
    with BASELINES_FILE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def baselines(collection: str, source: str) -> list[dict[str, str]]:
    """Return the rows of `baselines.csv` for a collection and source; they contain run_id, path, bytes and md5."""
    return [row for row in _baselines() if (row["collection"], row["source"]) == (collection, source)]
