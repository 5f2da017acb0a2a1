"""Copies of the tables that scoring needs from a database that is already open in this process.

An open file is not attached again: DuckDB opens a file only once per process, and closing the file would release all
locks that the process has on the file.
"""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from dltrack_db.base import sql_text

_OF_COLLECTION = ("collections", "exclusions", "qrels_variants", "qrels", "subtopic_qrels")
_OF_RUNS = ("runs", "run_topics", "submitted_scores")


def take(
    source: duckdb.DuckDBPyConnection, con: duckdb.DuckDBPyConnection, collection: str, runs: Sequence[str]
) -> None:
    """Copy a collection and some of its runs from `source` into a new database `loaded`, in memory, of `con`."""
    con.execute("attach ':memory:' as loaded; create schema loaded.store")
    home = f"collection = {sql_text.literal(collection)}"
    condition = f"{home} and list_contains({sql_text.literal(list(runs))}, run_id)"
    for table in _OF_COLLECTION:
        _copy(source, con, f"main.{table}", home)
    for table in _OF_RUNS:
        _copy(source, con, f"main.{table}", condition)
    judged = f"query_id in (select query_id from main.qrels where {home})"  # other topics are not scored
    answers = f"select answer_id from main.run_topics where {condition} and {judged}"
    _copy(source, con, "store.rankings", f"answer_id in ({answers})")


def take_texts(source: duckdb.DuckDBPyConnection, con: duckdb.DuckDBPyConnection, corpus: str) -> None:
    """Copy into `loaded` the ids of the documents in `main.rankings` that a completely loaded corpus contains."""
    asked = con.execute("select distinct doc_id from main.rankings").to_arrow_table()
    source.register("asked_ids", asked)
    name = sql_text.literal(corpus)
    condition = "(stem, key) in (select (corpus.stem(doc_id), corpus.key(doc_id)) from asked_ids)"
    con.execute("create schema loaded.systems")
    try:
        _copy(source, con, "systems.complete_corpora", f"corpus = {name}")
        _copy(source, con, "systems.corpus_ids", f"corpus = {name} and {condition}")
    finally:
        source.unregister("asked_ids")


def _copy(source: duckdb.DuckDBPyConnection, con: duckdb.DuckDBPyConnection, table: str, condition: str) -> None:
    rows = source.execute(f"select * from {table} where {condition}").to_arrow_table()
    con.register("rows_taken", rows)
    con.execute(f"create table loaded.{table} as select * from rows_taken")
    con.unregister("rows_taken")
