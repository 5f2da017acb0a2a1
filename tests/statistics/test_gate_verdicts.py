"""Verdicts on a new run: against scipy, a bootstrap-t of our own, values by hand, and how often chance alone fails."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
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


def put(
    con,
    differences: Mapping[str, Sequence[float]],
    collection: str = "c",
    *,
    old: Sequence[float] | None = None,
    is_first: bool = True,
) -> None:
    """Put two runs that differ so by each measure, topic by topic; all values of the old one are .5, or `old`."""
    of = {"collection": collection}
    if is_first:
        collections = [of | {"edition": "e", "task": "t", "query_set": collection, "tie_rule": "double"}]
        insert_rows(con, "main.collections", collections)
        insert_rows(con, "main.runs", [of | {"run_id": run, "is_submission": True} for run in ("new", "old")])
    rows = [
        of | {"measure": measure, "query_id": f"q{topic:03}", "run_id": run, "value": value}
        for measure, values in differences.items()
        for topic, difference in enumerate(values)
        for run, value in zip(
            ("new", "old"),
            (0.5 + float(difference), 0.5) if old is None else (old[topic] + difference, old[topic]),
            strict=True,
        )
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


@cache
def resamples(topics: int, trials: int = TRIALS, seed: int = 1) -> np.ndarray:
    """The topics of each resample, by their definition in statistics.draw."""
    return np.array(
        [
            [
                int(hashlib.md5(f"{seed}:{trial}:{place}".encode()).hexdigest()[:8], 16) % topics
                for place in range(topics)
            ]
            for trial in range(trials)
        ]
    )


def studentised(values: np.ndarray, drawn_topics: np.ndarray) -> np.ndarray:
    """The t of the mean of each resample against the mean of all."""
    samples = values[drawn_topics]
    shift, spread = samples.mean(axis=1) - values.mean(), samples.std(axis=1, ddof=1)
    is_constant = samples.max(axis=1) - samples.min(axis=1) < 1e-11
    with np.errstate(divide="ignore", invalid="ignore"):
        t = shift / (spread / math.sqrt(len(values)))
        return np.where(is_constant, np.where(abs(shift) <= 1e-12, 0, np.copysign(np.inf, shift)), t)


def quantile(t: np.ndarray, error: float = 0.025) -> float:
    """The critical value at an error, with the observed t among the trials, or Student's where that is larger."""
    return float(np.sort(t)[math.ceil((len(t) + 1) * (1 - error) - 1e-9) - 1])


def criticals(values: np.ndarray, trials: int = TRIALS, seed: int = 1) -> tuple[list[float], float]:
    """The critical values of the lower ends, one for each column, and that of all upper ends."""
    student = scipy.stats.t.ppf(0.975, len(values) - 1)
    t = [studentised(column, resamples(len(values), trials, seed)) for column in values.T]
    return [max(student, quantile(each)) for each in t], max(student, quantile(np.max([-each for each in t], axis=0)))


def test_one_measure_is_judged_by_the_larger_of_two_bounds(con):
    """Ends of intervals are Student's (scipy's) or a bootstrap-t's; tests are of the difference and of the margin."""
    cases = [drawn(i, topics, mean) for i, topics in enumerate((7, 40, 60)) for mean in (-0.08, -0.04, 0, 0.03)]
    cases += [np.round(np.random.default_rng(i).exponential(0.1, 12) - 0.1, 6) for i in range(3)]
    for number, values in enumerate(cases):
        put(con, {"map": values}, f"c{number:02}")
    margin, counts, num_wider = 0.05, set(), 0
    query = "from statistics.gate('new', 'old', ['map'], margin := {}, trials := 1999) order by collection"
    rows, without = (con.execute(query.format(given)).pl().to_dicts() for given in (margin, "null"))
    for values, row, alone in zip(cases, rows, without, strict=True):
        ([critical_low], critical_high) = criticals(values[:, None], 1999)
        error = scipy.stats.sem(values)
        low, high = values.mean() - critical_low * error, values.mean() + critical_high * error
        for each in (row, alone):
            assert (each["low"], each["high"]) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))
            assert (each["difference"], each["num_topics"]) == (pytest.approx(values.mean(), abs=1e-12), len(values))
        wanted = "not worse" if low >= -margin else "worse" if high < 0 else "too few topics"
        assert (row["verdict"], row["margin"]) == (wanted, margin)
        assert (alone["verdict"], alone["margin"]) == ("worse" if high < 0 else "not shown to be worse", None)
        assert (alone["reason"], alone["topics_needed"]) == (None, None)
        assert (row["reason"] is None) == (wanted != "too few topics")
        counts.add(wanted)
        num_wider += critical_high > scipy.stats.t.ppf(0.975, len(values) - 1) + 0.1
    assert len(counts) == 3 and 0 < num_wider < len(cases)


