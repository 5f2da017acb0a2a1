"""Systems over seeds: the board, the test of two systems, and what neither can be computed for."""

from __future__ import annotations

import math

import duckdb
import numpy as np
import pytest
from scipy import optimize, stats

from dltrack_db.plugins.designs.tests.worlds import Design, add_scores, add_systems, answers, world

MEASURE = "ndcg_cut_10"


@pytest.fixture(scope="module")
def db(new_db):
    con = new_db()
    yield con
    con.close()


def put(db, name, design, **more):
    """Load the runs of systems X and Y."""
    runs = {
        f"{system}{seed}": row.tolist()
        for system, rows in zip("xy", design.scores, strict=True)
        for seed, row in enumerate(rows)
    }
    add_scores(db, name, runs, **more)
    if more.get("is_new", True):
        add_systems(db, name, {run: (run[0].upper(), run[1:]) for run in runs})


def compared(db, name, first="X", second="Y", measure=MEASURE, more=""):
    (row,) = answers(db, f"from statistics.compare_systems('{name}', ['{measure}'], '{first}', '{second}'{more})")
    return row


def restricted_likelihood(design):
    """The standard error by restricted maximum likelihood with variances of at least 0, by optimization."""
    a, s, t = design.scores.shape
    system, seed, topic = (part.ravel() for part in np.indices((a, s, t)))
    blocks = [system * s + seed, topic, system * t + topic]
    same = [(one[:, None] == one[None, :]).astype(float) for one in blocks]
    x = np.eye(a)[system]
    y = design.scores.ravel()

    def fit(variances):
        covariance = sum(v * block for v, block in zip(variances, same, strict=False)) + variances[-1] * np.eye(len(y))
        inverse = np.linalg.inv(covariance)
        information = x.T @ inverse @ x
        means = np.linalg.solve(information, x.T @ inverse @ y)
        rest = y - x @ means
        value = np.linalg.slogdet(covariance)[1] + np.linalg.slogdet(information)[1] + rest @ inverse @ rest
        return value, np.linalg.inv(information)

    scale = y.var()
    starts = ((0.1, 1, 0.1, 0.1), (0.001, 1, 0.2, 0.2), (0.2, 1, 0.001, 0.2))
    results = [
        optimize.minimize(
            lambda v: fit(v * scale)[0],
            start,
            bounds=[(0, None)] * 3 + [(1e-5, None)],
            method="L-BFGS-B",
            options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 2000},
        )
        for start in starts
    ]
    best = min(results, key=lambda one: one.fun)
    spread = fit(best.x * scale)[1]
    return math.sqrt(spread[0, 0] + spread[1, 1] - 2 * spread[0, 1])


@pytest.mark.parametrize(("seeds", "topics"), [(3, 20), (2, 4), (5, 2)])
def test_the_closed_form_of_a_balanced_design(db, seeds, topics):
    name = f"balanced {seeds} {topics}"
    design = next(one for seed in range(200) if min((one := world(seed, seeds, topics)).squares[:2]) > one.squares[2])
    put(db, name, design)
    error, df, p = design.test()
    row = compared(db, name)
    assert row["mean_difference"] == pytest.approx(design.difference(), abs=1e-10)
    assert (row["mean_a"], row["mean_b"]) == pytest.approx(design.scores.mean((1, 2)))
    assert row["standard_error"] == pytest.approx(error, abs=1e-9)
    assert (row["df"], row["p_systems"]) == pytest.approx((df, p), rel=1e-7)
    assert row["p_these_runs"] == pytest.approx(design.p_of_runs(), rel=1e-7)
    margin = stats.t.ppf(0.975, df) * error if df >= 1 else None
    if margin:
        assert (row["low"], row["high"]) == pytest.approx((design.difference() - margin, design.difference() + margin))
    assert (row["num_q"], row["num_seeds"], row["untested"], row["fault"]) == (topics, seeds, None, None)
    of_seeds, by_topics, rest = design.squares
    assert row["seed_sd"] == pytest.approx(math.sqrt((of_seeds - rest) / topics))
    assert row["topic_sd"] == pytest.approx(math.sqrt((by_topics - rest) / seeds))
    assert row["residual_sd"] == pytest.approx(math.sqrt(rest))
    swapped = compared(db, name, "Y", "X")
    assert swapped["mean_difference"] == -row["mean_difference"]
    assert (swapped["p_systems"], swapped["low"]) == pytest.approx((row["p_systems"], -row["high"]))


