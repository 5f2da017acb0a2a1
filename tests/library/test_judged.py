"""A scratch database orders its runs by no more rules than the measures asked for look at, and by all of those."""

from __future__ import annotations

import pytest

from dltrack_db.score import catalogue, requests, scores, scratch


@pytest.fixture
def con():
    """One answer of two items: 'b' first by score, 'a' first by the rank column."""
    con = scratch.connect(scratch.SCORING, is_small=True)
    con.execute(
        "insert into main.collections (collection, edition, task, query_set, min_relevance, tie_rule) "
        "values ('c', '', '', '', 1, 'float')"
    )
    con.execute(
        "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
        "values ('c', 'nist', '1', 'a', 1, '0'), ('c', 'nist', '1', 'b', 0, '0')"
    )
    con.execute("insert into main.run_topics values ('c', 'r', '1', 2, 7)")
    con.execute("insert into store.rankings values (7, 'a', 1, 1.5, 2), (7, 'b', 2, 2.5, 1)")
    yield con
    con.close()


def judged(con, *names):
    measures = catalogue.read(con).measures
    scores.judge(con, [requests.Request(measures[name], ()) for name in names])
    return con.execute(
        "select answer_id, doc_id, rank, relevance, rank_submitted from main.judged_rankings order by doc_id"
    ).fetchall()


def test_the_rank_of_the_collection_is_enough_for_measures_without_a_rule_of_their_own(con):
    assert [row[:4] for row in judged(con, "map", "ndcg")] == [(7, "a", 2, 1), (7, "b", 1, 0)]


def test_a_measure_with_a_rule_of_its_own_finds_the_ranks_of_that_rule(con):
    assert judged(con, "map", "rr_msmarco") == [(7, "a", 2, 1, 1), (7, "b", 1, 0, 2)]