def power(effect: float, topics: int, critical: float) -> float:
    """How likely one of the two one-sided tests finds an effect; the other's share is below 1e-6 where it counts."""
    return float(scipy.stats.nct.sf(critical, topics - 1, effect * math.sqrt(topics)))


@pytest.mark.parametrize(("topics", "margin"), [(8, 0.1), (40, 0.02), (53, 0.2)])
@pytest.mark.more
def test_sizes_are_those_of_the_noncentral_t(con, topics, margin):
    values = drawn(topics, topics)
    row, spread = verdict(con, values, margin=margin), values.std(ddof=1)
    _, critical = criticals(values[:, None])
    assert power(row["smallest_detectable"] / spread, topics, critical) == pytest.approx(0.8, abs=1e-5)
    needed = row["topics_needed"]
    enough = [power(margin / spread, n, scipy.stats.t.ppf(0.975, n - 1)) >= 0.8 for n in (needed - 1, needed)]
    assert enough == [False, True] or (needed == 6 and all(enough))
    assert needed >= 6
    # by spread and margin alone: the same where the difference is another
    other = verdict(con, values - 0.3, margin=margin)
    assert (other["topics_needed"], other["smallest_detectable"]) == (needed, pytest.approx(row["smallest_detectable"]))


@pytest.mark.parametrize(("topics", "seed"), [(12, 1), (53, 7)])
def test_several_measures_share_one_bound(con, topics, seed):
    """The side without a loss moves out by the largest t of all measures, the side of a loss by the measure's own."""
    common = drawn(seed, topics)
    values = np.column_stack([np.round(0.6 * common + drawn(9 * seed + i, topics), 6) for i in range(4)])
    put(con, dict(zip(NAMES, values.T, strict=False)))
    rows = verdicts(con, NAMES[:4], trials=2000, seed=seed)
    lows, critical = criticals(values, 2000, seed)
    assert critical > scipy.stats.t.ppf(0.975, topics - 1) + 0.1
    for name, column, critical_low in zip(NAMES, values.T, lows, strict=False):
        error = column.std(ddof=1) / math.sqrt(topics)
        assert rows[name]["low"] == pytest.approx(column.mean() - critical_low * error, abs=1e-9)
        assert rows[name]["high"] == pytest.approx(column.mean() + critical * error, abs=1e-9)
        detectable = rows[name]["smallest_detectable"] / column.std(ddof=1)
        assert power(detectable, topics, critical) == pytest.approx(0.8, abs=1e-5)


