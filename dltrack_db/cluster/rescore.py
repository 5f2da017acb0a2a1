"""Recomputation of all scores of loaded runs: workers compute in private copies, and one process writes the scores."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.cluster import pool, slices
from dltrack_db.errors import DatabaseChangedError, UsageError
from dltrack_db.store import collections, database, derive, stores
from dltrack_db.store.interface import BaseStore
from dltrack_db.store.patience import USUAL, Patience

if TYPE_CHECKING:
    import pyarrow as pa

LEAST_UNITS = 11
"""Minimum number of units for a cluster; with fewer, one process is faster (docs/scale.md)."""
_ORIGIN = "origin"


@dataclass(frozen=True)
class Unit:
    """A unit of work: the runs of a collection with answer ids from `first` to `last`."""

    collection: str
    first: int
    last: int


def score(
    db: Path,
    names_given: Sequence[str],
    cluster: str | None,
    *,
    patience: Patience = USUAL,
    unit_rows: int = derive.ROWS_PER_UNIT,
    anyway: bool = False,
) -> int:
    """Recompute the scores of all loaded runs in some collections, by default in all; return the number of scores.

    `names_given` are collections or editions. `cluster` is described in `pool.map_units`; if it is None, compute in
    this process. If `anyway` is set, use the cluster even for a few units. The database is changed only at the end.
    """
    store = stores.at(db)
    if (writer := store.open_for_load(patience)) is not None:
        writer.close()
    con = database.open_readonly(db)
    names, state, origin, units = _plan_units(con, store, names_given, unit_rows)
    if cluster is not None and len(units) < LEAST_UNITS and not anyway:
        raise UsageError(
            f"a cluster is faster only from {LEAST_UNITS} units of {unit_rows:,} ranked items, and there are "
            f"{len(units):,} units; leave out --cluster, or add --anyway"
        )
    with closing(database.connect()) as con:
        made: Iterable[dict[str, pa.Table]] = (
            (work(origin, unit) for unit in units)
            if cluster is None
            else pool.map_units(work, origin, units, cluster, patience.notify)
        )
        for tables in made:
            derive.collect_rows(con, tables)
        with store.change(con, patience=patience, command=shlex.join(["score", *names])):
            sql_text.set_variables(con, collections=names)
            if state != _state(con):
                raise DatabaseChangedError(
                    f"{db} was changed by another command in the meantime; run this command again"
                )
            con.execute(resources.script("cluster/score/publish"))
        row = con.execute("select count(*) from temp.made_query_scores").fetchone()
    return int(row[0]) if row else 0


def work(origin: BaseStore, unit: Unit) -> dict[str, pa.Table]:
    """Return the derived tables for the runs of a unit, computed in a private copy on a worker."""
    with slices.private() as con:
        sql_text.set_variables(con, collection=unit.collection, first=unit.first, last=unit.last)
        con.execute("use memory")
        with origin.attach_source(con, _ORIGIN) as catalog:
            con.execute(resources.script("cluster/score/pull").replace(f"{_ORIGIN}.", f"{catalog}."))
        return slices.derive_tables(con)


def _plan_units(
    con: duckdb.DuckDBPyConnection, store: BaseStore, names_given: Sequence[str], unit_rows: int
) -> tuple[list[str], str, BaseStore, list[Unit]]:
    """Return the collections, a checksum of the data that their scores depend on, the store, and the units of work.

    Close `con`.
    """
    try:
        known = [row[0] for row in con.execute("select collection from main.collections order by all").fetchall()]
        chosen = dict.fromkeys(
            each for name in names_given for each in collections.find_collections(con, name, store.path)
        )
        names = list(chosen) or known
        sql_text.set_variables(con, collections=names, unit_rows=unit_rows)
        origin = store.pin(con)
        steps = con.execute(resources.script("cluster/score/steps")).fetchall()
        state = _state(con)
    finally:
        con.close()
    if not steps:
        raise UsageError(
            f"{store.path} has no runs of {', '.join(names) or 'any collection'} to score; load runs with: "
            "dltrack ingest"
        )
    return names, state, origin, [Unit(*step) for step in steps]


def _state(con: duckdb.DuckDBPyConnection) -> str:
    row = con.execute(resources.script("cluster/score/state")).fetchone()
    return str(row[0]) if row else ""
