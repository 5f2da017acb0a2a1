"""Questions of strangers: their process ends in time and within its memory, and the next question is answered."""

from __future__ import annotations

import sys
import time

import pytest

from dltrack_db.errors import UsageError
from dltrack_db.plugins.mcp import bounded


def test_a_process_answers_is_ended_and_begun_again(sample_database, monkeypatch):
    with bounded.Bounded(sample_database, seconds=60, memory="300MB") as asked:
        assert asked._process is None  # nobody asked yet
        assert asked.ask("query", "select 1 as x")["rows"] == [[1]]
        first = asked._process
        with pytest.raises(UsageError, match="needs more memory than this server's limit of 300MB"):
            asked.ask("query", "select string_agg(repeat('y', 1000), '') from range(1000000)")
        with pytest.raises(UsageError, match="enable_logging"):
            asked.ask("query", "from enable_logging()")
        with pytest.raises(UsageError, match="did you mean"):
            asked.ask("describe", "leaderbord")
        assert asked._process is first
        first.kill()
        first.wait()
        asked.seconds = 1  # of the next process
        monkeypatch.setattr(bounded, "GRACE", 60)  # a busy machine is no fault
        with pytest.raises(UsageError, match="limit of 1 seconds"):
            asked.ask("query", "select sum(a.range + b.range) from range(9000000) a, range(9000000) b")
        second = asked._process
        assert second is not first and asked.ask("query", "select 2 as x")["rows"] == [[2]]
        assert asked._process is second
        monkeypatch.setattr(bounded, "GRACE", -0.9)  # as where DuckDB cannot be interrupted
        begun = time.monotonic()
        with pytest.raises(UsageError, match="limit of 1 seconds"):
            asked.ask("query", "select sum(a.range + b.range) from range(9000000) a, range(9000000) b")
        assert asked._process is None and time.monotonic() - begun < 20


@pytest.mark.campaign
def test_a_leaderboard_is_asked_for_by_the_fields_of_its_question(sample_database):
    with bounded.Bounded(sample_database, rows=3) as asked:
        told = asked.ask("question", "leaderboard", {"collection": "sample-docs", "where": "run_id like 'alder%'"}, 2)
    place = told["columns"].index("run_id")
    assert told["rows"] and all(row[place].startswith("alder") for row in told["rows"])


@pytest.mark.campaign
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts what is allocated")
def test_the_system_refuses_what_duckdb_does_not_count(sample_database, monkeypatch):
    """Values on their way to Python are nobody's memory; an overhead below what is there leaves them none."""
    started = bounded.Bounded._running

    def tight(self):
        process = started(self)
        import resource

        resource.prlimit(process.pid, resource.RLIMIT_DATA, (400_000_000, 400_000_000))
        return process

    monkeypatch.setattr(bounded.Bounded, "_running", tight)
    with bounded.Bounded(sample_database) as asked:
        with pytest.raises(UsageError, match="needs more memory than"):
            asked.ask("query", "select repeat('x', 300000000) as x")
        monkeypatch.undo()
        assert asked.ask("query", "select 1 as x")["rows"] == [[1]]


@pytest.mark.parametrize(
    ("size", "expected"), [("4GB", 4 << 30), ("500 MiB", 500 << 20), ("1.5gb", 3 << 29), ("100b", 100)]
)
def test_sizes_are_bytes(size, expected):
    assert bounded._bytes(size) == expected