def test_measures_of_zeros_and_ones_have_a_sign_test(con):
    """They leave the shared bound to the others, at these' share of the error, and have Student's and a sign test."""
    lost = [1.0] * 18 + [0.0] * 2
    put(con, {"success_1": [-value for value in lost]}, old=[1.0] * 20)
    row = verdicts(con, ["success_1"])["success_1"]
    assert (row["verdict"], row["high"]) == (
        "worse",
        pytest.approx(-0.9 + scipy.stats.t.ppf(0.975, 19) * scipy.stats.sem(lost), abs=1e-9),
    )
    empty(con)
    # eight lost and one won: Student's bound lies below 0, and p = .0195 is enough for one measure, not for two
    signs, values = [-1.0] * 8 + [1.0] + [0.0] * 11, drawn(2, 20)
    old = [1.0] * 8 + [0.0] * 12
    put(con, {"success_1": signs}, "alone", old=old)
    put(con, {"success_1": signs}, "beside", old=old)
    put(con, {"map": values}, "beside", is_first=False)
    found = con.execute("from statistics.gate('new', 'old', ['success_1', 'map']) order by all").pl().to_dicts()
    alone, other, beside = sorted(found, key=lambda row: (row["collection"], row["measure"]))
    assert (alone["verdict"], beside["verdict"]) == ("worse", "not shown to be worse")
    assert scipy.stats.binomtest(8, 9, alternative="greater").pvalue == pytest.approx(0.0195, abs=1e-4)
    assert alone["high"] < -0.05 and beside["high"] == 0  # the verdict can be read off the interval
    joint = quantile(-studentised(values, resamples(20)), error=0.0125)
    critical = max(scipy.stats.t.ppf(0.975, 19), joint)
    assert other["high"] == pytest.approx(values.mean() + critical * scipy.stats.sem(values), abs=1e-9)


def test_rounding_makes_no_verdict():
    """Reciprocal ranks whose upper end is 0 but for the last digit of a sum, of which none knows the true sign."""
    old, new = [1, 2, 1, 1, 1, 1, 2, 1], [3, 2, 2, 2, 2, 2, 1, 2]
    judged = {f"t{topic}": {"r": 1, **{f"n{rank}": 0 for rank in range(1, 6)}} for topic in range(8)}

    def ranked_at(ranks: list[int]) -> dict[str, dict[str, float]]:
        return {
            f"t{topic}": {"r" if rank == place else f"n{rank}": 9.0 - rank for rank in range(1, 6)}
            for topic, place in enumerate(ranks)
        }

    row, _ = dl.gate(ranked_at(new), ranked_at(old), judged, ["RR", "P@1"]).to_dicts()
    assert row["verdict"] == "not shown to be worse"


FEW_GAINS = [-0.1] * 19 + [1.9]


def test_differences_of_nearly_one_value_have_no_bound(con):
    """A resample without the rare gain is constant: a third of them, so that no upper end holds."""
    row = verdict(con, FEW_GAINS)
    assert (row["verdict"], row["high"]) == ("not shown to be worse", None)
    assert row["reason"] == "nearly all differences are equal"
    assert verdict(con, FEW_GAINS, margin=0.01)["verdict"] == "too few topics"
    mirrored = verdict(con, [-value for value in FEW_GAINS], margin=0.5)
    assert (mirrored["low"], mirrored["verdict"]) == (None, "too few topics")
    empty(con)
    put(con, {"map": FEW_GAINS, "P_10": drawn(1, 20)})
    rows = verdicts(con, ["map", "P_10"])
    assert rows["map"]["reason"] == "nearly all differences are equal"
    assert rows["P_10"]["reason"] == "nearly all differences in another measure are equal"


