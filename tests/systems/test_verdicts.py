"""Runs that may be best, and tiers of runs, against the definitions in numpy and values worked out by hand."""

from __future__ import annotations

import itertools
import math
import random
import string

import numpy as np
import pytest
import scipy.stats

from dltrack_db.score import scratch

OBJECTS = ("statistics.compared_with_best", "statistics.t_tests", "systems.verdict", "systems.tiers")
TOPICS = 9
MEASURES = {"m": 1, "asl": -1, "gm_map": 1, "num_rel_ret": None}
"""Measures by the direction in which they are better: a mean, a length, a mean of logarithms, a count."""


def connect(collections, measure="m", teams=None):
    """Open a database with the values of each run by topic; `teams` are those of the runs."""
    con = scratch.connect(OBJECTS)
    values = [
        (name, run, f"q{place:02}", value)
        for name, runs in collections.items()
        for run, each in runs.items()
        for place, value in enumerate(each)
    ]
    topics = sorted({(name, query) for name, _, query, _ in values})
    for name in collections:
        con.execute(
            "insert into main.collections (collection, edition, task, query_set) values ($1, 't', '', '')", [name]
        )
        for run, team in (teams or {}).items():
            con.execute(
                "insert into main.runs (collection, run_id, team, is_submission) values ($1, $2, $3, false)",
                [name, run, team],
            )
    con.execute(
        "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
        "select unnest($1), 'nist', unnest($2), 'd', 1, '0'",
        [list(column) for column in zip(*topics, strict=True)],
    )
    con.execute(
        "insert into main.query_scores (collection, run_id, query_id, measure, value) "
        "select unnest($1), unnest($2), unnest($3), $5, unnest($4::double[])",
        [*(list(column) for column in zip(*values, strict=True)), measure],
    )
    return con


def field(seed, runs=7):
    """Runs whose means lie apart by about as much as topics vary, two of them equal."""
    chance = random.Random(seed)
    values = {
        f"r{i}": [round(min(1, max(0, chance.gauss(0.3 + 0.07 * i, 0.2))), 3) for _ in range(TOPICS)]
        for i in range(runs)
    }
    return values | {"twin": list(reversed(values["r3"]))}


def tiers_of(con, collection="c", measure="m", **options):
    settings = "".join(f", {name} := {value}" for name, value in options.items())
    rows = con.execute(f"select run_id, tiers from systems.tiers('{collection}', '{measure}'{settings})").fetchall()
    return dict(rows)


def verdicts_of(con, collection="c", measure="m", runs=None):
    """The rows of statistics.compared_with_best by run."""
    query = "from statistics.compared_with_best([$1], runs := $2::varchar[]) where collection = $3"
    rows = con.execute(query, [measure, runs, collection]).fetchall()
    return {run: tuple(row) for _, _, run, *row in rows}


def verdict_of(con, collection="c", measure="m", options=""):
    """The row of systems.verdict."""
    (row,) = con.execute(f"from systems.verdict('{collection}', '{measure}'{options})").pl().to_dicts()
    return row


def expected_verdicts(values, direction=1, guests=()):
    """Return what the definition says of the runs, with its own arithmetic: multiple comparisons with the best."""
    scores = {run: direction * np.array(each, dtype=float) for run, each in values.items()}
    members = [run for run in scores if run not in guests]
    num_q = len(next(iter(scores.values())))
    pairs, critical = {}, {}
    for run in scores:
        others = [other for other in members if other != run]
        critical[run] = scipy.stats.t.ppf(1 - min(0.05 / len(others), 0.025), num_q - 1)
        for other in others:
            differences = np.round(scores[other] - scores[run], 12)
            has_spread = differences.max() - differences.min() > 2e-12
            error = differences.std(ddof=1) / math.sqrt(num_q) if has_spread else 0
            behind = differences.mean() if abs(differences.mean()) > 1e-12 else 0
            pairs[run, other] = (behind, error, behind / error if has_spread else 0)
    best = {}
    for run in scores:
        others = [other for other in members if other != run]
        t, _, beaten_by = min((-pairs[run, other][2], -scores[other].mean(), other) for other in others)
        best[run] = None if -t <= critical[run] + 1e-9 else beaten_by
    found = {}
    for run in scores:
        mine = [(other, *pairs[run, other]) for other in members if other != run]
        low = 0 if best[run] is None else max(behind - critical[run] * error for _, behind, error, _ in mine if error)
        highs = [behind + critical[run] * error for other, behind, error, _ in mine if best[other] is None]
        found[run] = (best[run] is None, best[run], max(0, low), max([0, *highs]))
    return found


