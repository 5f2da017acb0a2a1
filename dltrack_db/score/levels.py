"""Levels of relevance: the lowest relevant grade of a set of labels, unless a measure names its own."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import duckdb

from dltrack_db.base import numbers, resources, sql_text
from dltrack_db.errors import UsageError
from dltrack_db.score import spelling
from dltrack_db.score.catalogue import Request


class Labels(NamedTuple):
    """A set of labels: its level (`labels.levels`), its lowest and highest label, and whether it has fractions.

    `variant` is its name; None if there are no labels.
    """

    level: float | None
    lowest: float | None
    highest: float | None
    has_fractions: bool
    variant: str | None

    @property
    def example(self) -> float:
        """A level that some of them reach."""
        usual = 0.5 if self.has_fractions else 1
        return usual if self.highest is None or self.highest >= usual else self.highest


def load_labels(con: duckdb.DuckDBPyConnection, collection: str, labels: str | None = None) -> Labels:
    """Return what is known of a set of labels, the official one unless named."""
    values = {"collection": collection, "labels": labels}
    query = sql_text.written_out(resources.script("score/collections/levels"), values)
    return Labels(*(con.execute(query).fetchone() or (None, None, None, False, None)))


def problem(labels: Labels, request: Request) -> str | None:
    """Say why a measure has no value by these labels and what to ask for instead; None where it has."""
    if labels.variant is None or labels.highest is None:
        return None
    if any("max_grade=" in way for way in request.measure.ir_measures):
        return _beyond_scale(labels, request)
    if not request.measure.is_binary:
        return None
    level = labels.level if request.min_relevance is None else request.min_relevance
    name = request.names[0]
    there = f"they go from {labels.lowest:.4g} to {labels.highest:.4g}"
    instead = spelling.with_level(request, labels.example)
    if level is None or (request.has_own_level and labels.level is None):
        return (
            f"{name} counts relevant items, and the labels '{labels.variant}' have no relevance level "
            f"({there}); name a level, as in {instead}"
        )
    if level > labels.highest:
        return (
            f"{name} counts items from {level:g} on as relevant, and no label of '{labels.variant}' reaches that "
            f"({there}); name a level that some reach, as in {instead}"
        )
    return None


def _beyond_scale(labels: Labels, request: Request) -> str | None:
    """Say why a measure whose probabilities come from the largest grade has none by labels beyond it."""
    values = [argument.partition(":= ")[2] for argument in request.arguments if argument.startswith("max_grade")]
    largest, highest = int(values[0]) if values else 4, math.ceil(labels.highest or 0)
    if highest <= largest:
        return None
    cutoff = re.sub(r"^.*[@_]", "@", request.names[0])
    return (
        f"{request.names[0]} takes grades up to {largest}, and the labels '{labels.variant}' go to {highest}; name the "
        f"largest, as in ERR(max_grade={highest}){cutoff}"
    )


def find_stratified(con: duckdb.DuckDBPyConnection, collection: str, labels: str | None = None) -> str | None:
    """Return the name of a set of labels, the official one unless named, if it is a sample drawn from strata."""
    values = {"collection": collection, "labels": labels}
    row = con.execute(sql_text.written_out(resources.script("score/collections/strata"), values)).fetchone()
    return row[0] if row else None


def strata_notes(sample: str | None, measures: Iterable[Request] | None = None) -> list[str]:
    """Return the note that measures by labels drawn from strata are no estimates, if any is not made for such labels.

    `sample` is the name of the labels (`find_stratified`); the stored measures (`measures` None) ignore strata.
    """
    if sample is None or (measures is not None and all(each.measure.labels == "strata" for each in measures)):
        return []
    return [
        f"the labels '{sample}' are a sample drawn from strata, and other items are treated as not relevant; "
        "xinfAP and infNDCG estimate what all labels would give, see: dltrack eval -m xinfAP"
    ]


def check(labels: Labels, measures: Iterable[Request]) -> None:
    """Make sure that measures have values by these labels."""
    if message := next(filter(None, (problem(labels, request) for request in measures)), None):
        raise UsageError(message)


def check_cuts(cuts: str) -> None:
    """Raise UsageError unless cut points are rising numbers."""
    parts = cuts.split(",") if cuts else []
    if not all(map(numbers.is_number, parts)) or any(not low < high for low, high in pairwise(map(float, parts))):
        raise UsageError(f"'{cuts}' are not cut points; write rising numbers with commas, like --cuts 0.5,1.5")
