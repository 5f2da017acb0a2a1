"""Measures whose values are not stored: a question computes the values from the loaded rankings of a collection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import duckdb

from dltrack_db.base import sql_text
from dltrack_db.errors import UsageError
from dltrack_db.score import overlay, scores, stored_measures
from dltrack_db.score.catalogue import Request
from dltrack_db.score.evaluation import Evaluation

_SHOWN = 3
"""maximum number of runs that a note names"""


class Computed(NamedTuple):
    """Measures that were computed into an overlay.

    Args:
        levels: lowest relevant grade of each measure, by name; None if the measure does not depend on a level.
        notes: notes for the user.
        runs: ids of the runs with values; empty if nothing was computed.
    """

    levels: dict[str, float | None]
    notes: list[str]
    runs: frozenset[str] = frozenset()


@contextmanager
def available(
    con: duckdb.DuckDBPyConnection, collection: str, measures: Iterable[str], labels: str | None = None
) -> Iterator[Computed]:
    """In the block, use an overlay with the values of the given measures that are not stored.

    The values are computed with the label set `labels`, by default the official one, as `dltrack eval` computes them.

    Raises:
        UsageError: a measure needs labels that are not loaded, or no rankings are loaded.
    """
    missing: dict[str, UsageError] = {}
    for measure in dict.fromkeys(measures):
        try:
            stored_measure = stored_measures.find(con, collection, measure, labels=labels)
        except stored_measures.NotStoredError as error:
            assert error.request is not None
            _check_intents(con, collection, error.request, labels)
            missing[error.request.names[0]] = error
        except UsageError:
            continue  # reported when the measure is read, unless it is the name of a column
        else:
            if stored_measure.level is not None:
                reason = f"no rankings of {collection} are loaded for '{measure}'; see: dltrack ingest runs --help"
                missing[stored_measure.label] = UsageError(reason)
    if not missing:
        yield Computed({}, [])
        return
    with with_values(con, collection, list(missing), labels) as values:
        if not values.runs:
            raise next(iter(missing.values()))
        query = "select distinct run_id from metrics.run_scores where collection = $1 order by all"
        runs = [run for (run,) in con.execute(sql_text.fill_values(query, [collection])).fetchall()]
        without = [run for run in runs if run not in values.runs]
        more = f" and {len(without) - _SHOWN} more" if len(without) > _SHOWN else ""
        lack = f"; no rankings of {', '.join(without[:_SHOWN])}{more} are loaded" if without else ""
        note = f"computed now from rankings: {', '.join(values.levels)}{lack}"
        yield values._replace(notes=[note, *values.notes])


@contextmanager
def with_values(
    con: duckdb.DuckDBPyConnection, collection: str, measures: list[str], labels: str | None = None
) -> Iterator[Computed]:
    """In the block, use an overlay with new values of measures, computed with the label set `labels`.

    The new values replace stored values of the same name.
    """
    query = "select distinct run_id from metrics.run_scores where collection = $1"
    runs = [run for (run,) in con.execute(sql_text.fill_values(query, [collection])).fetchall()]
    with closing(Evaluation(Path(), collection, variant=labels, opened=(con, runs))) as work:
        work.copy_runs()
        measure_requests, notes = work.resolve(measures)
        names = work.score(measure_requests)
        by_level = {one.names[0]: one.min_relevance if one.measure.is_binary else None for one in measure_requests}
        tables = {table: work.con.execute(f"from {table}").to_arrow_table() for table in _TABLES}
    condition = f"collection = {sql_text.literal(collection)} and list_contains({sql_text.literal(names)}, measure)"
    with overlay.over(con) as home:
        con.execute("drop schema if exists computed cascade; create schema computed")
        for table, rows in tables.items():
            con.register("computed_rows", rows)
            con.execute(f"create table {table.replace('main', 'computed')} as from computed_rows where {condition}")
            con.unregister("computed_rows")
            con.execute(
                f"create or replace view {table} as from {home}.{table} where not ({condition}) "
                f"union all by name from {table.replace('main', 'computed')}"
            )
        rows = con.execute(f"select distinct run_id from metrics.query_scores where {condition}").fetchall()
        yield Computed(by_level, notes, frozenset(run for (run,) in rows))


_TABLES = ("main.query_scores", "main.stand_in_scores")
"""Tables with scores per topic: computed from rankings, and submitted."""


def _check_intents(con: duckdb.DuckDBPyConnection, collection: str, request: Request, labels: str | None) -> None:
    """Raise UsageError if a measure needs subtopics and the labels have none; name the labels with subtopics."""
    if request.measure.labels != "subtopics":
        return
    query = (
        "select distinct subtopics.variant, subtopics.variant = coalesce($2, collections.qrels_variant) "
        "from main.subtopic_qrels as subtopics inner join main.collections as collections "
        "on subtopics.collection = collections.collection where subtopics.collection = $1 order by all"
    )
    variants = con.execute(sql_text.fill_values(query, [collection, labels])).fetchall()
    if not any(is_asked for _, is_asked in variants):
        others = ", ".join(name for name, _ in variants)
        choice = f"choose with --labels from {others}" if others else f"no labels of {collection} have subtopics"
        raise UsageError(f"{scores.lacks_labels(request)}: {choice}")
