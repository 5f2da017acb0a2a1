"""The views over traces, against the paper's rule in Python, against a scorer, and against the printed numbers."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import pairwise

import duckdb
import mini_track
import numpy as np
import pytest
import pytrec_eval
from corpora_tables import insert
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, ttest_rel

COLLECTION = "mini-passages"
RULES = ["official", "fixed:6", "budget:9", "all"]
MEASURES = ("map", "P_10", "ndcg_cut_10")


def add_simulation(con, simulation, collection, traces, *, study=None, team=None, **more) -> None:
    """Store traces given as {(trial, query): [(item, grade), …]}, all candidates in them unless said otherwise."""
    trials = max(trial for trial, _ in traces)
    row = {
        "simulation": simulation,
        "study": study or simulation,
        "collection": collection,
        "strategy": "random",
        "omitted_team": team,
        "seed": 1,
        "num_trials": trials,
        "stop_rule": "official",
        "growth": 1,
        "pool_depth": 3,
        "pooled_runs": "submitted",
        "num_runs": 8,
        "candidates": "judged",
        "qrels_variant": "nist",
        "min_relevance": 2,
        "fingerprint": "f",
        "dltrack_version": "0",
        "library_versions": "none",
        "started_at": "2026-01-01 00:00:00+00",
        "is_complete": True,
    }
    insert(con, "main.simulations", [row | {key: value for key, value in more.items() if key in row}])
    insert(
        con,
        "main.simulation_topics",
        [
            {
                "simulation": simulation,
                "query_id": query,
                "pool_size": more.get("pool_size", 4),
                "num_candidates": more.get("num_candidates", len(items)),
                "num_judged": more.get("num_judged", len(items)),
                "is_shared": False,
            }
            for (trial, query), items in traces.items()
            if trial == 1
        ],
    )
    rows = [
        (trial, query, step, item, grade)
        for (trial, query), items in traces.items()
        for step, (item, grade) in enumerate(items, 1)
    ]
    if rows:
        con.execute(
            "insert into main.simulation_traces "
            "select $1, unnest($2), unnest($3), unnest($4), unnest($5), unnest($6), null",
            [simulation, *map(list, zip(*rows, strict=True))],
        )


@pytest.fixture(scope="module")
def track(new_db):
    """The mini track with a simulation of three trials, one without a team, and runs, labels and teams in Python."""
    con = new_db()
    mini_track.build(con)
    qrels = defaultdict(dict)
    for query, item, grade in con.execute(
        "select query_id, doc_id, relevance from main.qrels where collection = $1 and variant = 'nist'", [COLLECTION]
    ).fetchall():
        qrels[query][item] = grade
    rng = np.random.default_rng(4)

    def traces(trials):
        made = {}
        for trial in range(1, trials + 1):
            for query, labels in qrels.items():
                # an item nobody judged comes up too, and counts as not relevant
                items = [*sorted(labels), "p29"]
                made[trial, query] = [(item, labels.get(item, 0)) for item in rng.permutation(items)]
        return made

    all_teams = traces(3)
    without = traces(3)
    add_simulation(con, "s", COLLECTION, all_teams, num_judged=22)
    add_simulation(con, "s without beta", COLLECTION, without, study="s", team="beta", num_judged=22)
    runs = defaultdict(lambda: defaultdict(dict))
    for run, query, item, score in con.execute(
        "select rankings.run_id, query_id, doc_id, score from main.rankings join judging.compared_runs "
        "using (collection, run_id) where collection = $1",
        [COLLECTION],
    ).fetchall():
        runs[run][query][item] = score
    yield con, {"s": all_teams, "s without beta": without}, qrels, runs
    con.close()


def cut(trace, rule, num_judged=22):
    """The judgments of a trace that a rule takes, and whether the topic is evaluated."""
    kind, _, bound = rule.partition(":")
    wanted = {"official": num_judged, "all": len(trace)}.get(kind) or int(bound) + (kind == "budget")
    labels = trace[:wanted]
    return dict(labels), kind != "budget" or sum(grade >= 2 for _, grade in labels) >= 3


def scored(runs, labels):
    """{measure: {run: {query: value}}}, binary measures from grade 2, missing topics and such without relevant as 0."""
    binary = pytrec_eval.RelevanceEvaluator(labels, {"map", "P.10"}, 2)
    graded = pytrec_eval.RelevanceEvaluator(labels, {"ndcg_cut.10"})
    result = {measure: {} for measure in MEASURES}
    for run, answers in runs.items():
        values = binary.evaluate(answers), graded.evaluate(answers)
        for measure in MEASURES:
            found = {q: one[measure] for part in values for q, one in part.items() if measure in one}
            result[measure][run] = {query: found.get(query, 0.0) for query in labels}
    return result


@pytest.mark.more
def test_compared_runs_are_the_submitted_ones_or_all(empty_db):
    con = empty_db
    mini_track.build(con)
    names = {run for (run,) in con.execute("select run_id from judging.compared_runs").fetchall()}
    assert "ours" not in names
    assert "theirs" not in names
    assert len(names) == 8
    con.execute("update main.runs set is_submission = false where collection = 'mini-docs'")
    rows = con.execute("select collection, count(*) from judging.compared_runs group by all order by all").fetchall()
    assert rows == [("mini-docs", 10), ("mini-passages", 8)]
    con.execute("update main.runs set source_file = null where run_id = 'alpha0'")
    rows = con.execute("select collection, count(*) from judging.compared_runs group by all order by all").fetchall()
    assert rows == [("mini-docs", 9), ("mini-passages", 7)]


@pytest.mark.parametrize("rule", RULES)
def test_scores_under_simulated_labels_are_the_scorers(track, rule):
    con, simulations, _, runs = track
    rows = con.execute(
        "select simulation, trial, measure, run_id, query_id, value from judging.simulation_query_scores($1)", [rule]
    ).fetchall()
    got = defaultdict(dict)
    for simulation, trial, measure, run, query, value in rows:
        got[simulation, trial, measure][run, query] = value
    assert len(got) == 2 * 3 * 3
    for (simulation, trial, measure), values in got.items():
        labels = {}
        for (number, query), trace in simulations[simulation].items():
            judged, is_included = cut(trace, rule)
            if number == trial and is_included:
                labels[query] = judged
        expected = scored(runs, labels)[measure]
        flat = {(run, query): value for run, of_run in expected.items() for query, value in of_run.items()}
        assert values.keys() == flat.keys()
        for key, value in flat.items():
            assert values[key] == pytest.approx(value, abs=1e-9)


def test_trials_against_scipy(track):
    con, simulations, qrels, runs = track
    official = {
        measure: {run: sum(of_run.values()) / len(qrels) for run, of_run in of_measure.items()}
        for measure, of_measure in scored(runs, dict(qrels)).items()
    }
    relevant = sum(grade >= 2 for labels in qrels.values() for grade in labels.values())
    rows = con.execute(
        "select simulation, omitted_team, trial, stop_rule, measure, num_labels, num_rel, rel_share, num_topics, "
        "num_runs, tau_b, max_drop, max_drop_run_id from judging.simulation_trials($1)",
        [RULES],
    ).fetchall()
    assert len(rows) == 2 * 3 * len(RULES) * 3
    drops = 0
    for simulation, team, trial, rule, measure, labels, found, share, topics, num_runs, tau, drop, who in rows:
        assert team == (None if simulation == "s" else "beta")
        parts = {q: cut(trace, rule) for (number, q), trace in simulations[simulation].items() if number == trial}
        assert labels == sum(len(judged) for judged, _ in parts.values())
        assert found == sum(grade >= 2 for judged, _ in parts.values() for grade in judged.values())
        assert share == pytest.approx(found / relevant)
        kept = {query: judged for query, (judged, is_included) in parts.items() if is_included}
        assert topics == len(kept)
        means = {run: sum(v.values()) / len(kept) for run, v in scored(runs, kept)[measure].items()}
        names = sorted(means)
        old = [round(official[measure][run], 4) for run in names]
        new = [round(means[run], 4) for run in names]
        assert num_runs == len(names)
        assert tau == pytest.approx(kendalltau(old, new).statistic, abs=1e-9)
        fall = {run: sum(n > new[i] for n in new) - sum(o > old[i] for o in old) for i, run in enumerate(names)}
        assert drop == max(fall.values())
        assert who == min(run for run in names if fall[run] == drop)
        drops += drop
    assert drops


def test_ap_correlation_is_that_of_the_same_orders(track):
    con = track[0]
    rows = con.execute(
        "select trials.tau_ap, statistics.tau_ap("
        "list(round(official_value, 4) order by run_id), list(round(value, 4) order by run_id)) "
        "from judging.simulation_trials('fixed:6') as trials "
        "join judging.simulation_run_scores('fixed:6') using (simulation, trial, measure) "
        "group by simulation, trial, measure, trials.tau_ap"
    ).fetchall()
    assert len(rows) == 18
    assert all(one == pytest.approx(other) for one, other in rows)
    assert len({round(one, 6) for one, _ in rows}) > 3


def test_the_full_budget_changes_nothing(track):
    con = track[0]
    rows = con.execute("select tau_b, max_drop, rel_share from judging.simulation_trials('all')").fetchall()
    assert rows
    assert all(row == (pytest.approx(1), 0, 1) for row in rows)
    power = con.execute("select measure, power from judging.simulation_trials('all') where trial = 1").fetchall()
    official = {}
    scores = defaultdict(dict)
    for measure, run, query, value in con.execute(
        "select measure, run_id, query_id, value from metrics.query_scores join judging.compared_runs "
        "using (collection, run_id) where collection = $1 and list_contains($2, measure)",
        [COLLECTION, list(MEASURES)],
    ).fetchall():
        scores[measure][run, query] = value
    for measure, values in scores.items():
        names = sorted({run for run, _ in values})
        topics = sorted({query for _, query in values})
        told = [
            ttest_rel([values[a, q] for q in topics], [values[b, q] for q in topics]).pvalue < 0.05
            for a in names
            for b in names
            if a < b
        ]
        official[measure] = sum(told) / len(told)
    assert len(power) == 2 * 3
    assert all(value == pytest.approx(official[measure]) for measure, value in power)
    assert len(set(official.values())) > 1


def test_judgments_and_findings_never_fall_with_the_budget(track):
    con = track[0]
    rules = [f"fixed:{bound}" for bound in range(1, 30)]
    rows = con.execute(
        "select simulation, trial, sum(num_labels), sum(num_rel) from judging.simulation_stops($1) "
        "group by simulation, trial, stop_rule order by simulation, trial, split_part(stop_rule, ':', 2)::int",
        [rules],
    ).fetchall()
    for before, after in pairwise(rows):
        if before[:2] == after[:2]:
            assert before[2] <= after[2]
            assert before[3] <= after[3]


@pytest.mark.more
def test_a_trace_that_is_too_short_says_so(empty_db):
    con = empty_db
    mini_track.build(con)
    labels = con.execute(
        "select doc_id, relevance from main.qrels where collection = $1 and variant = 'nist' and query_id = 'q1' "
        "order by doc_id limit 8",
        [COLLECTION],
    ).fetchall()
    add_simulation(con, "short", COLLECTION, {(1, "q1"): labels}, num_candidates=22, num_judged=22)
    rows = con.execute(
        "select stop_rule, num_labels, is_reached from judging.simulation_stops(['fixed:8', 'fixed:9', 'all'])"
    ).fetchall()
    assert sorted(rows) == [("all", 8, False), ("fixed:8", 8, True), ("fixed:9", 8, False)]
    rules = {
        row[0] for row in con.execute("select stop_rule from judging.simulation_trials(['fixed:8', 'all'])").fetchall()
    }
    assert rules == {"fixed:8"}


def test_an_unknown_rule_is_refused(track):
    for rule in ("sometimes", "budget", "budget:0", "fixed:-3"):
        with pytest.raises(duckdb.Error, match="unknown stopping rule"):
            track[0].execute("from judging.simulation_stops($1)", [rule]).fetchall()


def test_rank_counts(track):
    con = track[0]
    rows = con.execute(
        "select measure, run_id, sum(num_trials), list(rank) from judging.simulation_ranks('fixed:6') group by all"
    ).fetchall()
    assert len(rows) == 3 * 8
    assert {total for _, _, total, _ in rows} == {6}  # three trials, with all teams and without one
    assert any(len(ranks) > 1 for *_, ranks in rows)


def test_stability_takes_the_worst_over_teams(track):
    con = track[0]
    by = defaultdict(dict)
    for team, trial, measure, tau, drop in con.execute(
        "select omitted_team, trial, measure, tau_b, max_drop from judging.simulation_trials('fixed:6')"
    ).fetchall():
        by[trial, measure][team] = (tau, drop)
    rows = con.execute(
        "select study, trial, measure, tau_b, max_drop, num_omitted, omit_tau_b, omit_max_drop "
        "from judging.simulation_stability('fixed:6')"
    ).fetchall()
    assert len(rows) == 9
    for study, trial, measure, tau, drop, omitted, omit_tau, omit_drop in rows:
        assert study == "s"
        assert (tau, drop) == by[trial, measure][None]
        assert (omit_tau, omit_drop) == by[trial, measure]["beta"]
        assert omitted == 1


def test_criteria_sum_up_trials(track):
    con = track[0]
    rows = con.execute(
        "select tau_b, min_tau_b, max_drop, num_labels, num_trials from judging.simulation_criteria('fixed:6') "
        "where omitted_team is null and measure = 'map'"
    ).fetchall()
    trials = con.execute(
        "select tau_b, max_drop, num_labels from judging.simulation_trials('fixed:6') "
        "where omitted_team is null and measure = 'map'"
    ).fetchall()
    taus, drops, labels = zip(*trials, strict=True)
    assert rows == [(pytest.approx(sum(taus) / 3), min(taus), max(drops), sum(labels) / 3, 3)]


def test_missed_items_and_their_teams(track):
    con, simulations, qrels, _ = track
    pools = defaultdict(set)
    best = {}
    for team, query, item, rank in con.execute(
        "select team, query_id, doc_id, rank from metrics.ranked join judging.compared_runs using (collection, run_id) "
        "where collection = $1",
        [COLLECTION],
    ).fetchall():
        best[query, item] = min(rank, best.get((query, item), 99))
        if rank <= 3:
            pools[query, item].add(team)
    expected = {}
    for simulation, traces in simulations.items():
        for query, labels in qrels.items():
            for item, grade in labels.items():
                if grade >= 2:
                    missed = sum(item not in cut(traces[trial, query], "fixed:6")[0] for trial in (1, 2, 3))
                    teams = pools[query, item]
                    if missed:
                        only = next(iter(teams)) if len(teams) == 1 else None
                        expected[simulation, query, item] = (
                            grade,
                            missed,
                            3,
                            only,
                            len(teams),
                            best.get((query, item)),
                        )
    rows = con.execute(
        "select simulation, query_id, doc_id, relevance, num_missed, num_trials, unique_team, num_teams, best_rank "
        "from judging.simulation_missed('fixed:6')"
    ).fetchall()
    assert {row[:3]: row[3:] for row in rows} == expected
    assert {row[6] for row in rows} > {None}


def test_simulated_labels_have_the_form_of_labels(track):
    con, simulations, _, _ = track
    rows = con.execute(
        "select query_id, doc_id, relevance from judging.simulated_qrels where variant = 's trial 2'"
    ).fetchall()
    expected = {
        (query, item, grade)
        for (trial, query), trace in simulations["s"].items()
        if trial == 2
        for item, grade in cut(trace, "official")[0].items()
    }
    assert set(rows) == expected
    assert len(rows) == len(expected)


def test_comparison_has_the_studies_of_all_teams(track):
    con = track[0]
    rows = con.execute(
        "select stop_rule, num_labels, label_share, rel_share, tau_b, power, num_trials "
        "from judging.strategy_comparison "
        "where measure = 'map' order by num_labels"
    ).fetchall()
    assert [row[0] for row in rows] == ["fixed:5", "fixed:10", "fixed:20", "fixed:30"]
    assert [row[1] for row in rows] == [25, 50, 100, 115]
    assert rows[-1][2] == pytest.approx(115 / 110)
    assert rows[-1][3:5] == (1, pytest.approx(1))
    assert all(row[6] == 3 for row in rows)
    trials = con.execute(
        "select avg(tau_b), avg(power) from judging.simulation_trials('fixed:10') "
        "where measure = 'map' and omitted_team is null"
    ).fetchone()
    assert (rows[1][4], rows[1][5]) == pytest.approx(trials)


def rule_of_2019(relevances: list[bool], pool_size: int, growth: float, cap: int, always: bool) -> int:
    """The heuristic as the paper tells it, step by step."""
    most = min(cap, len(relevances))

    def found(judged: int) -> int:
        return sum(relevances[:judged])

    judged = min(pool_size + 100, most)
    if 2 * found(judged) < pool_size:
        return judged
    judged = min(2 * found(judged) + 100, most)
    first = True
    while True:
        known = found(judged)
        if (first or always) and known > 0.6 * judged:
            return judged
        if 2 * known < judged or judged >= most:
            return judged
        judged = min(judged + math.ceil(growth * known), most)
        first = False


@given(
    st.lists(st.booleans(), min_size=1, max_size=40).map(lambda part: (part * 40)[:1200]),
    st.integers(1, 300),
    st.sampled_from([0.25, 0.5, 1.0, 2.0]),
    st.sampled_from([100, 300, 1000]),
    st.booleans(),
)
def test_the_heuristic_is_the_papers(built_db, relevances, pool_size, growth, cap, always):
    steps = [step for step, is_relevant in enumerate(relevances, 1) if is_relevant]
    row = built_db.execute(
        "select judging.heuristic_judgments($1::integer[], $2, $3, $4, $5)",
        [steps, pool_size, min(cap, len(relevances)), growth, always],
    ).fetchone()
    assert row == (rule_of_2019(relevances, pool_size, growth, cap, always),)


def test_budgets_give_the_printed_totals(empty_db):
    """52 x 401 and 52 x 501 judgments, and topics with three relevant items: Table 7, from the counts of Table 5."""
    from dltrack_db.store import reference

    con = empty_db
    reference.load(con)
    for task, topics in (("docs", 50), ("passages", 49)):
        counts = con.execute(
            "select row_key, value::int from published.cells where exhibit = 'A-T5' and column_name = $1",
            [f"{task}_relevant"],
        ).fetchall()
        assert len(counts) == 52
        mini_track.add_collections(con) if task == "docs" else None
        add_simulation(con, task, "mini-docs", {(1, query): [] for query, _ in counts}, num_candidates=1000)
        con.execute(
            "insert into main.simulation_traces select $1, 1, given.query_id, step, step::varchar, "
            "if(step <= given.num_rel, 2, 0), null "
            "from (select unnest($2) as query_id, unnest($3) as num_rel) as given, "
            "range(1, 1001) as steps(step)",
            [task, [query for query, _ in counts], [min(found, 400) for _, found in counts]],
        )
        rows = con.execute(
            "select stop_rule, sum(num_labels)::int, count(*) filter (is_included) "
            "from judging.simulation_stops(['budget:400', 'budget:500']) where simulation = $1 "
            "group by all order by all",
            [task],
        ).fetchall()
        assert rows == [("budget:400", 20_852, topics), ("budget:500", 26_052, topics)]


@pytest.mark.parametrize(("df", "alpha"), [(1, 0.05), (9, 0.05), (52, 0.05), (52, 0.01), (200, 0.5)])
def test_the_critical_t_is_scipys(built_db, df, alpha):
    from scipy.stats import t

    row = built_db.execute("select statistics.student_critical($1, $2)", [df, alpha]).fetchone()
    assert row[0] == pytest.approx(t.isf(alpha / 2, df), abs=1e-9)
