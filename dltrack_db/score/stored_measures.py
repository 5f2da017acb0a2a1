"""Find the stored name of a measure from the user's spelling."""

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
"""maximum number of stored measures that a message lists"""


class StoredMeasure(NamedTuple):
    """A measure with stored values.

    Args:
        name: name in `metrics.run_scores`.
        label: spelling in the request.
        level: requested relevance level, if it differs from the level of the labels; else None.
        convention: note on a measure whose default level in ir_measures differs from the level of the labels. The
            stored values have the level of the labels.
        other_level: the default level in ir_measures, if there is a `convention`.
    """

    name: str
    label: str
    level: float | None
    convention: str = ""
    other_level: float | None = None


class NotStoredError(UsageError):
    """The values of a measure are not stored, but can perhaps be computed from rankings (`request`)."""

    def __init__(self, message: str, request: Request | None = None) -> None:
        super().__init__(message)
        self.request = request


def directions(con: duckdb.DuckDBPyConnection, measures: Iterable[str]) -> dict[str, int]:
    """Return 1 for each measure whose higher values are better, and -1 if lower values are; others are left out."""
    query = (
        "select asked.name, case when directions.name is null then 1 else directions.direction end as direction "
        f"from (select unnest({sql_text.literal(list(measures))}::varchar[]) as name) as asked "
        "left join metrics.directions as directions on metrics.base_name(asked.name) = directions.name"
    )
    return {measure: direction for measure, direction in con.execute(query).fetchall() if direction}


def direction_notes(con: duckdb.DuckDBPyConnection, measures: Iterable[str]) -> list[str]:
    """Return a list with the note on measures whose lower values are better; else []."""
    query = sql_text.written_out(resources.script("score/collections/lower"), {"measures": list(measures)})
    return [note for (note,) in con.execute(query).fetchall()]


def name(con: duckdb.DuckDBPyConnection, collection: str, measure: str) -> str:
    """Return a measure's name in `metrics.run_scores`; raise UsageError if it has another level than the collection."""
    stored_measure = find(con, collection, measure)
    level = stored_measure.other_level if stored_measure.level is None else stored_measure.level
    if level is not None:
        kind = UsageError if stored_measure.level is None else NotStoredError
        raise kind(
            f"'{measure}' counts grades from {level:g} on as relevant, but {collection} counts grades from "
            f"{levels.load_labels(con, collection).level:g} on; for the stored values, write {stored_measure.name}"
        )
    return stored_measure.name


def find(
    con: duckdb.DuckDBPyConnection, collection: str, measure: str, also: Iterable[str] = (), labels: str | None = None
) -> StoredMeasure:
    """Return a measure whose values are stored; `labels` is the label set, by default the official one.

    If a name of ir_measures has no level (AP, P@10), the level of the labels is used; if it differs from the default
    level in ir_measures, `convention` is a note about this. `also` are more names that a message may suggest.
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
        see = "; list all measures with: dltrack sql 'from metrics.measures'"
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
            + (f" (stored measures: {some})" if names else "")
            + f"; score run files with: dltrack eval FILE -c {collection} -m '{measure}'"
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
            f"{measure} means {stored_name} here, which counts grades from {label_set.level:g} on as relevant, as "
            f"{labels or collection} does; for grades from {request.min_relevance:g} on, as in ir_measures, write "
            f"{own_level}"
        )
        return StoredMeasure(stored_name, stored_name, None, convention, request.min_relevance)
    if label in names:
        return StoredMeasure(label, label, None)  # computed for this question
    return StoredMeasure(stored_name, label, request.min_relevance)


def check(con: duckdb.DuckDBPyConnection, **names: str | None) -> None:
    """Raise UsageError unless each value occurs in the column of `metrics.run_scores` that its argument names."""
    for column, value in names.items():
        if value is None:
            continue
        query = f"select distinct {column} from metrics.run_scores"
        columns = [row[0] for row in con.execute(f"{query} order by all").fetchall()]
        if value not in columns:
            see = f"; list the valid values with: dltrack sql '{query}'"
            raise UsageError(f"no stored score of '{value}'{did_you_mean(value, columns) or see}")