def assert_same(found, expected):
    assert found.keys() == expected.keys()
    for run, (may_be_best, beaten_by, low, high) in expected.items():
        assert found[run][:2] == (may_be_best, beaten_by), run
        assert found[run][2:] == pytest.approx((low, high), abs=1e-9), run


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("measure", "direction"), [("m", 1), ("asl", -1), ("gm_map", 1)])
def test_the_runs_that_may_be_best_follow_the_definition(seed, measure, direction):
    values = field(seed, runs=12)
    con = connect({"c": values, "other": field(seed + 7)}, measure)
    found = verdicts_of(con, measure=measure)
    assert_same(found, expected_verdicts(values, direction))
    assert {each for each, *_ in found.values()} == {True, False}
    asked = ["r1", "r4", "r6", "twin"]
    narrow = verdicts_of(con, measure=measure, runs=asked)
    assert_same(narrow, expected_verdicts({run: values[run] for run in asked}, direction))


def test_two_runs_are_compared_at_the_level_of_a_two_sided_test():
    """t is 3.34 over 4 topics: beyond the one-sided 5% (2.35) and the two-sided 5% (3.18)."""
    runs = {"a": [0.5, 0.6, 0.7, 0.8], "b": [0.3, 0.5, 0.6, 0.5]}
    con = connect({"c": runs, "d": {"a": [0.5, 0.7], "b": [0.1, 0.6]}})
    differences = np.array([0.2, 0.1, 0.1, 0.3])
    margin = scipy.stats.t.ppf(0.975, 3) * differences.std(ddof=1) / 2
    found = verdicts_of(con)
    assert found["a"] == (True, None, 0, 0)
    assert found["b"][:2] == (False, "a")
    assert found["b"][2:] == pytest.approx((0.175 - margin, 0.175 + margin))
    assert verdicts_of(con, "d")["b"][:2] == (True, None)


def test_ties_clones_and_differences_without_spread():
    values = {
        "a": [0.9, 0.8, 0.7, 0.95, 0.85],
        "clone": [0.9, 0.8, 0.7, 0.95, 0.85],
        "shifted": [0.8, 0.7, 0.6, 0.85, 0.75],
        "z": [0.1, 0.15, 0.1, 0.2, 0.05],
    }
    con = connect({"c": values})
    found = verdicts_of(con)
    assert_same(found, expected_verdicts(values))
    # of two clones that beat a run the first by name is reported; the same difference on every topic shows nothing
    assert found["z"][:2] == (False, "a") and found["shifted"][:2] == (True, None)
    assert found["shifted"][3] == pytest.approx(0.1) and found["a"] == (True, None, 0, 0) == found["clone"]
    untested = con.execute("select untested from statistics.t_tests(['m']) where run_a = 'a' and run_b = 'shifted'")
    assert untested.fetchall() == [("the same difference on every topic",)]


def test_without_a_comparison_there_is_no_verdict():
    equal = {"x": [0.5, 0.7], "y": [0.6, 0.6], "z": [0.7, 0.5]}
    con = connect({"one": {"a": [0.9, 0.2]}, "topic": {"a": [0.9], "b": [0.1]}, "equal": equal})
    assert all(verdicts_of(con, name) == {} for name in ("one", "topic", "equal"))
    counts = connect({"c": {"x": [5, 3], "y": [4, 1]}}, "num_ret")
    assert verdicts_of(counts, measure="num_ret") == {}
    assert counts.execute("from systems.verdict('c', 'num_ret')").fetchall() == []


def test_a_bad_run_a_run_that_is_not_tested_and_one_that_is_not_ranked_change_no_verdict():
    values = field(4, runs=9)
    con = connect({"c": values, "bad": {**values, "zeros": [0.0] * TOPICS}, "some": {**values, "few": [1.0]}})
    may_be_best = {run for run, row in verdicts_of(con).items() if row[0]}
    assert 1 < len(may_be_best) < len(values)
    assert {run for run, row in verdicts_of(con, "bad").items() if row[0]} == may_be_best
    assert verdicts_of(con, "some") == verdicts_of(con)
    guests = {"mine": [0.95] * (TOPICS - 1) + [0.9], "yours": [0.2] * TOPICS}
    con = connect({"c": {**values, **guests}})
    con.execute("insert into main.runs (collection, run_id, is_submission) select 'c', unnest($1), true", [[*values]])
    found = verdicts_of(con)
    assert_same(found, expected_verdicts({**values, **guests}, guests=guests))
    assert found["mine"][:3] == (True, None, 0) and found["yours"][0] is False
    # the same for runs that are not in the database
    rows = [
        {"collection": "c", "run_id": run, "measure": "m", "query_id": f"q{i:02}", "value": value}
        for run, each in guests.items()
        for i, value in enumerate(each)
    ]
    query = "select run_id, may_be_best, beaten_by, low, high from statistics.compared_with_best(['m'], guests := $1)"
    outside = connect({"c": values}).execute(query, [rows]).fetchall()
    assert {run: tuple(row) for run, *row in outside} == found


