"""Verdicts on a new run: against scipy, a max-t of our own, values by hand, and how often chance alone fails."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

import duckdb
import numpy as np
import pyarrow
import pytest
import scipy.stats

import dltrack_db as dl
from dltrack_db.base.sql_text import insert_rows, literal
from dltrack_db.score import scratch

TRIALS = 10_000
NAMES = ["map", "recip_rank", "P_10", "ndcg_cut_10", "bpref"]


@pytest.fixture(scope="module")
def database() -> Iterator[duckdb.DuckDBPyConnection]:
    with closing(scratch.connect([*scratch.SCORING, "statistics.gate", "statistics.gate_finding"])) as con:
        yield con


@pytest.fixture
def con(database) -> Iterator[duckdb.DuckDBPyConnection]:
    yield database
    empty(database)


def empty(con: duckdb.DuckDBPyConnection) -> None:
    """Take all runs out."""
    for table in ("collections", "runs", "query_scores"):
        con.execute(f"delete from main.{table}")


def put(con, differences: Mapping[str, Sequence[float]], collection: str = "c") -> None:
    """Put two runs that differ so by each measure, topic by topic."""
    insert_rows(
        con,
        "main.collections",
        [{"collection": collection, "edition": "e", "task": "t", "query_set": collection, "tie_rule": "double"}],
    )
    of = {"collection": collection}
    insert_rows(con, "main.runs", [of | {"run_id": run, "is_submission": True} for run in ("new", "old")])
    rows = [
        of | {"measure": measure, "query_id": f"q{topic:03}", "run_id": run, "value": value}
        for measure, values in differences.items()
        for topic, difference in enumerate(values)
        for run, value in (("new", 0.5 + float(difference)), ("old", 0.5))
    ]
    insert_rows(con, "main.query_scores", rows)


def verdicts(con, measures: Sequence[str] = NAMES[:1], **options: Any) -> dict[str, dict[str, Any]]:
    given = "".join(f", {name} := {literal(value)}" for name, value in options.items())
    result = con.execute(f"from statistics.gate('new', 'old', {literal(list(measures))}{given})")
    names = [column[0] for column in result.description]
    return {row["measure"]: row for row in (dict(zip(names, values, strict=True)) for values in result.fetchall())}


def verdict(con, differences: Sequence[float], measure: str = "map", **options: Any) -> dict[str, Any]:
    """The verdict on two runs that differ so."""
    empty(con)
    put(con, {measure: differences})
    return verdicts(con, [measure], **options)[measure]


def drawn(seed: int, topics: int, mean: float = -0.03, spread: float = 0.1) -> np.ndarray:
    return np.round(np.random.default_rng(seed).normal(mean, spread, topics), 6)


def test_one_measure_is_judged_by_students_t(con):
    """Intervals and one-sided tests, of the difference and of the difference from the margin, are scipy's."""
    cases = [drawn(i, topics, mean) for i, topics in enumerate((7, 40, 200)) for mean in (-0.08, -0.04, 0, 0.03)]
    for number, values in enumerate(cases):
        put(con, {"map": values}, f"c{number:02}")
    margin, counts = 0.05, set()
    query = "from statistics.gate('new', 'old', ['map'], margin := {}) order by collection"
    rows, without = (con.execute(query.format(given)).pl().to_dicts() for given in (margin, "null"))
    for values, row, alone in zip(cases, rows, without, strict=True):
        low, high = scipy.stats.ttest_1samp(values, 0).confidence_interval(0.95)
        for each in (row, alone):
            assert (each["low"], each["high"]) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))
            assert (each["difference"], each["num_topics"]) == (pytest.approx(values.mean(), abs=1e-12), len(values))
        is_lower = scipy.stats.ttest_1samp(values, 0, alternative="less").pvalue < 0.025
        is_within = scipy.stats.ttest_1samp(values, -margin, alternative="greater").pvalue <= 0.025
        wanted = "not worse" if is_within else "worse" if is_lower else "too few topics"
        assert (row["verdict"], row["margin"]) == (wanted, margin)
        assert (alone["verdict"], alone["margin"]) == ("worse" if is_lower else "not shown to be worse", None)
        assert (alone["reason"], alone["topics_needed"]) == (None, None)
        assert (row["reason"] is None) == (wanted != "too few topics")
        counts.add(wanted)
    assert len(counts) == 3


def power(effect: float, topics: int, critical: float) -> float:
    """How likely one of the two one-sided tests finds an effect; the other's share is below 1e-6 where it counts."""
    return float(scipy.stats.nct.sf(critical, topics - 1, effect * math.sqrt(topics)))