def test_a_sentence_says_what_was_found(con):
    """A gain is not said to be within the loss that does not matter; equal runs are said to be equal."""
    rows = con.execute(
        "select statistics.gate_finding('RR', verdict, difference, low, high, margin, topics, detectable, reason) from "
        "(values ('not worse', -0.012, -0.03, 0.006, 0.05, 53, 0.03, null), "
        "('not worse', 0.07, 0.03, 0.12, 0.05, 53, 0.03, null), ('not worse', 0.0, 0.0, 0.0, 0.05, 53, null, null), "
        "('not shown to be worse', 0.00001, -0.03, 0.03, null, 53, 0.04, null), "
        "('too few topics', 0.5, null, null, null, 1, null, 'the spread cannot be estimated from a single topic'), "
        "('no verdict', null, null, null, null, 9, null, 'a score is not a finite number')) "
        "as _ (verdict, difference, low, high, margin, topics, detectable, reason)"
    ).fetchall()
    assert [text for (text,) in rows] == [
        "RR: not worse, lower by 0.0120, within the margin of 0.05 (-0.0300 to 0.0060) over 53 topics.",
        "RR: not worse, higher by 0.0700 (0.0300 to 0.1200) over 53 topics.",
        "RR: not worse, equal on all 53 topics.",
        "RR: not shown to be worse, equal to 4 decimals (-0.0300 to 0.0300) over 53 topics; so many topics detect a "
        "loss of 0.0400 with a power of 80%.",
        "RR: too few topics, higher by 0.5000 over 1 topic; the spread cannot be estimated from a single topic.",
        "RR: no verdict, undefined difference over 9 topics; a score is not a finite number.",
    ]


def test_measures_without_a_verdict_cost_the_others_nothing(con):
    values = drawn(3, 40)
    alone = verdict(con, values)
    con.execute("delete from main.query_scores")
    put(con, {"map": values, "num_rel_ret": values, "P_10": [0.1] + [0.0] * 39}, "c2")
    rows = verdicts(con, ["map", "num_rel_ret", "P_10"])
    assert rows["map"]["high"] == alone["high"]
    assert rows["num_rel_ret"]["reason"] == "neither higher nor lower values of the measure are better"
    assert {rows["num_rel_ret"]["verdict"], rows["P_10"]["verdict"]} == {"no verdict"}


def test_the_same_measure_twice_is_one(con):
    """Measures that say the same share their resamples: their bound is that of one."""
    values = drawn(4, 30)
    put(con, {"map": values, "P_10": values})
    rows = verdicts(con, ["map", "P_10"])
    _, critical = criticals(values[:, None])
    assert rows["map"]["high"] == rows["P_10"]["high"]
    assert rows["map"]["high"] == pytest.approx(values.mean() + critical * scipy.stats.sem(values), abs=1e-9)


BY_HAND: list[tuple[list[float], dict[str, Any], str, str | None]] = [
    ([0.0] * 40, {"margin": 0.05}, "not worse", None),
    ([0.0] * 40, {}, "not shown to be worse", None),
    ([0.0] * 40, {"margin": 0.0}, "not worse", None),
    # the same loss everywhere
    ([-0.1] * 6, {}, "worse", None),
    ([-0.1] * 6, {"margin": 0.05}, "worse", None),
    ([-0.1] * 6, {"margin": 0.1}, "not worse", None),
    ([0.1] * 6, {}, "not shown to be worse", None),
    ([-1e-12] * 7, {}, "not shown to be worse", None),  # so little is rounding
    # six topics that differ are enough, and none less
    ([-0.1] * 5 + [-0.2] + [0.0] * 2, {}, "worse", None),
    (
        [-0.1] * 4 + [-0.2] + [0.0] * 2,
        {},
        "no verdict",
        "the runs are equal on 2 of 7 topics, too many for an interval",
    ),
    ([-0.1] * 5, {}, "too few topics", "chance alone makes the new run lose on all 5 topics with p = 0.031"),
    ([-0.1], {"margin": 0.05}, "too few topics", "the spread cannot be estimated from a single topic"),
    # nearly all equal
    (
        [-0.05] + [0.0] * 39,
        {"margin": 0.05},
        "no verdict",
        "the runs are equal on 39 of 40 topics, too many for an interval; a sign test on the differing topics (1 lost, "
        "0 won) has p = 0.500",
    ),
    (
        [-0.05, -0.1, -0.02, 0.01, -0.01] + [0.0] * 35,
        {},
        "no verdict",
        "the runs are equal on 35 of 40 topics, too many for an interval; a sign test on the differing topics (4 lost, "
        "1 won) has p = 0.188",  # (5 + 1) / 32
    ),
    ([-0.5, -0.1, 0.3, 0.0, 0.0, 0.0], {"margin": 0.05}, "no verdict", "the runs are equal on 3 of 6 topics, too many"),
    ([0.07, -0.13] * 20, {"margin": 0.05}, "too few topics", "the difference may lie near the margin"),
    ([-0.05, -0.04] * 20, {"margin": 0.0}, "worse", None),
    (
        [0.1, -0.1] * 10,
        {"margin": 0.04},
        "too few topics",
        "for two equally good runs, the verdict 'not worse' needs 54 topics",
    ),
    ([float("nan")] + [0.1] * 9, {}, "no verdict", "a score is not a finite number"),
    # fewer topics than asked for, which take nothing from a loss
    ([0.1, 0.2] * 10, {"topics_at_least": 21}, "too few topics", "20 topics, but at least 21 are required"),
    ([-0.1, -0.2] * 10, {"topics_at_least": 21}, "worse", None),
    ([0.1, 0.2] * 10, {"topics_at_least": 20}, "not shown to be worse", None),
    ([-0.001, 0.001] * 10, {"margin": 0.05, "topics_at_least": 21}, "too few topics", "20 topics, but at least 21"),
]


