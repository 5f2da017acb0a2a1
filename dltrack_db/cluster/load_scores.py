"""Scores of the runs in a load, computed on a cluster; workers cannot read unpublished runs, so the load sends them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.cluster import pool, slices

if TYPE_CHECKING:
    import pyarrow as pa

    from dltrack_db.store.derive import RemoteComputation

    Tables = dict[str, pa.Table]

_LABELS = ("main.collections", "main.exclusions", "main.qrels", "main.subtopic_qrels")
_RANKINGS = ("main.run_topics", "store.rankings")


def remote_scoring(cluster: str | None, say: Callable[[str], None]) -> RemoteComputation | None:
    """Return the function that computes scores on a cluster, for `derive.refresh`; None if `cluster` is None.

    `pool.map_units` describes `cluster`.
    """
    if cluster is None:
        return None
    pool.check(cluster)
    return partial(_compute_scores, cluster=cluster, say=say)


def work(labels: Tables, rankings: Tables) -> Tables:
    """Return the derived tables for some rankings, computed in a private copy on a worker."""
    with slices.private() as con:
        for name, rows in (labels | rankings).items():
            if rows.num_rows:
                con.register("given", rows)
                con.execute(f"insert into {name} by name from given")
                con.unregister("given")
        return slices.derive_tables(con)


def _compute_scores(
    con: duckdb.DuckDBPyConnection,
    ranges: Sequence[tuple[int, int]],
    cluster: str,
    say: Callable[[str], None],
) -> Iterator[Tables]:
    """Yield the derived tables for each range of answer ids; if there is only one range, compute it in this process."""
    if not ranges:
        return
    labels = _tables(con, _LABELS, ranges[0][0], ranges[-1][1])
    units = _RankingUnits(con, ranges)
    if len(units) == 1:
        yield work(labels, units[0])
        return
    yield from pool.map_units(work, labels, units, cluster, say)


class _RankingUnits:
    """The rankings of each range of answer ids, read when a worker needs them."""

    def __init__(self, con: duckdb.DuckDBPyConnection, ranges: Sequence[tuple[int, int]]) -> None:
        self._con, self._ranges = con, ranges

    def __len__(self) -> int:
        return len(self._ranges)

    def __getitem__(self, number: int) -> Tables:
        return _tables(self._con, _RANKINGS, *self._ranges[number])


def _tables(con: duckdb.DuckDBPyConnection, names: Sequence[str], first: int, last: int) -> Tables:
    sql_text.set_variables(con, first=first, last=last)
    scripts = {name: resources.script(f"cluster/load/{name.partition('.')[2]}") for name in names}
    return {name: con.execute(script).to_arrow_table() for name, script in scripts.items()}
