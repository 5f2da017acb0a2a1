"""The name under which the values of a measure are stored, however a user writes it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import duckdb

from dltrack_db.basics import sqltext
from dltrack_db.errors import UsageError
from dltrack_db.scoring import catalogue, requests
from dltrack_db.vocabulary.suggest import did_you_mean


def name(con: duckdb.DuckDBPyConnection, collection: str, measure: str, also: Iterable[str] = ()) -> str:
    """The measure's name in `metrics.run_scores` of a collection; `also` are further names that may be meant.

    Raises:
        UsageError: there is no such measure, or its values are not stored, or by another level of relevance.
    """
    known = con.execute(
        sqltext.fill_values(
            "select distinct measure from metrics.run_scores where collection = $1 order by all", [collection]
        )
    )
    stored = [row[0] for row in known.fetchall()]
    if measure in stored:
        return measure
    try:
        asked = requests.resolve([measure], catalogue.read(con))
    except UsageError:
        see = "; see: dltrack sql 'from metrics.measures'"
        meant = did_you_mean(re.split(r"[@(.]", measure)[0], [*also, *stored]) or see
        raise UsageError(f"there is no measure «{measure}» of {collection}{meant}") from None
    held = requests.stored_name(asked[0]) if len(asked) == 1 else None
    if held not in stored:
        raise UsageError(
            f"values of «{measure}» are not stored for {collection}; score run files with: dltrack eval -m"
        )
    rows = con.execute(
        sqltext.fill_values("select min_relevance from main.collections where collection = $1", [collection])
    ).fetchall()
    if asked[0].min_relevance not in (None, rows[0][0]):
        raise UsageError(
            f"«{measure}» counts grades from {asked[0].min_relevance} as relevant, {collection} from "
            f"{rows[0][0]}; for what is stored write {held}"
        )
    return str(held)


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