def test_values_by_hand(con):
    """Each case is a collection, so that those with the same options are one statement."""
    for options in (dict(pairs) for pairs in dict.fromkeys(tuple(case[1].items()) for case in BY_HAND)):
        empty(con)
        cases = [case for case in BY_HAND if case[1] == options]
        for number, (differences, *_) in enumerate(cases):
            put(con, {"map": differences}, f"c{number}")
        given = "".join(f", {name} := {literal(value)}" for name, value in options.items())
        query = f"from statistics.gate('new', 'old', ['map'], trials := 999{given}) order by collection"
        rows = con.execute(query).pl().to_dicts()
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
            is_loss, is_within = row["high"] < -1e-12, margin is not None and row["low"] >= -margin - 1e-12
            unknown = "not shown to be worse" if margin is None else "too few topics"
            wanted = "not worse" if is_within else "worse" if is_loss else unknown
            assert row["verdict"] == wanted
            assert row["low"] <= row["difference"] <= row["high"]
            counts[wanted] = counts.get(wanted, 0) + 1
    assert min(counts.values()) > 5 and len(counts) == 4


Drawer = Callable[[np.random.Generator, tuple[int, int, int]], np.ndarray]
"""What draws differences for many comparisons of topics by measures, with a mean of 0."""


def alarms(con, draw: Drawer, topics: int, measures: int, draws: int, trials: int) -> float:
    """Share of draws in which chance alone makes a measure worse.

    A draw is a collection, so that one statement judges many.
    """
    chance, number_of_alarms, names = np.random.default_rng(1), 0, NAMES[:measures]
    for start in range(0, draws, 100):
        empty(con)
        values = draw(chance, (100, topics, measures))
        index = np.indices(values.shape).reshape(3, -1)
        rows = {"draw": index[0], "topic": index[1], "number": index[2], "value": values.ravel()}
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


def from_topics(values: np.ndarray) -> Drawer:
    """Draw topics from real differences, whose means are taken out."""
    centred = values - values.mean(axis=0)
    return lambda chance, size: centred[chance.integers(0, len(centred), size[:2])][:, :, : size[2]]


DRAWERS: dict[str, Drawer] = {
    "normal": lambda chance, size: chance.normal(0, 0.1, size),
    "exponential": lambda chance, size: chance.exponential(0.1, size) - 0.1,
    "lognormal": lambda chance, size: 0.1 * (chance.lognormal(0, 1, size) - math.exp(0.5)),
}


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
def test_chance_alone_seldom_fails(con):
    """Three standard errors above 5 % at 200 draws are 10 %; Student's bound alone fails in more than 20 %."""
    assert alarms(con, DRAWERS["exponential"], topics=10, measures=3, draws=200, trials=399) <= 0.1


