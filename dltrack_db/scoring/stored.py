"""The name under which the values of a measure are stored, however a user writes it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import duckdb

from dltrack_db.basics import sqltext
from dltrack_db.errors import UsageError
from dltrack_db.scoring import catalogue, levels, requests
from dltrack_db.scoring.levels import Labels
from dltrack_db.vocabulary.suggest import did_you_mean

_SHOWN = 12
"""Measures that are named where another was asked for"""


class Measure(NamedTuple):
    """A measure by its name in `metrics.run_scores`; `level` is the one that was named, where the labels have another.

    `label` is how it was asked for.
    """

    name: str
    label: str
    level: float | None


def name(con: duckdb.DuckDBPyConnection, collection: str, measure: str) -> str:
    """The measure's name in `metrics.run_scores` of a collection.

    Raises:
        UsageError: there is no such measure, or its values are not stored, or by another level of relevance.
    """
    found = find(con, collection, measure)
    if found.level is not None:
        raise UsageError(_other_level(measure, found.level, collection, levels.of(con, collection), found.name))
    return found.name


def find(
    con: duckdb.DuckDBPyConnection, collection: str, measure: str, also: Iterable[str] = (), labels: str | None = None
) -> Measure:
    """A measure whose values are stored, by the labels of that name, the official ones unless named.

    `also` are further names that may be meant.

    Raises:
        UsageError: there is no such measure, its values are not stored, it has none by these labels, or it counts
            relevance from another level than they do without that being said.
    """
    known = con.execute(
        sqltext.fill_values(
            "select distinct measure from metrics.run_scores where collection = $1 order by all", [collection]
        )
    )
    stored = [row[0] for row in known.fetchall()]
    try:
        asked = requests.resolve([measure], catalogue.read(con))
    except requests.NoSuchMeasureError as error:
        see = "; see: dltrack sql 'from metrics.measures'"
        meant = f"; did you mean {' or '.join(error.near)}?" if error.near else ""
        meant = meant or did_you_mean(re.split(r"[@(.]", measure)[0], [*also, *stored]) or see
        raise UsageError(f"there is no measure «{measure}» of {collection}{meant}") from None
    held = requests.stored_name(asked[0]) if len(asked) == 1 else None
    if held is None or held not in stored:
        some = ", ".join(stored[:_SHOWN]) + (", …" if len(stored) > _SHOWN else "")
        raise UsageError(
            f"values of «{measure}» are not stored for {collection}"
            + (f", which has {some}" if stored else "")
            + "; score run files with: dltrack eval -m"
        )
    (request,) = asked
    by = levels.of(con, collection, labels)
    levels.check(by, [request])
    if request.min_relevance in (None, by.level) or not request.measure.is_binary:
        return Measure(held, held, None)
    if request.has_own_level:
        raise UsageError(_other_level(measure, request.min_relevance, labels or collection, by, held))
    return Measure(held, request.names[0], request.min_relevance)


def _other_level(measure: str, level: float, whose: str, labels: Labels, held: str) -> str:
    """What is said of a measure that counts relevance from another level than what is stored."""
    return (
        f"«{measure}» counts grades from {level:g} as relevant, {whose} from {labels.level:g}; for what is stored "
        f"write {held}"
    )


def check(con: duckdb.DuckDBPyConnection, **names: str | None) -> None:
    """Make sure that there are scores with these values of columns of `metrics.run_scores`, whatever the collection.

    Raises:
        UsageError: there is none with one of them.
    """
    for column, value in names.items():
        if value is None:
            continue
        asked = f"select distinct {column} from metrics.run_scores"
        known = [row[0] for row in con.execute(f"{asked} order by all").fetchall()]
        if value not in known:
            see = f"; see: {asked}"
            raise UsageError(f"no stored score of «{value}»{did_you_mean(value, known) or see}")