@pytest.mark.parametrize(("topics", "margin"), [(8, 0.1), (40, 0.02), (53, 0.2)])
@pytest.mark.more
def test_sizes_are_those_of_the_noncentral_t(con, topics, margin):
    values = drawn(topics, topics)
    row, spread = verdict(con, values, margin=margin), values.std(ddof=1)
    critical = scipy.stats.t.ppf(0.975, topics - 1)
    assert power(row["smallest_detectable"] / spread, topics, critical) == pytest.approx(0.8, abs=1e-5)
    needed = row["topics_needed"]
    enough = [power(margin / spread, n, scipy.stats.t.ppf(0.975, n - 1)) >= 0.8 for n in (needed - 1, needed)]
    assert enough == [False, True] or (needed == 6 and all(enough))
    assert needed >= 6
    # by spread and margin alone: the same where the difference is another
    other = verdict(con, values - 0.3, margin=margin)
    assert (other["topics_needed"], other["smallest_detectable"]) == (needed, pytest.approx(row["smallest_detectable"]))


def flips(topics: int, trials: int, seed: int = 1) -> np.ndarray:
    """The signs of each trial, by their definition in statistics.draw."""
    drawn_numbers = [
        [int(hashlib.md5(f"{seed}:{trial}±{place}".encode()).hexdigest()[:8], 16) % 2 for place in range(topics)]
        for trial in range(trials)
    ]
    return 1 - 2 * np.array(drawn_numbers)


def largest_t(values: np.ndarray, signs: np.ndarray) -> float:
    """The quantile of the largest t over the measures, with the observed one among the trials."""
    topics = len(values)
    flipped = signs[:, :, None] * values
    t = flipped.mean(axis=1) / flipped.std(axis=1, ddof=1) * math.sqrt(topics)
    return float(np.sort(t.max(axis=1))[math.ceil((len(signs) + 1) * 0.975) - 1])


@pytest.mark.parametrize(("topics", "seed"), [(12, 1), (53, 7)])
def test_several_measures_share_one_bound(con, topics, seed):
    """The side without a loss moves out as a max-t of our own has it, the side of a loss stays Student's."""
    common = drawn(seed, topics)
    values = np.column_stack([np.round(0.6 * common + drawn(9 * seed + i, topics), 6) for i in range(4)])
    put(con, dict(zip(NAMES, values.T, strict=False)))
    rows = verdicts(con, NAMES[:4], trials=2000, seed=seed)
    critical = largest_t(values, flips(topics, 2000, seed))
    single = scipy.stats.t.ppf(0.975, topics - 1)
    assert critical > single + 0.1
    for name, column in zip(NAMES, values.T, strict=False):
        error = column.std(ddof=1) / math.sqrt(topics)
        assert rows[name]["low"] == pytest.approx(column.mean() - single * error, abs=1e-9)
        assert rows[name]["high"] == pytest.approx(column.mean() + critical * error, abs=1e-9)
        detectable = rows[name]["smallest_detectable"] / column.std(ddof=1)
        assert power(detectable, topics, critical) == pytest.approx(0.8, abs=1e-5)


def test_a_sentence_says_what_was_found(con):
    """A gain is not said to be within the loss that does not matter; equal runs are said to be equal."""
    rows = con.execute(
        "select statistics.gate_finding('RR', verdict, difference, low, high, margin, topics, detectable, reason) from "
        "(values ('not worse', -0.012, -0.03, 0.006, 0.05, 53, 0.03, null), "
        "('not worse', 0.07, 0.03, 0.12, 0.05, 53, 0.03, null), ('not worse', 0.0, 0.0, 0.0, 0.05, 53, null, null), "
        "('not shown to be worse', 0.00001, -0.03, 0.03, null, 53, 0.04, null), "
        "('too few topics', 0.5, null, null, null, 1, null, 'a single topic has no spread'), "
        "('no verdict', null, null, null, null, 9, null, 'a score is no number')) "
        "as _ (verdict, difference, low, high, margin, topics, detectable, reason)"
    ).fetchall()
    assert [text for (text,) in rows] == [
        "RR: not worse, lower by 0.0120, within 0.05 (-0.0300 to 0.0060) over 53 topics.",
        "RR: not worse, higher by 0.0700 (0.0300 to 0.1200) over 53 topics.",
        "RR: not worse, equal on all 53 topics.",
        "RR: not shown to be worse, no higher and no lower (-0.0300 to 0.0300) over 53 topics; so many show a loss of "
        "0.0400 with a power of 80%.",
        "RR: too few topics, higher by 0.5000 over 1 topic; a single topic has no spread.",
        "RR: no verdict, no difference over 9 topics; a score is no number.",
    ]


