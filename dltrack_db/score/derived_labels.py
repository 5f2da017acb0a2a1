"""Labels that follow from others of a database, for questions that take a set of labels by its name.

They are loaded nowhere: a question that names them finds them for as long as it takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.errors import UsageError
from dltrack_db.score import overlay

if TYPE_CHECKING:
    import pyarrow as pa

HYBRID = "hybrid"
"""The labels of `labels.hybrid_document_labels` by the rule of the paper, unless a set of that name is loaded."""
_ADDED = ("main.qrels", "main.qrels_variants", "main.judged_rankings")
"""Tables that have rows of derived labels, too, in the database of a block."""
_RUNS = "main.run_topics"


def read(con: duckdb.DuckDBPyConnection, collection: str) -> pa.Table:
    """Return the hybrid labels of a collection of the database in use, as rows of `main.qrels`."""
    query = sql_text.written_out(resources.script("score/derived_labels/hybrid"), {"collection": collection})
    rows = con.execute(query).to_arrow_table()
    if not rows.num_rows:
        raise UsageError(
            f"{collection} has no labels '{HYBRID}': they are derived from judged passages of its edition, whose "
            "documents are not known yet; load the texts, such as: dltrack ingest corpus msmarco-v2-passage"
        )
    return rows


def is_loaded(con: duckdb.DuckDBPyConnection, collection: str) -> bool:
    """Return whether the database in use holds a set of labels of that name, which then counts."""
    query = (
        f"select 1 from main.qrels where collection = {sql_text.literal(collection)} and variant = '{HYBRID}' limit 1"
    )
    return con.execute(query).fetchone() is not None


@contextmanager
def available(con: duckdb.DuckDBPyConnection, collection: str, labels: str | None) -> Iterator[bool]:
    """Use an overlay with the hybrid labels for the block, if `labels` names them and they are not loaded.

    The block receives whether it does. The overlay has no other runs than those of the collection.
    """
    if labels != HYBRID or is_loaded(con, collection):
        yield False
        return
    rows = read(con, collection)
    with overlay.over(con) as home:
        con.execute("create schema derived")
        for name in _ADDED:
            extra_rows = name.replace("main", "derived")
            con.execute(f"create table {extra_rows} as from {home}.{name} limit 0")
            con.execute(f"create or replace view {name} as from {home}.{name} union all by name from {extra_rows}")
        where = f"where collection = {sql_text.literal(collection)}"
        con.execute(f"create or replace view {_RUNS} as from {home}.{_RUNS} {where}")
        con.register("derived_rows", rows)
        con.execute("insert into derived.qrels by name from derived_rows")
        con.unregister("derived_rows")
        for block in ("described", "judged"):
            con.execute(resources.script(f"score/derived_labels/{block}"))
        yield True