def cut(which):
    """A world in which the named mean squares are below the residual."""
    effects = {"of_seeds": 0 if "seeds" in which else 0.1, "by_topics": 0 if "topics" in which else 0.1}
    for seed in range(1000):
        design = world(seed, 2, 6, rest=0.08, **effects)
        below = {
            name
            for name, square in zip(("seeds", "topics"), design.squares, strict=False)
            if square < design.squares[2]
        }
        if below == {*which.split()}:
            return design
    raise AssertionError(which)


@pytest.mark.parametrize("which", ["", "seeds", "topics", "seeds topics"])
def test_variances_below_0_are_cut_as_restricted_maximum_likelihood_does(db, which):
    design = cut(which)
    put(db, f"cut {which}", design)
    row = compared(db, f"cut {which}")
    assert row["standard_error"] == pytest.approx(restricted_likelihood(design), rel=2e-4)
    assert [row["seed_sd"] == 0, row["topic_sd"] == 0] == ["seeds" in which, "topics" in which]
    sums = np.array(design.squares) * design.df
    if which == "seeds topics":
        pooled = sums.sum() / sum(design.df)
        assert row["standard_error"] == pytest.approx(math.sqrt(2 / 12 * pooled))
        assert row["residual_sd"] == pytest.approx(math.sqrt(pooled))
        assert row["df"] == sum(design.df)
    if which == "seeds":  # the test of these runs
        assert row["standard_error"] == pytest.approx(stats.sem(np.subtract(*design.scores.mean(1))))
        assert row["df"] == 5 and row["p_systems"] == pytest.approx(row["p_these_runs"])
    if which == "topics":  # the t-test of the seeds' means
        assert row["df"] == 2
        assert row["p_systems"] == pytest.approx(stats.ttest_ind(*design.scores.mean(2)).pvalue)


def test_one_seed_of_each_is_the_paired_test(db):
    design = world(3, 1, 12)
    put(db, "one seed", design)
    row = compared(db, "one seed")
    tests = answers(db, f"from statistics.t_tests(['{MEASURE}']) where collection = 'one seed' and run_a = 'x0'")
    assert row["p_these_runs"] == tests[0]["p_value"] == pytest.approx(design.p_of_runs())
    assert row["mean_difference"] == pytest.approx(tests[0]["mean_difference"], abs=1e-12)
    assert row["untested"] == "one seed of each system"
    for name in ("standard_error", "df", "low", "high", "p_systems", "seed_sd", "topic_sd", "seeds_needed"):
        assert row[name] is None


def test_nothing_that_varies_has_no_test(db):
    base = np.array([0.1, 0.4, 0.7, 0.2])
    worlds = {
        "equal": np.stack([np.stack([base, base])] * 2),
        "shifted": np.stack([np.stack([base + 0.1] * 2), np.stack([base] * 2)]),
        "only seeds": np.stack([np.stack([base + 0.2, base + 0.1]), np.stack([base + 0.05, base])]),
        "one topic": np.array([[[0.5], [0.6]], [[0.1], [0.2]]]),
    }
    for name, scores in worlds.items():
        put(db, name, Design(scores))
    row = compared(db, "equal")
    assert (row["p_systems"], row["p_these_runs"], row["untested"], row["seeds_needed"]) == (1, 1, None, None)
    row = compared(db, "shifted")
    assert (row["p_systems"], row["p_these_runs"]) == (None, None)
    assert row["untested"] == "the same difference for all topics and seeds"
    row = compared(db, "only seeds")  # the same on every topic, but not for every seed
    error = math.sqrt(2 / 8 * Design(worlds["only seeds"]).squares[0])
    assert row["p_these_runs"] is None and row["standard_error"] == pytest.approx(error)
    assert row["df"] == pytest.approx(2) and row["p_systems"] == pytest.approx(2 * stats.t.sf(0.125 / error, 2))
    row = compared(db, "one topic")
    assert (row["untested"], row["p_systems"], row["p_these_runs"]) == ("a single topic", None, None)
    assert row["mean_difference"] == pytest.approx(0.4)


def test_scores_that_are_rounded_or_no_number(db):
    base = np.array([0.1, 0.4, 0.7, 0.2])
    put(db, "rounded", Design(np.array([[base + 0.1, base + 0.10001], [base, base]])), decimals=4)
    db.execute("delete from main.qrels where collection = 'rounded'")
    assert compared(db, "rounded")["untested"] == "the same difference for all topics and seeds"
    broken = world(5, 2, 4)
    broken.scores[0, 0, 0] = math.nan
    put(db, "no number", broken)
    row = compared(db, "no number")
    assert row["untested"] == "a score that is no number"
    assert [row[name] for name in ("mean_a", "mean_difference", "p_systems", "p_these_runs")] == [None] * 4
    board = answers(db, f"from systems.system_board('no number', ['{MEASURE}'])")
    assert [(one["system"], one["rank"]) for one in board] == [("Y", 1), ("X", None)]