def test_measures_without_a_verdict_cost_the_others_nothing(con):
    values = drawn(3, 40)
    alone = verdict(con, values)
    con.execute("delete from main.query_scores")
    put(con, {"map": values, "num_rel_ret": values, "P_10": [0.1] + [0.0] * 39}, "c2")
    rows = verdicts(con, ["map", "num_rel_ret", "P_10"])
    assert rows["map"]["high"] == alone["high"]
    assert rows["num_rel_ret"]["reason"] == "the measure has no better or worse"
    assert {rows["num_rel_ret"]["verdict"], rows["P_10"]["verdict"]} == {"no verdict"}


def test_the_same_measure_twice_is_one(con):
    """Measures that say the same share their trials: their bound is that of one, but for the chance of the trials."""
    values = drawn(4, 30)
    put(con, {"map": values, "P_10": values})
    rows = verdicts(con, ["map", "P_10"])
    low, high = scipy.stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert rows["map"]["high"] == rows["P_10"]["high"] >= high - 1e-12
    assert rows["map"]["high"] - high < 0.04 * (high - low)


BY_HAND: list[tuple[list[float], dict[str, Any], str, str | None]] = [
    ([0.0] * 40, {"margin": 0.05}, "not worse", None),
    ([0.0] * 40, {}, "not shown to be worse", None),
    ([0.0] * 40, {"margin": 0.0}, "not worse", None),
    # the same loss everywhere
    ([-0.1] * 6, {}, "worse", None),
    ([-0.1] * 6, {"margin": 0.05}, "worse", None),
    ([-0.1] * 6, {"margin": 0.1}, "not worse", None),
    ([0.1] * 6, {}, "not shown to be worse", None),
    ([-0.1] * 5, {}, "too few topics", "5 topics: chance alone makes all of them losses with p = 0.031"),
    ([-0.1], {"margin": 0.05}, "too few topics", "a single topic has no spread"),
    # nearly all equal
    (
        [-0.05] + [0.0] * 39,
        {"margin": 0.05},
        "no verdict",
        "39 of 40 topics are equal, too many for an interval; a sign test of the other 1 (1 lost, 0 won) has p = 0.500",
    ),
    (
        [-0.05, -0.1, -0.02, 0.01, -0.01] + [0.0] * 35,
        {},
        "no verdict",
        "35 of 40 topics are equal, too many for an interval; a sign test of the other 5 (4 lost, 1 won) has "
        "p = 0.188",  # (5 + 1) / 32
    ),
    ([-0.5, -0.1, 0.3, 0.0, 0.0, 0.0], {"margin": 0.05}, "no verdict", "3 of 6 topics are equal, too many"),
    ([0.07, -0.13] * 20, {"margin": 0.05}, "too few topics", "the difference may lie near the margin"),
    ([-0.05, -0.04] * 20, {"margin": 0.0}, "worse", None),
    ([0.1, -0.1] * 10, {"margin": 0.04}, "too few topics", "it takes 54 topics where both runs are equally good"),
    ([float("nan")] + [0.1] * 9, {}, "no verdict", "a score is no number"),
    # fewer topics than asked for, which take nothing from a loss
    ([0.1, 0.2] * 10, {"topics_at_least": 21}, "too few topics", "20 topics, and at least 21 are asked for"),
    ([-0.1, -0.2] * 10, {"topics_at_least": 21}, "worse", None),
    ([0.1, 0.2] * 10, {"topics_at_least": 20}, "not shown to be worse", None),
    ([-0.001, 0.001] * 10, {"margin": 0.05, "topics_at_least": 21}, "too few topics", "20 topics, and at least 21"),
]


def test_values_by_hand(con):
    """Each case is a collection, so that those with the same options are one statement."""
    for options in (dict(pairs) for pairs in dict.fromkeys(tuple(case[1].items()) for case in BY_HAND)):
        empty(con)
        cases = [case for case in BY_HAND if case[1] == options]
        for number, (differences, *_) in enumerate(cases):
            put(con, {"map": differences}, f"c{number}")
        given = "".join(f", {name} := {literal(value)}" for name, value in options.items())
        rows = con.execute(f"from statistics.gate('new', 'old', ['map']{given}) order by collection").pl().to_dicts()
        for row, (differences, _, wanted, reason) in zip(rows, cases, strict=True):
            assert (row["verdict"], (row["reason"] or "")[: len(reason or "") or None]) == (wanted, reason or "")
            if max(differences) == min(differences) and len(differences) > 1:
                assert row["low"] == row["high"] == row["difference"] == pytest.approx(differences[0], abs=1e-12)


