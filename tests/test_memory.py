"""One promise on memory: every connection has a limit, and trials are not kept by the million."""

from __future__ import annotations

import os

import pytest

from dltrack_db.base import config
from dltrack_db.score import scratch
from dltrack_db.store import database


def limit(con):
    with con:
        return con.execute("select current_setting('memory_limit')").fetchone()[0]


def test_every_connection_takes_what_the_user_said_or_the_usual(monkeypatch):
    monkeypatch.delenv("DLTRACK_MEMORY", raising=False)
    usual = limit(database.connect())
    assert limit(scratch.connect([])) == usual and usual.endswith("iB")
    assert float(config.usual_memory().removesuffix("MB")) <= 1500
    monkeypatch.setenv("DLTRACK_MEMORY", "300MiB")
    assert limit(database.connect()) == limit(scratch.connect([])) == "300.0 MiB"
    assert limit(database.connect("200MiB")) == "200.0 MiB"  # an option wins


def test_a_small_machine_gives_a_quarter(monkeypatch):
    monkeypatch.delenv("DLTRACK_MEMORY", raising=False)
    monkeypatch.setattr(os, "sysconf", lambda name: {"SC_PAGE_SIZE": 4000, "SC_PHYS_PAGES": 500_000}[name])
    assert config.usual_memory() == "500MB"


@pytest.mark.more
def test_two_runs_on_many_topics_are_compared_in_little_memory():
    """Every trial draws for every topic: 800,000 rows here, which are added up as they come and never kept.

    Of the limit joins that ask whether names are known take 6 MB before they have a row.
    """
    con = database.connect("52MB")
    con.execute("set max_temp_directory_size = '0KB'")
    scratch.build(con, ["statistics.compare_runs"], ())
    con.execute(
        "insert into main.query_scores select 'c', run_id, topic::varchar, 'm', (topic * number) % 7 / 7 "
        "from (values ('a', 3), ('b', 5)) as runs (run_id, number), range(400) as topics (topic)"
    )
    row = con.execute(
        "select num_q, low < mean_difference, mean_difference < high from statistics.compare_runs('a', 'b', ['m'])"
    )
    assert row.fetchall() == [(400, True, True)]
    con.close()
