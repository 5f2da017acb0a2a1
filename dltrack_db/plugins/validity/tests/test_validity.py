"""Splits are equal, disjoint and repeatable; checkpoints are picked as the paper says."""

from __future__ import annotations

import hashlib
from collections import Counter
from statistics import mean

import pytest
from mini_track import insert
from scipy.stats import ttest_rel

DEV = {"step01": 0.2, "step02": 0.5, "step03": 0.49999, "step04": 0.1}
TEST_A = {"step01": 0.3, "step02": 0.4, "step03": 0.6, "step04": 0.6}
TEST_B = {"step01": 0.7, "step02": 0.1, "step03": 0.2, "step04": 0.3}


@pytest.fixture(scope="module")
def db(new_db):
    con = new_db()
    insert(
        con,
        "main.collections",
        [
            {
                "collection": name,
                "edition": name,
                "task": "docs",
                "query_set": name,
                "qrels_variant": "msmarco" if name == "dev" else "nist",
            }
            for name in ("dev", "test-a", "test-b")
        ],
    )
    insert(
        con,
        "main.queries",
        [{"query_set": name, "query_id": str(i), "text": "x"} for name in ("dev", "test-a") for i in range(101)],
    )
    scores = []
    for collection, measure, values in (
        ("dev", "recip_rank", DEV),
        ("test-a", "ndcg_cut_10", TEST_A),
        ("test-b", "ndcg_cut_10", TEST_B),
    ):
        for run, value in [*values.items(), *([("stranger", 0.9)] if collection != "dev" else [])]:
            for query, shift in (("1", -0.05), ("2", 0.05)):
                row = {"collection": collection, "run_id": run, "query_id": query, "measure": measure}
                scores.append(row | {"value": value + shift})
    insert(con, "main.query_scores", scores)
    yield con
    con.close()


@pytest.mark.parametrize("parts", [2, 3, 7])
def test_splits_are_equal_and_cover_everything(db, parts):
    rows = db.execute(
        "select query_id, part from validity.query_splits($1) where query_set = 'dev'", [parts]
    ).fetchall()
    assert len(rows) == len(dict(rows)) == 101
    sizes = Counter(part for _, part in rows)
    assert set(sizes) == set(range(1, parts + 1))
    assert max(sizes.values()) - min(sizes.values()) <= 1


def test_splits_depend_on_the_seed_alone(db):
    sql = "select query_id, part from validity.query_splits(2, seed := $1) where query_set = 'dev' order by all"
    first, again, other = (db.execute(sql, [seed]).fetchall() for seed in ("s", "s", "t"))
    assert first == again != other


def test_standard_splits_are_those_of_sparse_topic_sets(db):
    rows = db.execute("from validity.dev_splits").fetchall()
    assert {row[0] for row in rows} == {"dev"}
    assert len(rows) == 101
    # papers that cite the standard splits must mean the same topics tomorrow
    order = sorted((str(i) for i in range(101)), key=lambda q: hashlib.md5(f"dltrack/dev/{q}".encode()).hexdigest())
    halves = {query: 1 if place < 51 else 2 for place, query in enumerate(order)}
    thirds = {query: 1 if place < 34 else 2 if place < 68 else 3 for place, query in enumerate(order)}
    assert {row[1]: row[2] for row in rows} == halves
    assert {row[1]: row[3] for row in rows} == thirds


def test_dev_set_picks_and_test_sets_only_report(db):
    rows = {
        (selected, collection): (run, value, shortfall, valid)
        for selected, run, _, collection, value, _, shortfall, valid in db.execute(
            "from validity.checkpoint_selection('dev', 'recip_rank', 'ndcg_cut_10')"
        ).fetchall()
    }
    assert len(rows) == 9
    # .5 and .49999 are equal to four decimals after rounding, so the earlier checkpoint wins
    assert rows["dev", "test-a"] == ("step02", pytest.approx(0.4), pytest.approx(0.2), True)
    assert rows["dev", "test-b"] == ("step02", pytest.approx(0.1), pytest.approx(0.6), True)
    assert rows["dev", "dev"][3] is False
    assert rows["test-a", "test-a"] == ("step03", pytest.approx(0.6), pytest.approx(0), False)
    assert rows["test-b", "test-a"] == ("step01", pytest.approx(0.3), pytest.approx(0.3), False)


