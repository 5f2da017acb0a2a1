"""Slices of topics and the order of runs: against permutations in numpy, for all arrangements and for random ones."""

from __future__ import annotations

import gzip
import itertools
import math

import duckdb
import numpy as np
import pytest

from dltrack_db.plugins.designs.tests.worlds import add_facet, add_scores, answers, interaction

MEASURE = "ndcg_cut_10"


@pytest.fixture(scope="module")
def db(new_db):
    con = new_db()
    yield con
    con.close()


def put(db, name, scores, slices):
    add_scores(db, name, {f"r{i}": row.tolist() for i, row in enumerate(scores)})
    add_facet(db, name, "part", slices)


def asked(db, name, facet="part", more=""):
    rows = answers(db, f"from statistics.interaction('{name}', '{MEASURE}', '{facet}'{more})")
    return rows[0] if rows else None


def arrangements(slices: str):
    """All different orders of the names."""
    return {*itertools.permutations(slices)} if len(slices) < 9 else None


@pytest.mark.parametrize(
    ("name", "slices", "decimals", "shift"),
    [
        ("sizes", "aabbbccc", 6, 0),
        ("differs", "aaaabbbb", 6, 0.5),
        ("ties", "aaaabbbb", 1, 0),
        ("single topics", "abcde", 6, 0),
        ("one topic in a slice", "abbbbb", 6, 0),
    ],
)
def test_all_arrangements_are_compared(db, name, slices, decimals, shift):
    rng = np.random.default_rng(len(name))
    scores = (rng.random((3, len(slices))) + rng.random((1, len(slices)))) / 2
    scores[0, : len(slices) // 2] += shift
    scores = scores.round(decimals)
    put(db, name, scores, slices)
    value, total, statistic = interaction(scores, slices)
    each = [statistic(np.array(names)) for names in arrangements(slices)]
    row = asked(db, name)
    assert row["share"] == pytest.approx(value / total, abs=1e-9)
    assert row["expected_share"] == pytest.approx((len({*slices}) - 1) / (len(slices) - 1))
    assert row["expected_share"] == pytest.approx(np.mean(each) / total)
    assert row["p_value"] == pytest.approx(sum(one >= value - 1e-12 for one in each) / len(each), abs=1e-12)
    assert (row["num_arrangements"], row["is_exact"]) == (len(each), True)
    assert (row["num_runs"], row["num_topics"], row["num_slices"]) == (3, len(slices), len({*slices}))


def test_more_than_20000_arrangements_are_drawn(db):
    rng = np.random.default_rng(4)
    slices = [*"a" * 10, *"b" * 14]
    scores = rng.random((5, 24))
    put(db, "many", scores, slices)
    value, total, statistic = interaction(scores, slices)
    drawn = [statistic(rng.permutation(slices)) for _ in range(4000)]
    p = (1 + sum(one >= value - 1e-12 for one in drawn)) / 4001
    row = asked(db, "many", more=", trials := 4000")
    assert (row["num_arrangements"], row["is_exact"]) == (4000, False)
    assert row["share"] == pytest.approx(value / total, abs=1e-12)
    assert row["p_value"] == pytest.approx(p, abs=5 * math.sqrt(2 * p * (1 - p) / 4000))
    few = [asked(db, "many", more=f", trials := 50, seed := {seed}") for seed in (1, 1, 2)]
    assert few[0] == few[1] != few[2]
    assert few[0]["p_value"] * 51 == pytest.approx(round(few[0]["p_value"] * 51))


def test_the_limit_between_all_and_random_arrangements(db):
    """Two of 200 topics have 19,900 arrangements, two of 201 have 20,100."""
    rng = np.random.default_rng(5)
    for topics, is_exact in ((200, True), (201, False)):
        put(db, f"limit {topics}", rng.random((2, topics)), ["a", "a", *["b"] * (topics - 2)])
        row = asked(db, f"limit {topics}", more=", trials := 20")
        assert (row["is_exact"], row["num_arrangements"]) == (is_exact, 19900 if is_exact else 20)


def test_nothing_to_test_has_no_p_value(db):
    put(db, "one run", np.array([[0.1, 0.5, 0.3]]), "aab")
    put(db, "one slice", np.array([[0.1, 0.5, 0.3], [0.2, 0.3, 0.9]]), "aaa")
    put(db, "one topic", np.array([[0.1], [0.2]]), "a")
    put(db, "all equal", np.full((2, 4), 0.25), "aabb")
    put(db, "no interaction", np.array([[0.1, 0.4, 0.3], [0.2, 0.5, 0.4]]), "aab")
    add_scores(db, "no number", {"a": [0.1, math.nan, 0.3], "b": [0.2, 0.4, 0.9]})
    add_facet(db, "no number", "part", "aab")
    for name in ("one run", "one topic", "all equal", "no interaction", "no number"):
        assert (asked(db, name)["share"], asked(db, name)["p_value"]) == (None, None), name
    row = asked(db, "one slice")
    assert (row["share"], row["expected_share"], row["p_value"], row["num_slices"]) == (0, 0, None, 1)
    assert asked(db, "one topic")["expected_share"] is None


def test_topics_without_a_value_are_left_out(db):
    scores = np.random.default_rng(6).random((3, 7))
    put(db, "gaps", scores, ["a", "b", None, "a", "b", "b", None])
    kept = [0, 1, 3, 4, 5]
    value, total, _ = interaction(scores[:, kept], list("ababb"))
    row = asked(db, "gaps")
    assert (row["num_topics"], row["num_arrangements"]) == (5, 10)
    assert row["share"] == pytest.approx(value / total)


def test_the_facet_is_one_that_exists(db):
    put(db, "facets", np.random.default_rng(7).random((2, 6)), "aabbcc")
    add_facet(db, "facets", "twice", "aaabbb")
    add_facet(db, "facets", "twice", "ababab", source="others")
    assert asked(db, "facets", "others/twice")["facet"] == "others/twice"
    for facet, message in (
        ("prt", "there is no facet 'prt'; did you mean part"),
        ("twice", "several notes have a facet 'twice'; name one with its source: notes/twice, others/twice"),
    ):
        with pytest.raises(duckdb.Error, match=message):
            asked(db, "facets", facet)
    with pytest.raises(duckdb.Error, match="there is no collection 'faces'; did you mean facets"):
        asked(db, "faces")


@pytest.mark.real
def test_kinds_of_queries_of_2023(db, real_data):
    """Real, T5's and GPT-4's queries: .0186 of the interaction, .0247 by chance, p .73 (+- .015)."""
    scores: dict[str, dict[str, float]] = {}
    with gzip.open(real_data / "dl2023-synthetic" / "all.pass.nist.ndcgeval.gz", "rt") as lines:
        for run, measure, topic, value in map(str.split, lines):
            if measure == MEASURE and topic != "all":
                scores.setdefault(run, {})[topic] = float(value)
    info = (real_data / "dl2023-synthetic" / "query_to_info.txt").read_text().splitlines()[1:]
    kinds = {row.split()[0]: "".join(row.split()[6:8]) for row in info}
    topics = sorted(kinds)
    add_scores(db, "2023", {run: [values[topic] for topic in topics] for run, values in scores.items()})
    add_facet(db, "2023", "kind", [kinds[topic] for topic in topics])
    row = asked(db, "2023", "kind")
    assert (row["num_runs"], row["num_topics"], row["num_slices"]) == (35, 82, 3)
    assert (round(row["share"], 4), round(row["expected_share"], 4)) == (0.0186, 0.0247)
    assert row["p_value"] == pytest.approx(0.73, abs=0.02)
