"""Atomized search length as a measure: by hand, by another count, and never better for a run that returns less."""

from __future__ import annotations

import itertools
import statistics
from collections import defaultdict

import pytest
import scored
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dltrack_db.errors import UsageError
from dltrack_db.score import catalogue, requests


def read(con, sql, *parameters):
    return con.execute(sql, list(parameters)).fetchall()


RANKED = {"a": "rxrrx", "b": "xxr", "c": ""}
"""A run of three topics, from the top: relevant items (r) and others (x); it leaves c out."""
NUM_REL = {"a": 4, "b": 2, "c": 1, "d": 0}
"""d has no relevant item, and so no value."""


def small_collection(run_depth):
    """Labels and a run for one collection, with a limit of depth or none."""
    con = scored.connect()
    qrels, run = {}, {}
    for topic, num_rel in NUM_REL.items():
        qrels[topic] = {f"r{i}": 2 for i in range(num_rel)} | {"n": 1}
        numbers = {"r": itertools.count(), "x": itertools.count()}
        docs = [f"{kind}{next(numbers[kind])}" for kind in RANKED.get(topic, "")]
        if docs:
            run[topic] = {doc: float(-i) for i, doc in enumerate(docs)}
    scored.add(con, "c", qrels, {"run": run}, 2)
    con.execute("update main.collections set run_depth = $1", [run_depth])
    return con


@pytest.mark.more
@pytest.mark.parametrize(
    ("run_depth", "expected"),
    [
        # a finds three of four at ranks 1, 3 and 4: 1, 2, 2, and the fourth costs N - 3; b one of two at rank 3: 3, and
        # N - 1; c costs N
        (5, {"a": (7 / 4, 1, 7 / 4), "b": (7 / 2, 3, 7 / 2), "c": (5, 5, 5)}),
        (None, {"a": (1002 / 4, 1, 1002 / 4), "b": (1002 / 2, 3, 1002 / 2), "c": (1000, 1000, 1000)}),
        # cut at 2: a finds one of four, b none
        (2, {"a": (4 / 4, 1, 4 / 4), "b": (2, 2, 2), "c": (2, 2, 2)}),
    ],
)
def test_measures_by_hand(run_depth, expected):
    con = small_collection(run_depth)
    calls = " union all ".join(f"from metrics.{call}" for call in ("asl()", "asl_g([1, 10])"))
    values = {(row[2], row[3]): row[4] for row in read(con, calls)}
    names = ("asl", "asl_g1", "asl_g10")
    assert values == {
        (topic, name): each for topic, row in expected.items() for name, each in zip(names, row, strict=True)
    }


def test_depth_of_ones_own():
    con = small_collection(5)
    own = read(con, "from metrics.asl(depth := 1000) order by query_id")
    assert own == read(small_collection(None), "from metrics.asl() order by query_id")


def test_first_two_items_lie_between_one_and_all():
    con = small_collection(5)
    values = {row[2]: row[4] for row in read(con, "from metrics.asl_g(2)")}
    assert values == {"a": 3 / 2, "b": 7 / 2, "c": 5}


@pytest.mark.more
@pytest.mark.parametrize("rule", ["float", "double", "submitted"])
@pytest.mark.parametrize("seed", range(6))
def test_measures_equal_a_count_by_hand(seed, rule):
    """Ties, negative grades, topics left out and without relevant items; the order is that of the load."""
    con = scored.connect()
    qrels, runs, level = scored.random_collection(seed)
    scored.add(con, "c", qrels, runs, level, rule=rule)
    con.execute("update main.collections set run_depth = 20")
    ranked = defaultdict(list)
    for run, query, doc in read(con, "select run_id, query_id, doc_id from main.rankings order by rank"):
        ranked[run, query].append(doc)
    expected = {}
    for run in runs:
        for query, grades in qrels.items():
            wanted = {doc for doc, grade in grades.items() if grade >= level}
            items = (ranked[run, query] + [None] * 20)[:20]
            found = [1 + sum(x not in wanted for x in items[:i]) for i, doc in enumerate(items) if doc in wanted]
            lengths = found + [sum(x not in wanted for x in items)] * (len(wanted) - len(found))
            for name, n in (("asl", None), ("asl_g1", 1), ("asl_g3", 3)):
                if lengths:
                    expected[run, query, name] = statistics.mean(lengths[:n])
    rows = read(con, "from metrics.asl() union all from metrics.asl_g([1, 3])")
    assert {tuple(row[1:4]): row[4] for row in rows} == pytest.approx(expected, abs=1e-9)
    assert expected


@pytest.mark.campaign
@given(
    relevant=st.lists(st.booleans(), min_size=1, max_size=60),
    missing=st.integers(0, 5),
    run_depth=st.integers(1, 60),
    kept=st.sampled_from([2, 10, 20, 50]),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_run_that_returns_less_never_gains(scratch_db, relevant, missing, run_depth, kept):
    """By any of the measures, at any depth: a list cut short costs at least as much."""
    qrels = {"q": {f"d{i:02d}": int(is_relevant) for i, is_relevant in enumerate(relevant)}}
    qrels["q"] |= {f"m{i}": 1 for i in range(missing)}
    whole = {doc: float(-i) for i, doc in enumerate(qrels["q"]) if doc[0] == "d"}
    runs = {"whole": {"q": whole}, "cut": {"q": dict(itertools.islice(whole.items(), kept))}}
    con = scratch_db
    con.execute("begin")
    scored.add(con, "c", qrels, runs, 1)
    con.execute("update main.collections set run_depth = $1", [run_depth])
    values = {(row[1], row[3]): row[4] for row in read(con, "from metrics.asl() union all from metrics.asl_g([1, 10])")}
    con.execute("rollback")
    for (run, measure), value in values.items():
        assert value <= values["cut", measure] or run == "cut"
    assert len(values) == (6 if any(relevant) or missing else 0)


@pytest.fixture(scope="module")
def scratch_db():
    return scored.connect()


@pytest.mark.parametrize("text", ["ASL@10", "ASL@g2-10", "AP@g1-10", "ASL@g1-0", "ASL(items=3)@g1"])
def test_what_is_no_search_length_is_refused(text):
    with pytest.raises(UsageError):
        scored.label(text)


@pytest.mark.parametrize(
    ("paper", "ours"), [("ASL", "asl"), ("ASL@g1", "asl_g1"), ("ASL@g1-10", "asl_g10"), ("ASL@g1-7", "asl_g.7")]
)
def test_the_papers_spelling_is_the_measure(paper, ours):
    con = scored.connect()
    known = catalogue.read(con)
    (one,), (other,) = requests.resolve([paper], known), requests.resolve([ours], known)
    assert requests.stored_name(one) == other.names[0]
    assert one.min_relevance is None
    assert read(con, "select direction from metrics.directions where name = metrics.base_name($1)", paper) == [(-1,)]