def test_a_summed_measure_is_compared_in_its_unit(db):
    design = world(7, 3, 10, of_seeds=1, by_topics=1)
    put(db, "sums", design, measure="num_rel_ret")
    row = compared(db, "sums", measure="num_rel_ret")
    error, _, p = design.test()
    assert row["mean_difference"] == pytest.approx(10 * design.difference())
    assert row["mean_a"] - row["mean_b"] == pytest.approx(row["mean_difference"])
    assert row["standard_error"] == pytest.approx(10 * error) and row["p_systems"] == pytest.approx(p)


def power_by_seeds(row, seeds, topics):
    """Power of the test with more seeds, by the noncentral t distribution."""
    of_seeds, by_topics, rest = (row[name] ** 2 for name in ("seed_sd", "topic_sd", "residual_sd"))
    squares = topics * of_seeds + rest, seeds * by_topics + rest, rest
    total = squares[0] + squares[1] - rest
    freedom = 2 * (seeds - 1), topics - 1, 2 * (seeds - 1) * (topics - 1)
    df = total**2 / sum(m**2 / f for m, f in zip(squares, freedom, strict=True))
    if 0 in (of_seeds, by_topics):
        df = sum(freedom) if of_seeds == by_topics else freedom[of_seeds == 0]
    shift = abs(row["mean_difference"]) / math.sqrt(2 / (seeds * topics) * total)
    critical = stats.t.ppf(0.975, df)
    return stats.nct.sf(critical, df, shift) + stats.nct.cdf(-critical, df, shift)


def test_seeds_needed_is_the_smallest_number_with_the_power(db):
    for seed, effects in ((1, {"of_seeds": 0.08, "by_topics": 0.02}), (2, {"of_seeds": 0.05, "by_topics": 0.04})):
        put(db, f"needed {seed}", world(seed, 3, 30, **effects))
        row = compared(db, f"needed {seed}")
        enough = [n for n in range(2, 101) if power_by_seeds(row, n, 30) >= 0.8]
        assert row["seeds_needed"] == (enough[0] if enough else None)
    for variances in ((0, 0.01, 0.02), (0.001, 0, 0.02), (0, 0, 0.05), (0.002, 0.001, 0)):
        given = ", ".join(map(str, variances))
        names = ("seed_sd", "topic_sd", "residual_sd")
        row = {"mean_difference": -0.1, **{name: math.sqrt(one) for name, one in zip(names, variances, strict=True)}}
        (answer,) = db.execute(f"select statistics.seeds_needed(-0.1, {given}, 10)").fetchone()
        enough = [n for n in range(2, 101) if power_by_seeds(row, n, 10) >= 0.8]
        assert answer == (enough[0] if enough else None), variances
    nothing = "select statistics.seeds_needed(0, 0.1, 0.1, 0.1, 10), statistics.seeds_needed(0.1, 0, 0, 0, 10)"
    assert db.execute(nothing).fetchone() == (None, None)
    few_topics = world(11, 3, 4, of_seeds=0.001, by_topics=0.3)
    put(db, "more topics", few_topics)
    row = compared(db, "more topics")
    assert row["seeds_needed"] is None and power_by_seeds(row, 100, 4) < 0.8


FAULTY = {
    "A": [("a1", "1"), ("a2", "1"), ("a3", "2")],
    "B": [("b1", None), ("b2", "2")],
    "C": [("c1", None)],
    "D": [("d1", "1"), ("d2", "2")],
    "E": [("e1", "1"), ("e2", "2")],
    "F": [("f1", "1"), ("f2", "2"), ("f3", "3")],
}


@pytest.fixture(scope="module")
def faulty(db):
    scores = {run: [0.1 * i, 0.3, 0.5] for runs in FAULTY.values() for i, (run, _) in enumerate(runs)}
    scores |= {"own": [0.2, 0.2, 0.2], "e2": [0.1, None, 0.3]}
    add_scores(db, "faulty", scores)
    add_systems(db, "faulty", {run: (system, seed) for system, runs in FAULTY.items() for run, seed in runs})
    return db