def test_where_lower_is_better_all_is_mirrored(con):
    values = drawn(5, 40, mean=0.1)
    row, other = verdict(con, values, "asl", margin=0.01), verdict(con, -values, "map", margin=0.01)
    assert (row["verdict"], other["verdict"]) == ("worse", "worse")
    ends = [-row[name] for name in ("difference", "high", "low")]
    assert ends == pytest.approx([other[name] for name in ("difference", "low", "high")], abs=1e-12)
    assert row["smallest_detectable"] == pytest.approx(other["smallest_detectable"])


def test_a_measure_that_is_summed_has_a_margin_of_the_sum(con):
    """Ten topics: a sum is ten times a mean, and so are its interval, its margin and its sizes."""
    values = drawn(6, 10)
    con.execute("create or replace table metrics.summaries as select 'map' as name, 'sum' as summary")
    try:
        row = verdict(con, values, margin=0.5)
    finally:
        con.execute("delete from metrics.summaries")
    mean = verdict(con, values, margin=0.05)
    for name in ("difference", "low", "high", "smallest_detectable"):
        assert row[name] == pytest.approx(10 * mean[name], abs=1e-9)
    assert (row["verdict"], row["topics_needed"]) == (mean["verdict"], mean["topics_needed"])


def test_interval_and_verdict_never_contradict(con):
    """Of every row with a verdict by its interval, the interval alone gives the verdict."""
    counts: dict[str, int] = {}
    for number in range(40):
        draw = np.random.default_rng(number)
        topics, measures = int(draw.integers(6, 30)), NAMES[: draw.integers(2, 5)]
        common = draw.normal(draw.choice([-0.1, -0.03, 0]), 0.1, topics)
        put(con, {name: np.round(common + draw.normal(0, 0.05, topics), 6) for name in measures}, f"c{number}")
    for margin in (None, 0.06):
        rows = con.execute(
            f"from statistics.gate('new', 'old', {literal(NAMES)}, margin := {literal(margin)}, trials := 199)"
        ).pl()
        for row in rows.to_dicts():
            if margin is None:
                wanted = "worse" if row["high"] < 0 else "not shown to be worse"
            else:
                wanted = "not worse" if row["low"] >= -margin else "worse" if row["high"] < 0 else "too few topics"
            assert row["verdict"] == wanted
            assert row["low"] <= row["difference"] <= row["high"]
            counts[wanted] = counts.get(wanted, 0) + 1
    assert min(counts.values()) > 5 and len(counts) == 4


def alarms(con, values: np.ndarray, topics: int, draws: int, trials: int, seed: int = 1) -> float:
    """Share of draws in which chance alone makes a measure worse: topics drawn from real differences, signs at random.

    A draw is a collection, so that one statement judges many.
    """
    draw, number_of_alarms, names = np.random.default_rng(seed), 0, NAMES[: values.shape[1]]
    for start in range(0, draws, 100):
        empty(con)
        chosen = draw.integers(0, len(values), (100, topics))
        flipped = values[chosen] * draw.choice([-1, 1], (100, topics, 1))
        index = np.indices(flipped.shape).reshape(3, -1)
        rows = {"draw": index[0], "topic": index[1], "number": index[2], "value": flipped.ravel()}
        con.register("drawn_rows", pyarrow.table(rows))
        con.execute(
            "insert into main.query_scores by name select 'c' || draw as collection, run as run_id, 'q' || topic as "
            f"query_id, {literal(names)}[1 + number] as measure, case when run = 'new' then value else 0 end as value "
            "from drawn_rows, (values ('new'), ('old')) as runs (run)"
        )
        con.execute(
            "insert into main.collections by name select distinct collection, 'e' as edition, 't' as task, "
            "'q' as query_set, 'double' as tie_rule from main.query_scores"
        )
        con.execute(
            "insert into main.runs by name select distinct collection, run_id, true as is_submission "
            "from main.query_scores"
        )
        query = (
            f"select count(distinct collection) from statistics.gate('new', 'old', {literal(names)}, "
            f"trials := {trials}, seed := {start}) where verdict = 'worse'"
        )
        number_of_alarms += con.execute(query).fetchone()[0]
    return number_of_alarms / draws


def differences_of(path, new: str, old: str, collection: str) -> np.ndarray:
    """Differences of two runs of a database, a row for each topic and a column for each measure."""
    with closing(duckdb.connect(str(path), read_only=True)) as con:
        rows = con.execute(
            "pivot (select query_id, measure, difference from statistics.paired_values($1, baselines := [$2]) "
            f"where run_a = {literal(new)} and collection = {literal(collection)}) "
            "on measure using any_value(difference) order by query_id".replace("$1", literal(NAMES)).replace(
                "$2", literal(old)
            )
        ).fetchall()
    return np.array([row[1:] for row in rows], dtype=float)


