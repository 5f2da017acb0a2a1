"""Tiers of runs and the lead of the best one, against statistics.tukey_hsd, scipy and values worked out by hand."""

from __future__ import annotations

import itertools
import random
import string

import numpy as np
import pytest
import scipy.stats

from dltrack_db.score import scratch

OBJECTS = (
    "systems.tiers",
    "systems.board_lead",
    "statistics.tukey_hsd",
    "statistics.tukey_critical",
    "statistics.tests",
)
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


def lead_of(con, collection="c", measure="m", options=""):
    found = con.execute(f"from systems.board_lead('{collection}', '{measure}'{options})")
    names = [column[0] for column in found.description]
    rows = found.fetchall()
    assert len(rows) == 1
    return dict(zip(names, rows[0], strict=True))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("measure", "trials", "alpha"), [("m", 99, 0.05), ("asl", 40, 0.2), ("gm_map", 59, 0.1)])
def test_two_runs_share_a_tier_unless_tukey_tells_them_apart(seed, measure, trials, alpha):
    con = connect({"c": field(seed)}, measure)
    tiers = tiers_of(con, measure=measure, trials=trials, alpha=alpha)
    pairs = con.execute(f"select run_a, run_b, p_value from statistics.tukey_hsd(['{measure}'], trials := {trials})")
    shared = {(a, b): bool({*tiers[a]} & {*tiers[b]}) for a, b in itertools.permutations(tiers, 2)}
    assert {(a, b): p >= alpha for a, b, p in pairs.fetchall()} == shared
    assert len({*shared.values()}) == 2


@pytest.mark.parametrize("measure", ["m", "asl"])
def test_tiers_are_intervals_of_the_means_that_hold_each_other_not(measure):
    con = connect({"c": field(1, runs=12)}, measure)
    tiers = tiers_of(con, measure=measure, trials=60, alpha=0.2)
    ranks = dict(con.execute(f"select run_id, rank from systems.tiers('c', '{measure}', trials := 60)").fetchall())
    order = sorted(tiers, key=lambda run: (ranks[run], run))
    letters = sorted({letter for each in tiers.values() for letter in each})
    assert letters == list("abcdefghijklm"[: len(letters)]) and len(letters) > 2
    members = {letter: [i for i, run in enumerate(order) if letter in tiers[run]] for letter in letters}
    for places in members.values():
        assert places == list(range(places[0], places[-1] + 1))
    firsts, lasts = ([members[letter][end] for letter in letters] for end in (0, -1))
    assert firsts == sorted(set(firsts)) and lasts == sorted(set(lasts))
    assert tiers[order[0]] == ["a"]
    assert tiers["twin"] == tiers["r3"] and ranks["twin"] == ranks["r3"]


def test_letters_go_on_behind_z():
    runs = {f"r{i:02}": [i / 99] * 2 + [i / 99 + 0.5] for i in range(99)}
    con = connect({"c": runs})
    tiers = con.execute("select tiers from systems.tiers('c', 'm', trials := 20, alpha := 1) order by rank").fetchall()
    letters = list(dict.fromkeys(itertools.chain.from_iterable(each for (each,) in tiers)))
    assert len(letters) > 28
    assert letters == [*string.ascii_lowercase, *(f"a{letter}" for letter in string.ascii_lowercase)][: len(letters)]


def test_critical_difference_is_the_range_from_which_p_is_below_alpha():
    con = connect({"c": field(2)})
    for trials, alpha in ((19, 0.05), (20, 0.05), (39, 0.05), (50, 0.2), (99, 0.01)):
        query = f"select range from statistics.permuted_ranges(['m'], {trials}) order by range desc"
        ranges = [each for (each,) in con.execute(query).fetchall()]
        most = max((k for k in range(trials + 1) if (1 + k) / (1 + trials) < alpha), default=None)
        ((found,),) = con.execute(
            f"select critical_difference from statistics.tukey_critical(['m'], trials := {trials}, alpha := {alpha})"
        ).fetchall()
        assert found == (None if most is None else ranges[most])


def test_tiers_where_there_is_little_to_tell():
    runs = {"a": [0.9, 0.8, 0.9], "b": [0.1, 0.2, 0.2]}
    equal = {"a": [0.5] * 3, "b": [0.5] * 3, "c": [0.5] * 3}
    some = {**runs, "few": [0.5]}
    con = connect({"two": runs, "one": {"a": [0.9]}, "topic": {"a": [0.9], "b": [0.1]}, "equal": equal, "some": some})
    con.execute("insert into main.collections (collection, edition, task, query_set) values ('none', 't', '', '')")
    assert tiers_of(con, "two", trials=20) == {"a": ["a"], "b": ["a"]}  # 3 topics tell nothing
    assert tiers_of(con, "one", trials=20) == {"a": ["a"]}
    assert tiers_of(con, "topic", trials=20) == {"a": ["a"], "b": ["a"]}
    assert tiers_of(con, "equal", trials=20) == {"a": ["a"], "b": ["a"], "c": ["a"]}
    assert tiers_of(con, "some", trials=20) == {"a": ["a"], "b": ["a"], "few": None}
    assert tiers_of(con, "none", trials=20) == {}
    found = con.execute("select untested from systems.tiers('some', 'm', trials := 20) where run_id = 'few'").fetchone()
    assert found == ("scores on 1 of 3 topics",)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("measure", ["m", "asl"])
