"""Labels that follow from others of a database, for questions that take a set of labels by its name.

They are loaded nowhere: a question that names them finds them for as long as it takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.errors import UsageError
from dltrack_db.score import overlay
from dltrack_db.store import collections

if TYPE_CHECKING:
    import pyarrow as pa

HYBRID = "hybrid"
"""The labels of `labels.hybrid_document_labels` by the rule of the paper, unless a set of that name is loaded."""
_ADDED = ("main.qrels", "main.qrels_variants", "main.judged_rankings")
"""Tables that have rows of derived labels, too, in the database of a block."""
_RUNS = "main.run_topics"


def name(labels: str | None, fill: Sequence[str]) -> str | None:
    """Return the name of a set of labels, which says what it is filled from."""
    if fill and not labels:
        raise UsageError("name the set of labels to fill: --labels NAME, in Python labels='NAME'")
    return f"{labels} filled from {', '.join(fill)}" if fill else labels


def read(con: duckdb.DuckDBPyConnection, collection: str, labels: str, fill: Sequence[str] = ()) -> pa.Table:
    """Return the hybrid labels of a collection of the database in use, or filled ones, as rows of `main.qrels`."""
    if fill:
        collections.check_labels(collection, [labels, *fill], collections.variants(con, collection))
    try:
        rows = _run(con, "filled" if fill else "hybrid", collection, labels, fill).to_arrow_table()
    except duckdb.InvalidInputException as error:  # of labels.can_fill
        raise UsageError(str(error).removeprefix("Invalid Input Error: ")) from error
    if not rows.num_rows:
        raise UsageError(
            f"{collection} has no labels '{HYBRID}': they are derived from judged passages of its edition, whose "
            "documents are not known yet; load the texts, such as: dltrack ingest corpus msmarco-v2-passage"
        )
    if useless := [each for each in fill if each not in rows["iteration"].unique().to_pylist()]:
        raise UsageError(*_run(con, "useless", collection, labels, useless).fetchall()[0])
    return rows


def add(
    con: duckdb.DuckDBPyConnection, rows: pa.Table, collection: str, labels: str, fill: Sequence[str], schema: str
) -> None:
    """Add derived labels to the tables of a schema; filled ones have the level of `labels`."""
    con.register("derived_rows", rows)
    con.execute(f"insert into {schema}.qrels by name from derived_rows")
    con.unregister("derived_rows")
    _run(con, "described", collection, labels, fill, variants_asked=f"{schema}.qrels_variants")


def notes(
    con: duckdb.DuckDBPyConnection,
    collection: str,
    labels: str | None,
    fill: Sequence[str],
    *,
    table: str = "main.qrels",
    truth: str = "",
) -> list[str]:
    """Return how much of the runs' top ten is filled, the topics left out, and if labels are those of the set `truth`.

    `table` has all loaded labels.
    """
    words = {"loaded_asked": table, "truth_asked": sql_text.quote_text(truth)}
    return [note for (note,) in _run(con, "notes", collection, str(labels), fill, **words).fetchall()] if fill else []


def _run(
    con: duckdb.DuckDBPyConnection, script: str, collection: str, labels: str, fill: Sequence[str], **words: str
) -> duckdb.DuckDBPyConnection:
    values = {
        "collection": collection,
        "labels": name(labels, fill),
        "base": labels if fill else None,
        "fills": list(fill),
    }
    return con.execute(sql_text.written_out(resources.script(f"score/derived_labels/{script}"), values, words))


@contextmanager
def available(
    con: duckdb.DuckDBPyConnection, collection: str, labels: str | None, fill: Sequence[str] = ()
) -> Iterator[str | None]:
    """Use an overlay with the filled labels for the block, or with the hybrid ones if they are named and not loaded.

    The block receives their name, or None without such labels. The overlay has no other runs than those of the
    collection.
    """
    label_name = name(labels, fill)
    if not fill and (labels != HYBRID or HYBRID in collections.variants(con, collection)):
        yield None
        return
    schema = "filled" if fill else "derived"  # the block may fill hybrid labels
    rows = read(con, collection, str(labels), fill)
    with overlay.over(con) as home:
        con.execute(f"create schema {schema}")
        for table in _ADDED:
            extra_rows = table.replace("main", schema)
            con.execute(f"create table {extra_rows} as from {home}.{table} limit 0")
            con.execute(f"create or replace view {table} as from {home}.{table} union all by name from {extra_rows}")
        where = f"where collection = {sql_text.literal(collection)}"
        con.execute(f"create or replace view {_RUNS} as from {home}.{_RUNS} {where}")
        add(con, rows, collection, str(labels), fill, schema)
        _run(con, "judged", collection, str(labels), fill, judged_asked=f"{schema}.judged_rankings")
        yield label_name
