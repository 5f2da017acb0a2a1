"""Several measures at once, whatever the number of threads."""

from __future__ import annotations

import pytest

from dltrack_db.score import catalogue, requests, scores, scratch

THREADS = "select current_setting('threads')"


@pytest.fixture
def con():
    con = scratch.connect([*scratch.SCORING, "main.runs"])
    con.execute("insert into main.collections by name select 'c' as collection, 'e' as edition, 't' as task, "
                "'q' as query_set, 1 as min_relevance, 'double' as tie_rule")  # fmt: skip
    con.execute(
        "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
        "values ('c', 'nist', '1', 'b', 1, null), ('c', 'nist', '2', 'c', 1, null)"
    )
    con.execute("insert into main.run_topics values ('c', 'r', '1', 3, 1), ('c', 'r', '2', 1, 2)")
    con.execute("insert into store.rankings values (1, 'a', 1, 3, 1), (1, 'b', 2, 2, 2), (1, 'c', 3, 1, 3), "
                "(2, 'c', 1, 3, 1)")  # fmt: skip
    yield con
    con.close()


@pytest.mark.parametrize("threads", [1, 3])
def test_the_means_and_the_threads_as_before(con, threads):
    con.execute(f"set threads = {threads}")
    measures = requests.resolve(["map", "P_2", "recip_rank"], catalogue.read(con))
    scores.judge(con, measures)
    names = scores.compute(con, measures)
    means = [row[1:3] for row in scores.means(con).fetchall()]
    assert means == [(names[0], 0.75), ("P_2", 0.5), (names[2], 0.75)]
    assert con.execute(THREADS).fetchone() == (threads,)