@pytest.fixture(scope="module")
def two_runs(sample_database) -> np.ndarray:
    return differences_of(sample_database, "ibex_p", "alder_p2", "sample-passages")


@pytest.mark.more
def test_chance_alone_seldom_fails(con, two_runs):
    """Two standard errors above 2.5 % at 400 draws are 4 %; without the correction it is more than 5 %."""
    assert alarms(con, two_runs[:, :3], topics=20, draws=400, trials=199) <= 0.04


@pytest.fixture(scope="module")
def two_real_runs(real_database) -> np.ndarray:
    return differences_of(real_database, "p_bm25rm3", "p_bm25", "trec2021-passages")


@pytest.mark.campaign
@pytest.mark.parametrize("topics", [20, 53, 200])
@pytest.mark.parametrize("measures", [1, 3, 5])
@pytest.mark.parametrize("runs", ["two_runs", pytest.param("two_real_runs", marks=pytest.mark.real)])
def test_chance_alone_fails_as_often_as_it_says(con, request, runs, topics, measures):
    values = request.getfixturevalue(runs)
    found = alarms(con, values[:, :measures], topics, draws=2000, trials=399)
    assert 0.01 <= found <= 0.035, found


RELEVANT = {f"q{number}": {f"r{number}": 1} for number in range(12)}


def ranked(first: str, rest: int, prefix: str) -> dict[str, dict[str, float]]:
    """A run whose items are judged where `prefix` is 'j', with the relevant one first, second or nowhere."""
    place = {"first": 0, "second": 1}.get(first)
    run = {}
    for number, query in enumerate(RELEVANT):
        items = [f"{prefix}{number}-{i}" for i in range(rest)]
        if place is not None:
            items.insert(place, f"r{number}")
        run[query] = {item: 100.0 - rank for rank, item in enumerate(items)}
    return run


JUDGED = {query: judged | {f"j{query[1:]}-{i}": 0 for i in range(9)} for query, judged in RELEVANT.items()}


@pytest.mark.parametrize(
    ("new", "old", "by", "wanted", "only_judged"),
    [
        (("second", 9, "u"), ("first", 9, "j"), None, "no verdict", "not shown to be worse"),
        # what is not worse with unjudged items as not relevant is not worse with any labels of them
        (("first", 9, "u"), ("second", 9, "j"), 0.01, "not worse", "not worse"),
        # and the old run may be better than it seems, but no worse
        (("first", 9, "j"), ("second", 9, "u"), 0.01, "no verdict", "not worse"),
        (("second", 9, "j"), ("first", 9, "u"), None, "worse", "worse"),
    ],
)
def test_labels_that_cannot_carry_a_verdict(new, old, by, wanted, only_judged):
    """Measures by judged items alone do not count the others as not relevant, so they have a verdict."""
    with pytest.warns(UserWarning, match="unjudged"):
        frame = dl.gate(ranked(*new), ranked(*old), JUDGED, ["RR", "nDCG(judged_only=True)@10"], by=by)
    row, other = frame.to_dicts()
    assert (row["verdict"], other["verdict"]) == (wanted, only_judged)
    if wanted == "no verdict":
        shares = {"u": "0.90", "j": "0.00"}
        assert row["reason"] == f"unjudged among the first ten went from {shares[old[2]]} to {shares[new[2]]}"


def test_unjudged_items_below_the_cutoff_are_no_reason():
    """The first ten are judged in both runs, most of what is below in the old one alone."""
    old, new = ranked("first", 9, "j"), ranked("second", 9, "j")
    for query in old:
        old[query] |= {f"r{query[1:]}-{i}": 1.0 / (2 + i) for i in range(40)}
        new[query] |= {f"u{query[1:]}-{i}": 1.0 / (2 + i) for i in range(40)}
    qrels = {query: judged | {f"r{query[1:]}-{i}": 0 for i in range(40)} for query, judged in JUDGED.items()}
    with pytest.warns(UserWarning, match="unjudged"):
        frame = dl.gate(new, old, qrels, ["RR@10", "RR"])
    rows = {row["measure"]: row for row in frame.to_dicts()}
    assert rows["RR@10"]["verdict"] == "worse"
    assert (rows["RR"]["verdict"], rows["RR"]["reason"]) == (
        "no verdict",
        "unjudged among the first hundred went from 0.00 to 0.80",
    )
