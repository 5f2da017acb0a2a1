"""Loads of leaderboards that judges made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dltrack_db.base import names
from dltrack_db.base.files import sources
from dltrack_db.base.recipes import CollectionSpec, ScoreSetSpec
from dltrack_db.errors import UsageError
from dltrack_db.load.plan import Item, Plan

PART = "judge-scores"


def plan_scores(edition: str, collection: CollectionSpec, paths: Sequence[Path], judge: str, model: str = "") -> Plan:
    """Return the load of a judge's leaderboard, in files of scores per topic, for a loaded collection."""
    if reason := names.problem(judge):
        raise UsageError(f"{names.displayed_name(judge)} cannot be the name of a judge: {reason}")
    spec = ScoreSetSpec(PART, judge, "", collection.collection)
    origin = {"name": judge} | ({"model": model} if model else {})
    items = tuple(
        Item(PART, f"{judge}/{sources.label_name(path)}", collection.collection, path, (), spec, judge=origin)
        for path in sources.label_files(paths)
    )
    return Plan(edition, (collection,), items)
