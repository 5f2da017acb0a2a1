"""Differences between two loaded runs: by topic, or item by item for one topic."""

from __future__ import annotations

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError


def list_topics(
    con: duckdb.DuckDBPyConnection, collection: str, run_a: str, run_b: str, depth: int, most: int | None = None
) -> Answer:
    """List the topics on which the runs differ, those that moved most first, `most` of them, or all."""
    values = {"run_a": run_a, "run_b": run_b, "depth": depth, "collection": collection, "shown": most}
    title = f"{collection}: the topics that moved most from {run_a} (A) to {run_b} (B), by nDCG@10"
    return Answer.ask(con, sql_text.written_out(resources.script("ask/differences/topics"), values), title=title)


def list_items(
    con: duckdb.DuckDBPyConnection, collection: str, run_a: str, run_b: str, depth: int, topic: str
) -> Answer:
    """List what both runs retrieve for a topic, with grade, and text where it is loaded.

    Raises:
        UsageError: neither run retrieves anything for it.
    """
    values = {"run_a": run_a, "run_b": run_b, "depth": depth, "collection": collection, "query": topic}
    title = f"{collection}, topic {topic}: {run_a} (A) against {run_b} (B)"
    answer = Answer.ask(con, sql_text.written_out(resources.script("ask/differences/items"), values), title=title)
    if not answer.rows:
        raise UsageError(f"neither '{run_a}' nor '{run_b}' retrieves anything for topic '{topic}' of {collection}")
    return answer
