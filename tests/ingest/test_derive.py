"""The derived tables, refreshed for several collections in one transaction."""

from __future__ import annotations

from dltrack_db import database
from dltrack_db.ingest import publish


def test_a_collection_without_runs_does_not_cost_the_next_one_its_scores(tmp_path):
    """DuckDB 1.5.5 loses a large ordered insert that follows an empty one in the same transaction."""
    path = tmp_path / "x.duckdb"
    con = database.connect()
    database.attach(con, path, read_only=False)
    database.initialize(con, path)
    con.execute(
        "insert into main.collections (collection, edition, task, query_set) values "
        "('empty', 'e', 'docs', 'e'), ('full', 'e', 'docs', 'e')"
    )
    with database.transaction(con):
        con.execute(
            "insert into main.qrels select 'full', 'nist', (range % 100)::varchar, 'd' || range, 1, '0' "
            "from range(130000)"
        )
        con.execute(
            "insert into store.rankings select range % 100, 'd' || range, range // 100 + 1, "
            "-range, range // 100 + 1 from range(130000)"
        )
        con.execute("insert into main.run_topics select 'full', 'r', range::varchar, 1300, range from range(100)")
        publish.refresh(con, ["empty", "full"])
        inside = con.execute("select count(*) from main.judged_rankings").fetchone()
    assert inside == con.execute("select count(*) from main.judged_rankings").fetchone() == (130000,)
    assert con.execute("select value from metrics.run_scores where measure = 'map'").fetchone() == (1.0,)
    con.close()
