"""Every measure equals trec_eval 9's C code (pytrec_eval) on random collections, topic by topic, to 1e-9."""

from __future__ import annotations

import math

import pytest
import scored
from hypothesis import given, settings
from hypothesis import strategies as st

TOLERANCE = 1e-9


def test_every_measure_on_random_collections():
    con = scored.connect()
    expected = {}
    collections = {f"c{seed}": scored.random_collection(seed) for seed in range(60)}
    scored.add_all(con, collections)
    for name, (qrels, runs, level) in collections.items():
        for (run, query, measure), value in scored.reference(qrels, runs, level).items():
            expected[(name, run, query, measure)] = value
    rows = con.execute("select collection, run_id, query_id, measure, value from metrics.score_queries()").fetchall()
    actual = {tuple(row[:4]): row[4] for row in rows}
    assert len(actual) == len(rows), "a value stands there twice"
    wrong = {
        key: (value, actual.get(key))
        for key, value in expected.items()
        if not math.isclose(value, actual.get(key, math.nan), abs_tol=TOLERANCE)
    }
    assert not wrong
    assert len(expected) > 20_000


def test_topics_that_a_run_leaves_out_count_nothing():
    con = scored.connect()
    scored.add(con, "c", {"q1": {"a": 1}, "q2": {"a": 1, "b": 0}}, {"r": {"q1": {"a": 1.0}}}, 1)
    rows = con.execute("select measure, value from metrics.score_queries() where query_id = 'q2'").fetchall()
    not_zero = {measure: value for measure, value in rows if value != 0}
    floors = {"gm_map": math.log(1e-5), "gm_bpref": math.log(1e-5)}
    unread = {"asl": 1000, "asl_g1": 1000, "asl_g10": 1000}  # the relevant item is behind all that can be returned
    assert not_zero == {"num_q": 1, "num_rel": 1} | floors | unread


@pytest.fixture(scope="module")
def con():
    """A database for many examples, each in a transaction that is rolled back: to build one takes longest."""
    return scored.connect()


grades = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 3), min_size=1, max_size=8)
scores = st.dictionaries(st.sampled_from("abcdefghxyz"), st.sampled_from([0.5, 1.0, 1.00000001, 2.0]), min_size=1)


@pytest.mark.more
@settings(max_examples=25)
@given(qrels=st.dictionaries(st.sampled_from(["q1", "q2"]), grades, min_size=1), run=scores, level=st.integers(1, 3))
def test_common_measures_on_any_collection(con, qrels, run, level):
    con.execute("begin")
    runs = {"r": dict.fromkeys(qrels, run)}
    scored.add(con, "c", qrels, runs, level)
    expected = scored.reference(qrels, runs, level)
    rows = con.execute("select run_id, query_id, measure, value from metrics.common_scores()").fetchall()
    con.execute("rollback")
    assert rows
    for run_id, query, measure, value in rows:
        assert math.isclose(value, expected[run_id, query, measure], abs_tol=TOLERANCE)


def test_trec_eval_10_compares_scores_as_double():
    run = {"r": {"q": {"a": 0.123456789, "b": 0.123456788}}}
    for rule, rank in (("float", 2), ("double", 1)):
        con = scored.connect()
        scored.add(con, "c", {"q": {"a": 1}}, run, 1, rule)
        assert con.execute("select value from metrics.recip_rank()").fetchall() == [(1 / rank,)]
        assert con.execute("select value from metrics.recip_rank(tie_rule := 'double')").fetchall() == [(1.0,)]
        assert con.execute("select value from metrics.recip_rank(tie_rule := 'float')").fetchall() == [(0.5,)]


def test_trec_eval_10_rounds_recall_levels():
    # a quarter of nine relevant items is 2.25: trec_eval 9 asks for floor(2.25 + 0.9) = 3 of them, 10 for 2
    qrels = {"q": {f"r{i}": 1 for i in range(9)}}
    run = {"r": {"q": {"r0": 5.0, "r1": 4.0, "x": 3.0, "r2": 2.0}}}
    con = scored.connect()
    scored.add(con, "c", qrels, run, 1)
    values = {
        rule: con.execute(f"select value from metrics.iprec_at_recall([0.25], tie_rule := '{rule}')").fetchone()[0]
        for rule in ("float", "double")
    }
    assert values == {"float": 3 / 4, "double": 1.0}


def test_submitted_order_is_that_of_the_rank_column():
    con = scored.connect()
    scored.add(con, "c", {"q": {"a": 1}}, {"r": {"q": {"x": 1.0, "a": 9.0}}}, 1)
    assert con.execute("select value from metrics.recip_rank(tie_rule := 'submitted')").fetchall() == [(0.5,)]


def test_condensed_lists_equal_those_of_runs_without_unjudged_items():
    con = scored.connect()
    qrels = {"q": {"a": 2, "b": 0, "c": 1}}
    full = {"x": 9.0, "a": 8.0, "y": 7.0, "c": 6.0, "b": 5.0}
    scored.add(con, "full", qrels, {"r": {"q": full}}, 1)
    scored.add(con, "short", qrels, {"r": {"q": {d: s for d, s in full.items() if d in qrels["q"]}}}, 1)
    query = "select measure, value from metrics.score_queries(judged_only := {}) where collection = '{}' order by all"
    condensed = con.execute(query.format("true", "full")).fetchall()
    assert condensed == con.execute(query.format("false", "short")).fetchall()