@pytest.fixture(scope="module")
def two_real_runs(real_database) -> np.ndarray:
    return differences_of(real_database, "p_bm25rm3", "p_bm25", "trec2021-passages")


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("kind", "measures", "topics", "most"),  # most: as docs/ci.md has it, and three standard errors
    [
        *(("normal", measures, topics, 0.026) for measures in (1, 3) for topics in (10, 20, 53)),
        *(("exponential", 1, topics, most) for topics, most in ((10, 0.054), (20, 0.045), (53, 0.031))),
        *(("exponential", 3, topics, most) for topics, most in ((10, 0.050), (20, 0.035), (53, 0.031))),
        *(("lognormal", 1, topics, most) for topics, most in ((10, 0.092), (20, 0.069), (53, 0.051))),
        *(("lognormal", 5, topics, most) for topics, most in ((10, 0.035), (20, 0.041), (53, 0.029))),
        *(("two_runs", measures, topics, 0.026) for measures in (1, 3) for topics in (20, 53)),
        *(
            pytest.param("two_real_runs", measures, topics, 0.026, marks=pytest.mark.real)
            for measures in (1, 3)
            for topics in (20, 53)
        ),
    ],
)
def test_chance_alone_fails_as_often_as_the_documentation_says(con, request, kind, measures, topics, most):
    draw = DRAWERS.get(kind) or from_topics(request.getfixturevalue(kind))
    draws = 2000
    found = alarms(con, draw, topics, measures, draws, trials=999)
    assert found <= most + 3 * math.sqrt(most * (1 - most) / draws), found


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
        # the old run may be better than it seems, but no worse, and no better than 1
        (("second", 9, "j"), ("second", 9, "u"), 0.01, "no verdict", "worse"),
        (("first", 9, "j"), ("second", 9, "u"), 0.01, "not worse", "not worse"),
        (("second", 9, "j"), ("first", 9, "u"), None, "worse", "worse"),
    ],
)
def test_labels_that_cannot_carry_a_verdict(new, old, by, wanted, only_judged):
    """Measures by judged items alone do not count the others as not relevant, so they have a verdict."""
    with pytest.warns(UserWarning, match="unjudged"):
        frame = dl.gate(ranked(*new), ranked(*old), JUDGED, ["RR", "nDCG(judged_only=True)@10"], by=by)
    row, other = frame.to_dicts()
    assert (row["verdict"], other["verdict"]) == (wanted, only_judged)
    shares = {"u": "0.90", "j": "0.00"}
    if wanted == "no verdict":
        change = f"from {shares[old[2]]} to {shares[new[2]]}"
        assert row["reason"] == f"the share of unjudged items among the first ten changed {change}"
    elif (wanted, old[2]) == ("not worse", "u"):
        assert row["reason"] == "for every possible grade of the unjudged items"
        assert frame.notes[0].endswith(", for every possible grade of the unjudged items.")


def at_ranks(relevant: Sequence[int], judged: Sequence[int] = (), depth: int = 10) -> dict[str, dict[str, float]]:
    """A run with relevant items at these ranks of twelve topics, irrelevant ones at those `judged`, else unjudged."""
    return {
        query: {
            f"r{number}-{rank}" if rank in relevant else f"{'j' if rank in judged else 'u'}{number}-{rank}": 99.0 - rank
            for rank in range(1, depth + 1)
        }
        for number, query in enumerate(RELEVANT)
    }


ALL_JUDGED = {
    query: {f"{kind}{query[1:]}-{rank}": int(kind == "r") for kind in "rj" for rank in range(1, 11)}
    for query in RELEVANT
}


