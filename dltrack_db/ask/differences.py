"""Differences between two loaded runs: by topic, or item by item for one topic."""

from __future__ import annotations

from typing import Annotated

import duckdb

from dltrack_db.ask.open_database import OpenDatabase
from dltrack_db.ask.questions import Input, question
from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError


@question(
    title="Differences between two runs",
    keys=("query_id", "doc_id"),
    point=("difference", "rank_a", "rank_b", "change", "relevance"),
    expendable=("new_items",),
    after="compare",
)
def diff(
    db: OpenDatabase,
    run_a: str,
    run_b: str,
    *,
    query: Annotated[str, Input("The topic's id. [default: list the topics that changed most]")] = "",
    collection: str | None = None,
    depth: Annotated[int, Input("Number of items of each run.", least=1)] = 20,
    limit: Annotated[int | None, Input("Number of topics to list.", short="-n", metavar="N", least=1)] = 10,
) -> Answer:
    """Show the items of one topic that differ between two loaded runs: both ranks, grade, and text if it is loaded.

    Example: dltrack diff p_bm25 p_bm25rm3 --query 2082 --depth 10

    Without --query, the command lists the topics whose nDCG@10 differs most; on a terminal, it then asks for a topic.
    """
    assert collection is not None  # `answering.ask` finds it by the runs
    if query:
        return list_items(db.duckdb, collection, run_a, run_b, depth, query)
    return list_topics(db.duckdb, collection, run_a, run_b, depth, limit)


def list_topics(
    con: duckdb.DuckDBPyConnection, collection: str, run_a: str, run_b: str, depth: int, most: int | None = None
) -> Answer:
    """List the topics on which the runs differ, largest difference first; at most `most` topics, or all for None."""
    values = {"run_a": run_a, "run_b": run_b, "depth": depth, "collection": collection, "shown": most}
    title = f"{collection}: topics with the largest differences in nDCG@10 between {run_a} (A) and {run_b} (B)"
    return Answer.ask(con, sql_text.written_out(resources.script("ask/differences/topics"), values), title=title)


def list_items(
    con: duckdb.DuckDBPyConnection, collection: str, run_a: str, run_b: str, depth: int, topic: str
) -> Answer:
    """List the items in the first `depth` ranks of either run for a topic, with grade, and text if it is loaded."""
    values = {"run_a": run_a, "run_b": run_b, "depth": depth, "collection": collection, "query": topic}
    title = f"{collection}, topic {topic}: {run_a} (A) against {run_b} (B)"
    answer = Answer.ask(con, sql_text.written_out(resources.script("ask/differences/items"), values), title=title)
    if not answer.rows:
        raise UsageError(f"neither '{run_a}' nor '{run_b}' retrieves an item for topic '{topic}' of {collection}")
    return answer
