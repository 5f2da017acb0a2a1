"""How sure a ranking is: hand-computed cases, and the same resamples counted again in Python."""

from __future__ import annotations

import hashlib
import random
from statistics import fmean, median

import numpy as np
import pytest
import scipy.stats

from dltrack_db.score import scratch

OBJECTS = (
    "statistics.rank_trials", "statistics.rank_stability_by", "statistics.topic_order", "statistics.bootstrap_topics",
    "statistics.topic_sample_agreement", "statistics.first_place", "judging.topic_discrimination_by",
)  # fmt: skip


def connect(collections):
    """Values by collection, run and topic, as measure m."""
    con = scratch.connect(OBJECTS)
    for name, runs in collections.items():
        con.execute(
            "insert into main.collections (collection, edition, task, query_set) values ($1, 't', '', '')", [name]
        )
        for place in range(len(next(iter(runs.values())))):
            con.execute(
                "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
                "values ($1, 'nist', $2, 'd', 1, '0')",
                [name, f"q{place:02}"],
            )
            for run, values in runs.items():
                con.execute(
                    "insert into main.query_scores values ($1, $2, $3, 'm', $4)",
                    [name, run, f"q{place:02}", values[place]],
                )
    return con


@pytest.fixture(scope="module")
def values():
    chance = random.Random(8)
    return {f"r{i}": [round(chance.random() * (1 + i / 10), 3) for _ in range(11)] for i in range(6)}


@pytest.fixture(scope="module")
def con(values):
    return connect({"c": values, "one": {"a": [0.5], "b": [0.25]}})


@pytest.fixture(scope="module")
def sure():
    """One run better on every topic, two that are equal, one topic on which all are."""
    best, second = [0.9, 0.8, 0.7, 0.6, 0.5], [0.4, 0.5, 0.2, 0.1, 0.5]
    return connect({"c": {"best": best, "twin": second, "second": second, "last": [0.1, 0.1, 0.1, 0.0, 0.5]}})


def ranks_of(means):
    """1 + number of higher means, for each run."""
    rounded = {run: round(mean, 12) for run, mean in means.items()}
    return {run: 1 + sum(other > mine for other in rounded.values()) for run, mine in rounded.items()}


def first_in(means):
    """The runs that none is better than."""
    return {run for run, rank in ranks_of(means).items() if rank == 1}


def of_kind(expected, resampling):
    return [means for (kind, _), means in expected.items() if kind == resampling]


def draw(seed, place):
    return int(hashlib.md5(f"{seed}:{place}".encode()).hexdigest()[:8], 16)