UNJUDGED_CASES = {
    # relevant at 1 to 6 against 6 and unjudged at 7 to 10: at most five against six of ten
    "P@10": ("worse", -0.5, -0.1),
    "P@5": ("worse", -1, -1),
    "Success@5": ("worse", -1, -1),
    "RR": ("worse", 1 / 6 - 1, 1 / 6 - 1),
    "RR@5": ("worse", -1, -1),
    "RBP(p=0.5)@10": ("worse", 0.5**6 - (1 - 0.5**6), 0.5**5 - 0.5**10 - (1 - 0.5**6)),
    "AP": ("no verdict", None, None),
    "nDCG@10": ("no verdict", None, None),
    "rbp.p=0.5": ("worse", 0.5**6 - (1 - 0.5**6), 0.5**5 - (1 - 0.5**6)),
}


@pytest.mark.parametrize("measures", [list(UNJUDGED_CASES), ["P_10"], ["P(rel=1)@10"]], ids=len)
def test_bounds_decide_whatever_the_unjudged_items_are(measures):
    """All topics have the same ranks, so that the ends of the intervals are the difference and its bound."""
    better, worse = at_ranks(range(1, 7), range(7, 11)), at_ranks([6], range(1, 6))
    with pytest.warns(UserWarning, match="unjudged"):
        rows = dl.gate(worse, better, ALL_JUDGED, measures).to_dicts()
        others = dl.gate(better, worse, ALL_JUDGED, measures, by=0.01).to_dicts()
    for measure, row, other in zip(measures, rows, others, strict=True):
        lost, low, high = UNJUDGED_CASES.get(measure, UNJUDGED_CASES["P@10"])
        assert row["measure"] == other["measure"] == measure.replace("rbp.", "rbp_")
        assert (row["verdict"], other["verdict"]) == (lost, "not worse" if lost == "worse" else lost)
        if low is not None:
            assert (row["low"], row["high"]) == pytest.approx((low, high), abs=1e-9)
            assert (other["low"], other["high"]) == pytest.approx((-high, -low), abs=1e-9)
            assert row["reason"] == other["reason"] == "for every possible grade of the unjudged items"


def test_bounds_are_tested_like_any_difference():
    """Seven topics keep their relevant item, five may have lost it: lower at best in the mean, and not surely."""
    old, kept, lost = at_ranks([1], range(2, 11)), at_ranks([], range(3, 11)), at_ranks([5], range(1, 5))
    new = {query: (lost if number < 5 else kept)[query] for number, query in enumerate(RELEVANT)}
    with pytest.warns(UserWarning, match="unjudged"):
        (row,) = dl.gate(new, old, ALL_JUDGED, ["RR"]).to_dicts()
    assert row["difference"] == pytest.approx((5 * 0.2 - 12) / 12)
    assert row["verdict"] == "no verdict"  # the bounds' means are .67 and 1, and five topics that differ show nothing


def test_unjudged_items_below_the_cutoff_are_no_reason():
    """The first ten are judged in both runs, most of what is below in the old one alone."""
    old, new = ranked("first", 9, "j"), ranked("second", 9, "j")
    for query in old:
        old[query] |= {f"r{query[1:]}-{i}": 1.0 / (2 + i) for i in range(40)}
        new[query] |= {f"u{query[1:]}-{i}": 1.0 / (2 + i) for i in range(40)}
    qrels = {query: judged | {f"r{query[1:]}-{i}": 0 for i in range(40)} for query, judged in JUDGED.items()}
    with pytest.warns(UserWarning, match="unjudged"):
        frame = dl.gate(new, old, qrels, ["RR@10", "RR", "AP"])
    rows = {row["measure"]: row for row in frame.to_dicts()}
    assert rows["RR@10"]["verdict"] == "worse"
    assert (rows["RR"]["verdict"], rows["RR"]["reason"]) == ("worse", "for every possible grade of the unjudged items")
    assert (rows["AP"]["verdict"], rows["AP"]["reason"]) == (
        "no verdict",
        "the share of unjudged items among the first hundred changed from 0.00 to 0.80",
    )