def test_curves_number_the_checkpoints(db):
    rows = db.execute(
        "select run_id, checkpoint, is_dev from validity.checkpoint_scores('dev', 'recip_rank', 'ndcg_cut_10') "
        "where collection = 'test-a' order by checkpoint"
    ).fetchall()
    assert rows == [(f"step0{i}", i, False) for i in range(1, 5)]


def test_lucky_checkpoints_are_tested_in_pairs(mini_db):
    """The runs of the small track stand for checkpoints of one training run."""
    rows = mini_db.execute("from validity.lucky_checkpoints('mini-docs', 'recip_rank', 'ndcg_cut_10')").fetchall()
    assert [(*row[:2], row[3]) for row in rows] == [("mini-passages", "mini-docs", "mini-passages")]
    _, _, run, _, other, value, other_value, num_q, p_value = rows[0]
    values = {
        name: [
            score
            for (score,) in mini_db.execute(
                "select value from metrics.query_scores where collection = 'mini-passages' and run_id = $1 "
                "and measure = 'ndcg_cut_10' order by query_id",
                [name],
            ).fetchall()
        ]
        for name in (run, other)
    }
    assert run != other
    assert (value, other_value) == pytest.approx((mean(values[run]), mean(values[other])))
    assert num_q == len(values[run])
    assert p_value == pytest.approx(ttest_rel(values[run], values[other]).pvalue, abs=1e-9)


def test_split_scores_add_up_to_the_mean(mini_db):
    rows = mini_db.execute(
        """
        select run_id, sum(value * num_q) / sum(num_q) as pooled, sum(num_q)
        from validity.split_scores(2)
        where collection = 'mini-docs' and measure = 'ndcg_cut_10'
        group by run_id
        """
    ).fetchall()
    means = dict(
        mini_db.execute(
            "select run_id, value from metrics.run_scores where collection = 'mini-docs' and measure = 'ndcg_cut_10'"
        ).fetchall()
    )
    assert {run for run, *_ in rows} == set(means)
    for run, pooled, num_q in rows:
        assert pooled == pytest.approx(means[run])
        assert num_q == 5


def test_checkpoints_differ_by_the_rule_of_all_other_tests(empty_db):
    """One topic of a hundred differs in the tenth digit: that is a difference, and noise in the sixteenth is none."""
    insert(
        empty_db,
        "main.collections",
        [{"collection": name, "edition": name, "task": "docs", "query_set": name} for name in ("dev", "test")],
    )
    values = {
        ("dev", "step1"): [0.1] * 100,
        ("dev", "step2"): [0.2] * 100,
        ("test", "step1"): [0.5 + 2e-11] + [0.5] * 98 + [0.5 + 2e-16],
        ("test", "step2"): [0.5] * 100,
    }
    rows = [
        {"collection": collection, "run_id": run, "query_id": f"q{place:03}", "measure": "map", "value": value}
        for (collection, run), scores in values.items()
        for place, value in enumerate(scores)
    ]
    insert(empty_db, "main.query_scores", rows)
    # both means are the same to four decimals: the test set picks the earlier one, the dev set the other
    found = empty_db.execute("select p_value from validity.lucky_checkpoints('dev', 'map', 'map')").fetchall()
    expected = empty_db.execute("select p_value from statistics.t_tests(['map']) where collection = 'test'").fetchall()
    assert found == expected[:1]
    assert found[0][0] == pytest.approx(0.3197, abs=1e-4)