def test_the_lead_is_the_paired_interval_of_the_board_s_test(seed, measure):
    values = field(seed)
    direction = MEASURES[measure]
    con = connect({"c": values}, measure)
    lead = lead_of(con, measure=measure)
    means = {run: round(direction * np.mean(each), 12) for run, each in values.items()}
    best, other = sorted(means, key=lambda run: (-means[run], run))[:2]
    assert (lead["run_id"], lead["other_run_id"]) == (best, other)
    differences = direction * (np.array(values[best]) - np.array(values[other]))
    assert lead["difference"] == pytest.approx(differences.mean(), abs=1e-11) and lead["difference"] > 0
    p_values = sorted(scipy.stats.ttest_rel(values[best], values[run]).pvalue for run in values if run != best)
    p_value = scipy.stats.ttest_rel(values[best], values[other]).pvalue
    steps = itertools.accumulate((p * (len(p_values) - i) for i, p in enumerate(p_values)), max)
    corrected = min(1, dict(zip(p_values, steps, strict=True))[p_value])
    interval = scipy.stats.ttest_1samp(differences, 0).confidence_interval(1 - 0.05 * p_value / corrected)
    assert [lead["low"], lead["high"]] == pytest.approx([interval.low, interval.high], abs=1e-9)
    verdicts = dict(con.execute(f"select run_id, verdict from statistics.tests('c', ['{measure}'])").fetchall())
    assert (lead["low"] > 0) == (verdicts[other] == "worse")
    assert lead["num_maybe_best"] == sum(verdict != "worse" for verdict in verdicts.values())
    assert (lead["num_runs"], lead["num_tested"], lead["num_topics"]) == (len(values), len(values), TOPICS)


def test_the_other_run_is_of_another_team():
    values = {"x1": [0.9, 0.8, 0.7], "x2": [0.8, 0.8, 0.7], "y1": [0.5, 0.6, 0.7], "z1": [0.4, 0.4, 0.4]}
    teams = {"x1": "X", "x2": "X", "y1": "Y", "z1": None}
    con = connect({"c": values, "own": {run: values[run] for run in ("x1", "x2")}}, teams=teams)
    lead = lead_of(con)
    assert (lead["run_id"], lead["team"], lead["other_run_id"], lead["other_team"]) == ("x1", "X", "y1", "Y")
    assert lead_of(con, "own")["other_run_id"] == "x2"
    narrow = lead_of(con, options=", runs := ['x2', 'z1']")
    assert (narrow["run_id"], narrow["other_run_id"], narrow["num_runs"], narrow["num_tests"]) == ("x2", "z1", 2, 1)


def test_the_sentence_of_the_lead():
    values = {"x": [0.9, 0.8, 0.7, 0.9], "y": [0.5, 0.6, 0.6, 0.5], "z": [0.4, 0.4, 0.5, 0.3]}
    teams = {"x": "X", "y": "Y"}
    interval = scipy.stats.ttest_rel(values["x"], values["y"]).confidence_interval(0.95)
    pair = {run: values[run] for run in "xy"}
    close = {"x": [0.5, 0.7002], "y": [0.6, 0.6]}
    con = connect({"c": values, "pair": pair, "close": close, "topic": {"x": [0.9], "y": [0.25]}}, teams=teams)
    con.execute("insert into main.collections (collection, edition, task, query_set) values ('none', 't', '', '')")
    assert lead_of(con)["note"].startswith("in m x (X) leads y (Y) by 0.275 (95%, corrected for 2 tests: ")
    at_another_level = lead_of(con, options=", alpha := 0.1")
    assert at_another_level["note"].startswith("in m x (X) leads y (Y) by 0.275 (90%, corrected for 2 tests: ")
    assert at_another_level["low"] > lead_of(con)["low"]
    assert lead_of(con, "pair")["note"] == (
        f"in m x (X) leads y (Y) by 0.275 (95%: {interval.low:.3f} to {interval.high:.3f}) over 4 topics; "
        "1 of 2 runs may be best"
    )
    assert lead_of(con, "close")["note"].startswith("in m x (X) leads y (Y) by less than 0.001 (95%: -")
    assert lead_of(con, "close")["note"].endswith(") over 2 topics; 2 of 2 runs may be best")
    assert lead_of(con, "topic")["note"] == "in m x (X) leads y (Y) by 0.650 over 1 topic; 2 of 2 runs may be best"
    assert con.execute("from systems.board_lead('none', 'm')").fetchall() == []


def test_a_run_without_a_team_leads_the_next_run_whatever_its_team():
    values = {"x": [0.9, 0.8, 0.7], "y": [0.8, 0.7, 0.7], "z": [0.1, 0.2, 0.1]}
    lead = lead_of(connect({"c": values}, teams={"x": None, "y": None, "z": "Z"}))
    assert (lead["run_id"], lead["other_run_id"]) == ("x", "y")
    of_teams = lead_of(connect({"c": values}, teams={"x": "X", "y": "X", "z": "Z"}))
    assert (of_teams["run_id"], of_teams["other_run_id"]) == ("x", "z")


def test_the_lead_of_equal_runs():
    first = {"x": [0.5, 0.7], "y": [0.6, 0.6], "z": [0.1, 0.2]}
    con = connect({"c": first, "one": {"x": [0.5, 0.7]}, "equal": {"x": [0.5, 0.7], "y": [0.6, 0.6]}})
    lead = lead_of(con)
    assert lead["difference"] == 0
    assert lead["note"].startswith("in m x and y share the first place with 0.6000 over 2 topics; ")
    single = lead_of(con, "one")
    assert (single["run_id"], single["other_run_id"], single["note"]) == ("x", None, None)
    assert lead_of(con, "equal")["note"] is None


def test_counts_have_no_lead():
    con = connect({"c": {"x": [5, 3], "y": [4, 1]}}, "num_ret")
    assert con.execute("from systems.board_lead('c', 'num_ret')").fetchall() == []
    assert tiers_of(con, measure="num_ret", trials=20) == {"x": None, "y": None}