@pytest.mark.parametrize(
    ("first", "second", "fault"),
    [
        (
            "A",
            "D",
            "system A has 2 runs with seed 1: a1 and a2; change the seed or system of one run with: "
            "dltrack ingest run-notes FILE",
        ),
        (
            "D",
            "B",
            "system B has 1 of 2 runs without a seed: b1; add the seed of each run with: dltrack ingest run-notes FILE",
        ),
        (
            "D",
            "E",
            "the runs of system E have scores on different topics (number of topics: e1 3, e2 2; in total 3); score "
            "all runs on the same topics",
        ),
        (
            "D",
            "F",
            "the numbers of seeds differ: D has 2, F has 3; load the missing runs, or name another system for the "
            "extra runs in the run notes",
        ),
        ("D", "D", "both systems are D; name two different systems"),
    ],
)
def test_systems_that_cannot_be_compared(faulty, first, second, fault):
    row = compared(faulty, "faulty", first, second)
    assert row["fault"] == fault
    assert {row[name] for name in row if name not in ("collection", "measure", "fault")} == {None}


def test_systems_without_a_fault(faulty):
    assert compared(faulty, "faulty", "C", "own")["untested"] == "one seed of each system"
    with pytest.raises(duckdb.Error, match="there is no system 'owns'; did you mean own"):
        compared(faulty, "faulty", "C", "owns")
    board = answers(faulty, f"from systems.system_board('faulty', ['{MEASURE}'])")
    by_system = {row["system"]: row for row in board}
    add_scores(faulty, "faulty", {"c1": [0.1, 0.2, 0.3]}, measure="map", is_new=False)
    assert compared(faulty, "faulty", "C", "D", measure="map")["fault"] == (
        "no run of system D has scores by map; load its runs"
    )
    assert [row["system"] for row in board if not row["fault"]] == ["F", "D", "C", "own"]
    assert [row["rank"] for row in board if not row["fault"]] == [1, 2, 3, 4]
    assert {name for name, row in by_system.items() if row["fault"]} == {"A", "B", "E"}
    assert all(by_system[name]["value"] is by_system[name]["spread"] is None for name in "ABE")
    values = [np.mean([0.1 * i, 0.3, 0.5]) for i in range(3)]
    assert (by_system["F"]["value"], by_system["F"]["spread"]) == pytest.approx(
        (np.mean(values), np.std(values, ddof=1))
    )
    assert (by_system["F"]["num_seeds"], by_system["own"]["num_seeds"], by_system["own"]["spread"]) == (3, 1, None)


def test_seeds_on_other_topics_than_the_other_system(db):
    add_scores(
        db, "uneven", {"a1": [0.1, 0.2, None], "a2": [0.3, 0.2, None], "b1": [0.1, 0.2, 0.4], "b2": [0.1, 0.2, 0.4]}
    )
    add_systems(db, "uneven", {"a1": ("A", "1"), "a2": ("A", "2"), "b1": ("B", "1"), "b2": ("B", "2")})
    assert compared(db, "uneven", "A", "B")["fault"] == (
        "of 3 topics, A has scores on 2 and B on 3; score all runs on the same topics"
    )
    board = answers(db, f"from systems.system_board('uneven', ['{MEASURE}'])")
    assert {row["system"]: row["unranked"] for row in board} == {"A": "scores on 2 of 3 topics", "B": None}
    assert {row["system"]: row["rank"] for row in board}["B"] == 1


def test_lower_is_better_is_first_and_equal_seeds_have_no_spread(db):
    add_scores(db, "lower", {"a": [0.5, 0.5], "b": [0.5, 0.5], "c": [0.1, 0.2], "d": [0.1, 0.3]}, measure="asl_g")
    add_systems(db, "lower", {"a": ("A", "1"), "b": ("A", "2"), "c": ("B", "1"), "d": ("B", "2")})
    board = answers(db, "from systems.system_board('lower', ['asl_g'])")
    direction = answers(db, "select direction from metrics.directions where name = 'asl_g'")
    best = "B" if direction and direction[0]["direction"] == -1 else "A"
    assert board[0]["system"] == best
    assert {row["system"]: row["spread"] for row in board}["A"] == 0


def test_the_note_loaded_last_is_used(db):
    add_scores(db, "notes", {"r": [0.1, 0.2]})
    loads = {"b": 7, "a": 9, "c": 8}
    for source, number in loads.items():
        for key in ("system", "seed"):
            db.execute(
                "insert into main.run_metadata values ('notes', 'r', $1, $2, $3)", [source, key, f"{source} {key}"]
            )
        db.execute(
            "insert into main.loads by name select $1 as load_id, 'x' as batch_id, 'notes' as edition, 'notes' as "
            "collection, 'run-metadata' as part, $2 as name, 'f' as source, 1 as bytes, 'none' as verified, 1 as "
            "measured_rows, now() as started_at, now() as published_at, '' as dltrack_version, '' as duckdb_version, "
            "'' as gx_version",
            [number, source],
        )
    assert answers(db, "from main.systems where collection = 'notes'") == [
        {"collection": "notes", "run_id": "r", "system": "a system", "seed": "a seed"}
    ]
