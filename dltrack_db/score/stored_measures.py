"""The stored name of a measure, however a user writes it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import UsageError
from dltrack_db.score import catalogue, levels, requests, spelling
from dltrack_db.score.catalogue import Request

_SHOWN = 12
"""Measures that are named where another was asked for"""


class StoredMeasure(NamedTuple):
    """A measure by its name in `metrics.run_scores`; `level` is the requested one if the labels have another.

    `label` is the requested spelling. `convention` is a sentence about a measure whose default level in ir_measures
    (`other_level`) differs from the level of the labels, by which its values are stored.
    """

    name: str
    label: str
    level: float | None
    convention: str = ""
    other_level: float | None = None


class NotStoredError(UsageError):
    """Values of a measure are not stored, but rankings may give them."""

    def __init__(self, message: str, request: Request | None = None) -> None:
        super().__init__(message)
        self.request = request


def directions(con: duckdb.DuckDBPyConnection, measures: Iterable[str]) -> dict[str, int]:
    """Return 1 for each measure if higher is better, -1 if lower is better; other measures are left out."""
    query = (
        "select asked.name, case when directions.name is null then 1 else directions.direction end as direction "
        f"from (select unnest({sql_text.literal(list(measures))}::varchar[]) as name) as asked "
        "left join metrics.directions as directions on metrics.base_name(asked.name) = directions.name"
    )
    return {measure: direction for measure, direction in con.execute(query).fetchall() if direction}


def direction_notes(con: duckdb.DuckDBPyConnection, measures: Iterable[str]) -> list[str]:
    """Return the note on measures whose lower values are better, if there are any."""
    query = sql_text.written_out(resources.script("score/collections/lower"), {"measures": list(measures)})
    return [note for (note,) in con.execute(query).fetchall()]


def name(con: duckdb.DuckDBPyConnection, collection: str, measure: str) -> str:
    """Return the measure's name in `metrics.run_scores` of a collection."""
    stored_measure = find(con, collection, measure)
    level = stored_measure.other_level if stored_measure.level is None else stored_measure.level
    if level is not None:
        kind = UsageError if stored_measure.level is None else NotStoredError
        raise kind(
            f"'{measure}' counts grades from {level:g} as relevant, {collection} from "
            f"{levels.load_labels(con, collection).level:g}; for the stored values write {stored_measure.name}"
        )
    return stored_measure.name


def find(
    con: duckdb.DuckDBPyConnection, collection: str, measure: str, also: Iterable[str] = (), labels: str | None = None
) -> StoredMeasure:
    """Return a measure whose values are stored, by the labels of that name, the official ones unless named.

    A spelling of ir_measures that names no level (AP, P@10) means the values by the level of the labels, which
    `convention` says where ir_measures has another. `also` are further names that may be meant.
    """
    result = con.execute(
        "select distinct measure from metrics.run_scores "
        f"where collection = {sql_text.literal(collection)} order by all"
    )
    names = [row[0] for row in result.fetchall()]
    try:
        requests_made = requests.resolve([measure], catalogue.read(con))
    except requests.NoSuchMeasureError as error:
        if measure in names:  # published values of a measure that is not computed here
            return StoredMeasure(measure, measure, None)
        see = "; see: dltrack sql 'from metrics.measures'"
        suggestion = f"; did you mean {' or '.join(error.near)}?" if error.near else ""
        suggestion = suggestion or did_you_mean(re.split(r"[@(.]", measure)[0], [*also, *names]) or see
        raise UsageError(f"there is no measure '{measure}' of {collection}{suggestion}") from None
    request, *others = requests_made
    stored_name, label = None if others else requests.stored_name(request), request.names[0]
    label_set = levels.load_labels(con, collection, labels)
    if stored_name is None or stored_name not in names:
        if not others and label in names:
            return StoredMeasure(label, label, None)  # computed for this question
        some = ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
        message = (
            f"values of '{measure}' are not stored for {collection}"
            + (f", which has {some}" if names else "")
            + "; score run files with: dltrack eval -m"
        )
        if others or len(request.names) > 1 or not names:
            raise UsageError(message)
        levels.check(label_set, [request])
        raise NotStoredError(message, request)
    levels.check(label_set, [request])
    if request.min_relevance in (None, label_set.level) or not request.measure.is_binary:
        return StoredMeasure(stored_name, stored_name, None)
    if request.has_own_level and label_set.level is not None:
        own_level = spelling.with_level(request, request.min_relevance)
        convention = (
            f"{measure} is {stored_name}, which counts grades from {label_set.level:g} on as relevant, as "
            f"{labels or collection} does; from {request.min_relevance:g} on, as ir_measures does, it is {own_level}"
        )
        return StoredMeasure(stored_name, stored_name, None, convention, request.min_relevance)
    if label in names:
        return StoredMeasure(label, label, None)  # computed for this question
    return StoredMeasure(stored_name, label, request.min_relevance)


def check(con: duckdb.DuckDBPyConnection, **names: str | None) -> None:
    """Make sure that there are scores with these values of columns of `metrics.run_scores`, whatever the collection."""
    for column, value in names.items():
        if value is None:
            continue
        query = f"select distinct {column} from metrics.run_scores"
        columns = [row[0] for row in con.execute(f"{query} order by all").fetchall()]
        if value not in columns:
            see = f"; see: {query}"
            raise UsageError(f"no stored score of '{value}'{did_you_mean(value, columns) or see}")
