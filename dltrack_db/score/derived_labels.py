"""Derived labels: label sets that are computed from loaded label sets when a question names them.

Derived labels are never stored; they exist only until the question is answered.
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
"""Name of the labels that `labels.hybrid_document_labels` derives, unless a loaded label set has this name."""
_ADDED = ("main.qrels", "main.qrels_variants", "main.judged_rankings")
"""Tables to which an overlay adds rows about derived labels."""
_RUNS = "main.run_topics"


def name(labels: str | None, fill: Sequence[str]) -> str | None:
    """Return the name of a label set; the name of a filled set includes the sets that fill its gaps."""
    if fill and not labels:
        raise UsageError("no label set to fill is named; add --labels NAME, in Python labels='NAME'")
    return f"{labels} filled from {', '.join(fill)}" if fill else labels


def read(con: duckdb.DuckDBPyConnection, collection: str, labels: str, fill: Sequence[str] = ()) -> pa.Table:
    """Return the hybrid labels or, with `fill`, the filled labels of a collection, as rows of `main.qrels`.

    The labels are computed from the current database.
    """
    if fill:
        collections.check_labels(collection, [labels, *fill], collections.variants(con, collection))
    try:
        rows = _run(con, "filled" if fill else "hybrid", collection, labels, fill).to_arrow_table()
    except duckdb.InvalidInputException as error:  # of labels.can_fill
        raise UsageError(str(error).removeprefix("Invalid Input Error: ")) from error
    if not rows.num_rows:
        raise UsageError(
            f"{collection} has no labels '{HYBRID}', because hybrid labels need the documents of the edition's judged "
            "passages, which are unknown until texts are loaded; load the texts, for example: dltrack ingest "
            "corpus msmarco-v2-passage"
        )
    if useless := [each for each in fill if each not in rows["iteration"].unique().to_pylist()]:
        raise UsageError(*_run(con, "useless", collection, labels, useless).fetchall()[0])
    return rows


def add(
    con: duckdb.DuckDBPyConnection, rows: pa.Table, collection: str, labels: str, fill: Sequence[str], schema: str
) -> None:
    """Add derived labels to the tables of a schema; filled labels get the relevance level of `labels`."""
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
    """Return notes on filled labels; [] without `fill`.

    The notes are on the share of filled items in the runs' top ten, on excluded topics, and on labels that are also in
    the label set `truth`. `table` contains all loaded labels.
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
    """In the block, use an overlay with the filled labels, or with the hybrid labels if `labels` names them.

    The block receives the name of the derived labels, or None if `labels` is a loaded label set; then there is no
    overlay. The overlay contains only the runs of the collection.
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