def test_ranks_over_the_same_topics(con, values):
    trials, seed = 40, 5
    expected = {}
    for trial in range(trials):
        drawn = [draw(seed, f"{trial}:{place}") % 11 for place in range(11)]
        expected["bootstrap", trial] = {run: fmean(held[i] for i in drawn) for run, held in values.items()}
    for trial in range(trials // 2):
        order = sorted(range(11), key=lambda i, trial=trial: draw(seed, f"{trial}/q{i:02}"))
        for side in (0, 1):
            half = order[side * 5 : side * 5 + 5]
            expected["half", 2 * trial + side] = {run: fmean(held[i] for i in half) for run, held in values.items()}
    rows = con.execute(
        "select resampling, trial, run_id, mean, rank from statistics.rank_trials(['m'], trials := $1, seed := $2) "
        "where collection = 'c'",
        [trials, seed],
    ).fetchall()
    assert len(rows) == 2 * trials * len(values)
    for resampling, trial, run, mean, rank in rows:
        means = expected[resampling, trial]
        assert mean == pytest.approx(means[run], abs=1e-11)
        assert rank == ranks_of(means)[run]

    summed = con.execute(
        "select resampling, run_id, rank, median_rank, low_rank, high_rank, share_first, share_alone, low_mean, "
        "high_mean, num_trials from statistics.rank_stability_by(['m'], trials := $1, confidence := 0.8, seed := $2) "
        "where collection = 'c'",
        [trials, seed],
    ).fetchall()
    assert len(summed) == 2 * len(values)
    for resampling, run, rank, middle, low, high, share, alone, low_mean, high_mean, num_trials in summed:
        taken = sorted(ranks_of(means)[run] for (kind, _), means in expected.items() if kind == resampling)
        seen = [means[run] for means in of_kind(expected, resampling)]
        assert rank == ranks_of({name: fmean(held) for name, held in values.items()})[run]
        assert (num_trials, middle) == (trials, median(taken))
        assert (low, high) == (taken[3], taken[35])  # the least with a tenth, and with nine tenths, at or below it
        assert share == pytest.approx(taken.count(1) / trials)
        assert alone == pytest.approx(sum(first_in(means) == {run} for means in of_kind(expected, resampling)) / trials)
        assert (low_mean, high_mean) == pytest.approx(tuple(np.quantile(seen, [0.1, 0.9])))


def test_a_run_better_on_every_topic_is_always_first(sure):
    rows = sure.execute(
        "select run_id, rank, low_rank, high_rank, share_first from statistics.rank_stability_by(['m'], trials := 60) "
        "where resampling = 'half' order by rank, run_id"
    ).fetchall()
    assert rows[0] == ("best", 1, 1, 1, 1)
    assert [(run, rank) for run, rank, *_ in rows[1:]] == [("second", 2), ("twin", 2), ("last", 4)]
    assert [row[4] for row in rows[1:]] == [0, 0, 0]
    first = sure.execute("from statistics.first_place(['m'], trials := 60)").fetchall()
    assert first == [("c", "m", ["best"], 1, 1, 1, 1, 1, 1, 1, 4, 5, 1, None)]


def test_a_run_never_beaten_is_first_in_all_resamplings():
    """The other has the same values where both were drawn, and the third where the first two were not."""
    con = connect({"c": {"a": [0.5, 0.7, 0.9], "b": [0.5, 0.7, 0.8], "c": [0.1, 0.2, 0.9]}})
    query = "select * exclude (collection) from statistics.{}(['m'], trials := 200)"
    rows = con.execute(query.format("rank_trials") + " where rank = 1 and resampling = 'bootstrap'").pl().to_dicts()
    trials = {trial: {row["run_id"] for row in rows if row["trial"] == trial} for trial in range(200)}
    assert {frozenset(first) for first in trials.values()} == {frozenset("a"), frozenset("ab"), frozenset("ac")}
    alone = sum(first == {"a"} for first in trials.values()) / 200
    (first,) = con.execute(query.format("first_place")).pl().to_dicts()
    assert (first["first_runs"], first["share_bootstrap"], first["share_half"]) == (["a"], 1, 1)
    assert first["share_alone_bootstrap"] == first["share_without_others_bootstrap"] == pytest.approx(alone)
    assert 0.3 < alone < 0.9
    of_run = con.execute(query.format("rank_stability_by") + " where resampling = 'bootstrap'").pl().to_dicts()
    assert {row["run_id"]: (row["share_first"], row["share_alone"]) for row in of_run} == {
        run: (
            pytest.approx(sum(run in first for first in trials.values()) / 200),
            pytest.approx(sum(first == {run} for first in trials.values()) / 200),
        )
        for run in "abc"
    }


@pytest.mark.more
def test_tied_runs_are_first_together():
    con = connect({"c": {"a": [0.5, 0.7], "b": [0.5, 0.7], "c": [0.1, 0.2]}})
    rows = con.execute(
        "select run_id, share_first, share_alone, low_rank from statistics.rank_stability_by(['m'], trials := 20) "
        "where resampling = 'bootstrap' order by run_id"
    ).fetchall()
    assert rows == [("a", 1, 0, 1), ("b", 1, 0, 1), ("c", 0, 0, 3)]
    first = con.execute(
        "select first_runs, share_bootstrap, share_alone_bootstrap, share_without_others_bootstrap, share_alone_half, "
        "share_without_others_half, num_contenders from statistics.first_place(['m'], trials := 20)"
    ).fetchall()
    assert first == [(["a", "b"], 1, 0, 1, 0, 1, 2)]


def test_a_single_topic_has_no_halves(con):
    rows = con.execute(
        "select distinct resampling from statistics.rank_stability_by(['m'], trials := 10) where collection = 'one'"
    ).fetchall()
    assert rows == [("bootstrap",)]
    first = con.execute(
        "select first_runs, share_bootstrap, share_half, lack from statistics.first_place(['m'], 10) "
        "where collection = 'one'"
    ).fetchall()
    assert first == [(["a"], None, None, "a single topic")]


def test_the_same_seed_gives_the_same_ranks(con):
    query = "from statistics.rank_trials(['m'], trials := 20, seed := {}) order by all"
    first, again, other = (con.execute(query.format(seed)).fetchall() for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_orders_hold_every_topic_once(con):
    rows = con.execute(
        "select trial, list(query_id order by position), list(position order by position), max(num_topics) "
        "from statistics.topic_order(6, seed := 3) where collection = 'c' group by trial"
    ).fetchall()
    assert len(rows) == 6
    for _, topics, positions, num_topics in rows:
        assert (sorted(topics), positions) == ([f"q{i:02}" for i in range(11)], list(range(1, 12)))
        assert num_topics == 11
    assert len({tuple(row[1]) for row in rows}) == 6


def test_agreement_of_some_topics_with_all(con, values):
    trials, seed = 12, 4
    rows = con.execute(
        "select num_topics, tau, low_tau, high_tau, share_same_best, tau_apart, num_trials "
        "from statistics.topic_sample_agreement(['m'], [3, 8], trials := $1, confidence := 0.5, seed := $2) "
        "where collection = 'c' order by num_topics",
        [trials, seed],
    ).fetchall()
    assert [row[0] for row in rows] == [3, 8]
    everything = [round(sum(held), 9) for held in values.values()]
    for size, tau, low, high, same_best, apart, num_trials in rows:
        taus, aparts, best = [], [], []
        for trial in range(trials):
            order = sorted(range(11), key=lambda i, trial=trial: draw(seed, f"{trial}/q{i:02}"))
            some, others = (
                [round(sum(held[i] for i in chosen), 9) for held in values.values()]
                for chosen in (order[:size], order[size : 2 * size])
            )
            taus.append(scipy.stats.kendalltau(some, everything).statistic)
            aparts.append(scipy.stats.kendalltau(some, others).statistic)
            best.append(some[everything.index(max(everything))] == max(some))
        assert num_trials == trials
        assert tau == pytest.approx(fmean(taus))
        assert (low, high) == pytest.approx(tuple(np.quantile(taus, [0.25, 0.75])))
        assert same_best == pytest.approx(fmean(best))
        assert apart == (pytest.approx(fmean(aparts)) if size == 3 else None)


def test_sizes_by_default_end_with_all_topics(con):
    rows = con.execute(
        "select num_topics, tau, share_same_best from statistics.topic_sample_agreement(['m'], trials := 5) "
        "where collection = 'c' order by num_topics"
    ).fetchall()
    assert [row[0] for row in rows] == [5, 10, 11]
    assert rows[-1][1:] == (pytest.approx(1), 1)
    ten = connect({"c": {"a": [0.1] * 10, "b": [0.2] * 10}})
    rows = ten.execute("select num_topics from statistics.topic_sample_agreement(['m'], trials := 2) order by all")
    assert rows.fetchall() == [(5,), (10,)]


def test_topics_that_tell_runs_apart(sure):
    rows = {
        row[0]: row[1:]
        for row in sure.execute(
            "select query_id, num_runs, mean, lowest, highest, is_dead, separated, tau, power, against, correlation, "
            "spread from judging.topic_discrimination_by(['m'])"
        ).fetchall()
    }
    assert len(rows) == 5
    assert rows["q04"] == (4, 0.5, 0.5, 0.5, True, 0, None, 0, 0, None, 0)
    num_runs, mean, lowest, highest, is_dead, separated, tau, power, against, correlation, spread = rows["q01"]
    # 0.8, 0.5, 0.5, 0.1: five of six pairs differ, all as in the means of the others
    assert (num_runs, mean, lowest, highest, is_dead) == (4, pytest.approx(0.475), 0.1, 0.8, False)
    assert (separated, tau) == (pytest.approx(5 / 6), pytest.approx(1))
    assert (power, against) == (pytest.approx(5 / 6), 0)
    rest = [
        (0.9 + 0.7 + 0.6 + 0.5) / 4,
        (0.4 + 0.2 + 0.1 + 0.5) / 4,
        (0.4 + 0.2 + 0.1 + 0.5) / 4,
        (0.1 + 0.1 + 0.5) / 4,
    ]
    assert correlation == pytest.approx(scipy.stats.pearsonr([0.8, 0.5, 0.5, 0.1], rest).statistic)
    assert spread == pytest.approx(np.std([0.8, 0.5, 0.5, 0.1], ddof=1))


def test_a_topic_against_all_others():
    con = connect({"c": {"a": [0.9, 0.8, 0.1], "b": [0.5, 0.4, 0.3], "c": [0.1, 0.4, 0.6]}})
    row = con.execute(
        "select tau, power, against, separated from judging.topic_discrimination_by(['m']) where query_id = 'q02'"
    ).fetchone()
    assert row == (-1, 0, 1, 1)
    # on the second topic b and c tie: two pairs separated; the others' means are .5, .4, .35
    row = con.execute(
        "select power, against, separated from judging.topic_discrimination_by(['m']) where query_id = 'q01'"
    ).fetchone()
    assert row == (pytest.approx(2 / 3), 0, pytest.approx(2 / 3))
