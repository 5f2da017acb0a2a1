"""Read `roster.csv`: the submitted runs and their teams."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache

from dltrack_db.load.sample.vocabulary import read

TASKS = {"sample-docs": "docs", "sample-passages": "passages"}


@dataclass(frozen=True)
class RosterEntry:
    """A run: its description by the team, its quality, and the quirks of its file."""

    collection: str
    run_id: str
    team: str
    subtask: str
    category: str
    stage: str
    dense: str
    in_overview: str
    submitted_on: str
    quality: float
    old_bias: float
    score_kind: str
    quirks: frozenset[str]
    same_as: str

    @property
    def task(self) -> str:
        """'docs' or 'passages'."""
        return TASKS[self.collection]


@cache
def roster() -> tuple[RosterEntry, ...]:
    """Return all runs; the original of a copied run (`same_as`) can be anywhere in the list."""
    return tuple(_entry(row) for row in csv.DictReader(read("roster.csv").splitlines()))


def _entry(row: dict[str, str]) -> RosterEntry:
    columns = ("collection", "run_id", "team", "subtask", "category", "stage", "dense", "in_overview")
    return RosterEntry(
        **{name: row[name] for name in columns},
        submitted_on=row["submitted_on"],
        quality=float(row["quality"] or 0),
        old_bias=float(row["old_bias"] or 0),
        score_kind=row["score_kind"],
        quirks=frozenset(row["quirks"].split(";")) - {""},
        same_as=row["same_as"],
    )
