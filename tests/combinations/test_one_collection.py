"""A question about one collection reads the rankings and scores of that collection: its name reaches the tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dltrack_db import sqlfiles

pytestmark = pytest.mark.more

TABLES = {"rankings", "judged_rankings", "query_scores", "stand_in_scores"}
"""The tables that grow with the runs."""
_KNOWN = Path(__file__).parent / "reads_all_collections.txt"
EXCEPTIONS = {
    view: reason
    for line in _KNOWN.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
    for view, _, reason in [line.partition(": ")]
}
VIEWS = sorted(
    obj.full_name
    for obj in sqlfiles.all_objects()
    if obj.kind == "view" and "collection" in obj.header.columns and obj.schema not in ("exhibits", "published")
)


def rows_read(con: Any, query: str) -> dict[str, int]:
    """Rows that scans of the tables give to the rest of the plan of a query, after the conditions that reach them."""
    ((_, text),) = con.execute(f"explain (analyze, format json) {query}").fetchall()
    rows = dict.fromkeys(TABLES, 0)

    def add(node: dict[str, Any]) -> None:
        table = str(node.get("extra_info", {}).get("Table", "")).rpartition(".")[2]
        if "SCAN" in node.get("operator_name", "") and table in rows:
            rows[table] += node["operator_cardinality"]
        for child in node.get("children", []):
            add(child)

    add(json.loads(text))
    return rows


def reads_others(con: Any, view: str) -> bool:
    """Return True if as many rows of a table are read for one of two collections as for both."""
    whole = rows_read(con, f"from {view}")
    part = rows_read(con, f"from {view} where collection = 'mini-docs'")
    return any(whole[table] and part[table] > 0.75 * whole[table] for table in TABLES)


def test_both_collections_have_runs(mini_db: Any) -> None:
    counts = mini_db.execute("select count(*) from main.judged_rankings group by collection").fetchall()
    assert len(counts) == 2
    assert 3 * min(counts)[0] > max(counts)[0]  # or three quarters would say nothing
    assert rows_read(mini_db, "from main.query_scores")["query_scores"] > 0
    assert not reads_others(mini_db, "metrics.run_scores")


@pytest.mark.parametrize("view", VIEWS)
def test_one_collection_costs_that_collection(mini_db: Any, view: str) -> None:
    if reads_others(mini_db, view):
        assert view in EXCEPTIONS, "a condition on the collection reaches none of its tables"
    else:
        assert view not in EXCEPTIONS, f"take it out of {_KNOWN.name}"
