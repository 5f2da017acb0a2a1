"""Several measures at once: a thread for each of them, and the values of one after the other."""

from __future__ import annotations

import threading

import duckdb
import pytest

from dltrack_db.score import catalogue, requests, scores, scratch

THREADS = "select current_setting('threads')"
opened: list[duckdb.DuckDBPyConnection] = []
noted: list[tuple[int, bool]] = []


class Noticing(requests.Request):
    """A request that notes by how many threads its query would be computed."""

    def query(self, shared: str = "") -> str:
        (threads,) = opened[-1].cursor().execute(THREADS).fetchone()  # a connection has one result at a time
        noted.append((threads, threading.current_thread() is threading.main_thread()))
        return super().query(shared)


@pytest.fixture
def con():
    con = scratch.connect([*scores.NEEDED, "main.runs"])
    con.execute("insert into main.collections by name select 'c' as collection, 'e' as edition, 't' as task, "
                "'q' as query_set, 1 as min_relevance, 'double' as tie_rule")  # fmt: skip
    con.execute(
        "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
        "values ('c', 'nist', '1', 'b', 1, null), ('c', 'nist', '2', 'c', 1, null)"
    )
    con.execute("insert into main.run_topics values ('c', 'r', '1', 3, 1), ('c', 'r', '2', 1, 2)")
    con.execute("insert into store.rankings values (1, 'a', 1, 3, 1), (1, 'b', 2, 2, 2), (1, 'c', 3, 1, 3), "
                "(2, 'c', 1, 3, 1)")  # fmt: skip
    opened.append(con)
    noted.clear()
    yield con
    con.close()


@pytest.mark.parametrize("threads", [1, 3])
def test_each_measure_has_one_thread(con, threads):
    con.execute(f"set threads = {threads}")
    known = catalogue.read(con)
    asked = [Noticing(each.measure, each.arguments, each.label, each.min_relevance, each.values)
             for each in requests.resolve(["map", "P_2", "recip_rank"], known)]  # fmt: skip
    names = scores.compute(con, asked)
    assert noted[-3:] == [(1, threads == 1)] * 3
    means = [row[1:3] for row in scores.means(con).fetchall()]
    assert means == [(names[0], 0.75), ("P_2", 0.5), (names[2], 0.75)]
    assert con.execute(THREADS).fetchone() == (threads,)
