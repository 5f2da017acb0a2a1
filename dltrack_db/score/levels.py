"""Relevance levels: the lowest relevant grade of a label set, or of a measure that has its own level."""

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
    """A label set: its relevance level (`labels.level`), its lowest and highest label, and whether it has fractions.

    `variant` is the name of the label set; None if it has no labels.
    """

    level: float | None
    lowest: float | None
    highest: float | None
    has_fractions: bool
    variant: str | None

    @property
    def example(self) -> float:
        """Relevance level that at least one label reaches, for examples in messages."""
        usual = 0.5 if self.has_fractions else 1
        return usual if self.highest is None or self.highest >= usual else self.highest


def load_labels(con: duckdb.DuckDBPyConnection, collection: str, labels: str | None = None) -> Labels:
    """Return the level and the range of a label set, by default the official one."""
    values = {"collection": collection, "labels": labels}
    query = sql_text.written_out(resources.script("score/collections/levels"), values)
    return Labels(*(con.execute(query).fetchone() or (None, None, None, False, None)))


def problem(labels: Labels, request: Request) -> str | None:
    """Return why a measure has no value with these labels, and what to request instead; None if it has a value."""
    if labels.variant is None or labels.highest is None:
        return None
    if has_largest_grade(request):
        return _beyond_scale(labels, request)
    if not request.measure.is_binary:
        return None
    level = labels.level if request.min_relevance is None else request.min_relevance
    name = request.names[0]
    there = f"labels go from {labels.lowest:.4g} to {labels.highest:.4g}"
    instead = spelling.with_level(request, labels.example)
    if level is None or (request.has_own_level and labels.level is None):
        return (
            f"{name} counts relevant items, but the labels '{labels.variant}' have no relevance level "
            f"({there}); name a level, as in {instead}"
        )
    if level > labels.highest:
        return (
            f"{name} counts grades from {level:g} on as relevant, but '{labels.variant}' has no such labels "
            f"({there}); name a lower level, as in {instead}"
        )
    return None


def has_largest_grade(request: Request) -> bool:
    """Return whether a measure accepts only grades up to its parameter `max_grade`."""
    return any("max_grade=" in way for way in request.measure.ir_measures)


def _beyond_scale(labels: Labels, request: Request) -> str | None:
    """Return the problem of a measure with a largest grade (`max_grade`) if a label is above this grade."""
    values = [argument.partition(":= ")[2] for argument in request.arguments if argument.startswith("max_grade")]
    largest, highest = int(values[0]) if values else 4, math.ceil(labels.highest or 0)
    if highest <= largest:
        return None
    cutoff = re.sub(r"^.*[@_]", "@", request.names[0])
    return (
        f"{request.names[0]} accepts grades up to {largest}, but the labels '{labels.variant}' go up to {highest}; "
        f"name the largest grade, as in ERR(max_grade={highest}){cutoff}"
    )


def find_stratified(con: duckdb.DuckDBPyConnection, collection: str, labels: str | None = None) -> str | None:
    """Return the name of a label set, by default the official one, if it is a stratified sample; else None."""
    values = {"collection": collection, "labels": labels}
    row = con.execute(sql_text.written_out(resources.script("score/collections/strata"), values)).fetchone()
    return row[0] if row else None


def strata_notes(sample: str | None, measures: Iterable[Request] | None = None) -> list[str]:
    """Return a list with the note on measures that ignore the strata of a stratified sample; [] if no measure does.

    `sample` is the name of the label set (`find_stratified`). Without `measures`, the stored measures are meant; all
    of them ignore strata.
    """
    if sample is None or (measures is not None and all(each.measure.labels == "strata" for each in measures)):
        return []
    return [
        f"the labels '{sample}' are a stratified sample, and items outside the sample are treated as not relevant; for "
        "estimates of the scores with all labels, use xinfAP and infNDCG (dltrack eval FILE -m xinfAP)"
    ]


def check(labels: Labels, measures: Iterable[Request]) -> None:
    """Raise UsageError if a measure has no value with these labels."""
    if message := next(filter(None, (problem(labels, request) for request in measures)), None):
        raise UsageError(message)


def check_cuts(cuts: str) -> None:
    """Raise UsageError unless cut points are increasing numbers."""
    parts = cuts.split(",") if cuts else []
    if not all(map(numbers.is_number, parts)) or any(not low < high for low, high in pairwise(map(float, parts))):
        raise UsageError(f"'{cuts}' is not a list of cut points; write increasing numbers, like --cuts 0.5,1.5")