def test_a_run_with_a_higher_score_can_be_out():
    """`steady` loses a little on every topic; `wild` loses more on some and wins on others."""
    values = {
        "best": [0.80, 0.82, 0.78, 0.81, 0.79, 0.80],
        "steady": [0.75, 0.76, 0.74, 0.76, 0.73, 0.75],
        "wild": [0.30, 1.00, 0.35, 1.00, 0.90, 0.60],
    }
    con = connect({"c": values}, teams={"best": "B"})
    found = verdicts_of(con)
    assert found["steady"][0] is False and found["wild"][0] is True
    assert verdict_of(con)["note"] == (
        "No clear winner in m: 2 of 3 runs may be best; best (B) scores highest, 0.800. The other one is significantly "
        "worse (paired t-tests over 6 topics, 5 % shared by a run's 2 comparisons); steady scores better than some run "
        "that may be best, since its differences vary less"
    )


def test_the_sentence_on_the_runs_that_may_be_best():
    clear = {"x": [0.9, 0.8, 0.7, 0.9], "y": [0.5, 0.6, 0.5, 0.5], "z": [0.4, 0.4, 0.5, 0.3]}
    teams = {"x": "X", "y": "Y"}
    con = connect(
        {
            "c": clear,
            "pair": {run: clear[run] for run in "xy"},
            "close": {"x": [0.5, 0.7002], "y": [0.6, 0.6]},
            "topic": {"x": [0.9], "y": [0.25]},
            "tied": {"x": [0.5, 0.7], "y": [0.6, 0.6], "z": [0.1, 0.2]},
            "one": {"x": [0.5, 0.7]},
            "equal": {"x": [0.5, 0.7], "y": [0.6, 0.6]},
            "shift": {"x": [0.5, 0.7], "y": [0.4, 0.6]},
        },
        teams=teams,
    )
    con.execute("insert into main.collections (collection, edition, task, query_set) values ('none', 't', '', '')")
    assert verdict_of(con)["note"] == (
        "Only x (X) may be best in m: it scores highest, 0.825. Each of the other 2 is significantly worse than some "
        "run (paired t-tests over 4 topics, 5 % shared by a run's 2 comparisons)"
    )
    assert verdict_of(con, "pair")["note"].endswith(
        "0.825. The other one is significantly worse (paired t-test over 4 topics, 5 %)"
    )
    assert verdict_of(con, "close")["note"] == (
        "No clear winner in m: both runs may be best; x (X) scores highest, 0.600. No run is significantly worse than "
        "another (paired t-test over 2 topics, 5 %)"
    )
    assert verdict_of(con, "topic")["note"] == (
        "x (X) scores highest in m, 0.900; a single topic does not show which runs may be best"
    )
    assert "all 3 runs may be best; x (X) and y (Y) score highest, 0.600. No run" in verdict_of(con, "tied")["note"]
    assert verdict_of(con, "tied")["leaders"] == ["x", "y"]
    assert "both runs may be best" in verdict_of(con, "shift")["note"]
    assert [verdict_of(con, name)["note"] for name in ("one", "equal")] == [None, None]
    assert con.execute("from systems.verdict('none', 'm')").fetchall() == []
    narrow = verdict_of(con, options=", runs := ['y', 'z']")
    assert narrow["leaders"] == ["y"] and narrow["num_compared"] == narrow["num_runs"] == 2


def test_runs_of_a_team_that_share_the_highest_score_are_named_once():
    values = {"a1": [0.9, 0.8, 0.7], "a2": [0.7, 0.8, 0.9], "b": [0.8, 0.6, 0.7]}
    con = connect({"c": values}, teams={"a1": "A", "a2": "A", "b": "B"})
    found = verdict_of(con)
    assert found["leaders"] == ["a1", "a2"] and "; a1 (A) scores highest, 0.800. No run" in found["note"]


def test_the_sentence_if_a_lower_value_is_better():
    con = connect({"c": {"x": [9.0, 8.0, 9.0], "y": [5.0, 6.0, 7.0], "z": [1.0, 1.1, 1.0]}}, "asl")
    assert verdict_of(con, measure="asl")["note"].startswith("Only z may be best in ASL: it scores lowest, 1.033. Each")


