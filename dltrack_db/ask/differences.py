"""What moved between two loaded runs: by topic, or item by item for one topic."""

from __future__ import annotations

from dltrack_db.base import resources, sql_text
from dltrack_db.errors import UsageError


def topics_query(collection: str, run_a: str, run_b: str, depth: int, most: int | None = None) -> str:
    """The topics on which the runs differ, those that moved most first, `most` of them, or all."""
    values = {"run_a": run_a, "run_b": run_b, "depth": depth, "collection": collection, "shown": most}
    return sql_text.written_out(resources.script("ask/moved/topics"), values)


def items_query(collection: str, run_a: str, run_b: str, depth: int, topic: str) -> str:
    """What both retrieve for a topic, with grade, and text where it is loaded."""
    values = {"run_a": run_a, "run_b": run_b, "depth": depth, "collection": collection, "query": topic}
    return sql_text.written_out(resources.script("ask/moved/items"), values)


def nothing_retrieved(collection: str, run_a: str, run_b: str, topic: str) -> UsageError:
    """What to raise where neither run answers the topic."""
    return UsageError(f"neither '{run_a}' nor '{run_b}' retrieves anything for topic '{topic}' of {collection}")