def expected_tiers(values, direction, alpha):
    """Return the worst run that each run shares a tier with: Holm over all pairs, then closed."""
    merits = {run: round(direction * float(np.mean(each)), 12) for run, each in values.items()}
    p_values = {}
    for a, b in itertools.combinations(values, 2):
        differences = np.round(np.array(values[a]) - np.array(values[b]), 12)
        flat = differences.max() - differences.min() <= 2e-12
        p_values[a, b] = 1 if flat else scipy.stats.ttest_1samp(differences, 0).pvalue
    apart, most = set(), 0.0
    for i, (pair, p) in enumerate(sorted(p_values.items(), key=lambda item: item[1])):
        most = max(most, p * (len(p_values) - i))
        apart |= {pair, pair[::-1]} if most < alpha else set()
    order = sorted(values, key=lambda run: -merits[run])
    reach, reaches = math.inf, {}
    for run in order:
        reach = min(reach, *(merits[other] for other in values if (run, other) not in apart))
        reaches[run] = reach
    ends = sorted(set(reaches.values()), reverse=True)
    tops = {end: max(merits[run] for run in order if reaches[run] == end) for end in ends}
    return {run: [i for i, end in enumerate(ends) if end <= merits[run] <= tops[end]] for run in order}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("measure", "alpha"), [("m", 0.05), ("asl", 0.2), ("gm_map", 0.1)])
def test_tiers_follow_the_definition(seed, measure, alpha):
    values = field(seed, runs=14)
    con = connect({"c": values}, measure)
    tiers = tiers_of(con, measure=measure, alpha=alpha)
    expected = expected_tiers(values, MEASURES[measure], alpha)
    assert tiers == {run: [string.ascii_lowercase[i] for i in places] for run, places in expected.items()}
    assert tiers["twin"] == tiers["r3"] and len({letter for each in tiers.values() for letter in each}) > 1
    rows = con.execute(f"select distinct num_pairs from systems.tiers('c', '{measure}')").fetchall()
    assert rows == [(len(values) * (len(values) - 1) // 2,)]


@pytest.mark.parametrize("measure", ["m", "asl"])
def test_tiers_are_intervals_of_the_order_that_hold_each_other_not(measure):
    con = connect({"c": field(1, runs=14)}, measure)
    tiers = tiers_of(con, measure=measure, alpha=0.2)
    ranks = dict(con.execute(f"select run_id, rank from systems.tiers('c', '{measure}')").fetchall())
    order = sorted(tiers, key=lambda run: (ranks[run], run))
    letters = sorted({letter for each in tiers.values() for letter in each})
    assert letters == list(string.ascii_lowercase[: len(letters)]) and len(letters) > 2
    members = {letter: [i for i, run in enumerate(order) if letter in tiers[run]] for letter in letters}
    for places in members.values():
        assert places == list(range(places[0], places[-1] + 1))
    firsts, lasts = ([members[letter][end] for letter in letters] for end in (0, -1))
    assert firsts == sorted(set(firsts)) and lasts == sorted(set(lasts))
    assert tiers[order[0]] == ["a"]


def test_letters_go_on_behind_z():
    runs = {f"r{i:02}": [i, i + 0.001 * math.sin(i), i + 0.001 * math.cos(i)] for i in range(40)}
    con = connect({"c": runs})
    tiers = con.execute("select tiers from systems.tiers('c', 'm') order by rank").fetchall()
    letters = list(dict.fromkeys(itertools.chain.from_iterable(each for (each,) in tiers)))
    assert len(letters) > 28
    assert letters == [*string.ascii_lowercase, *(f"a{letter}" for letter in string.ascii_lowercase)][: len(letters)]


def test_tiers_where_there_is_little_to_tell():
    runs = {"a": [0.9, 0.8, 0.9], "b": [0.1, 0.7, 0.2]}
    equal = {"a": [0.5] * 3, "b": [0.5] * 3, "c": [0.5] * 3}
    some = {**runs, "few": [0.5]}
    con = connect({"two": runs, "one": {"a": [0.9]}, "topic": {"a": [0.9], "b": [0.1]}, "equal": equal, "some": some})
    con.execute("insert into main.collections (collection, edition, task, query_set) values ('none', 't', '', '')")
    assert tiers_of(con, "two") == {"a": ["a"], "b": ["a"]}
    assert tiers_of(con, "one") == {"a": ["a"]}
    assert tiers_of(con, "topic") == {"a": ["a"], "b": ["a"]}
    assert tiers_of(con, "equal") == {"a": ["a"], "b": ["a"], "c": ["a"]}
    assert tiers_of(con, "some") == {"a": ["a"], "b": ["a"], "few": None}
    assert tiers_of(con, "none") == {}
    found = con.execute("select untested from systems.tiers('some', 'm') where run_id = 'few'").fetchone()
    assert found == ("scores on 1 of 3 topics",)
    counts = connect({"c": {"x": [5, 3], "y": [4, 1]}}, "num_ret")
    assert tiers_of(counts, measure="num_ret") == {"x": None, "y": None}
