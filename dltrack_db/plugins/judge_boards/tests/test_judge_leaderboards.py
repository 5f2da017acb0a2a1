"""Leaderboards of judges held against the truth: by libraries, by hand, and by the field's own tool."""

from __future__ import annotations

import importlib.util
import random
from itertools import combinations
from pathlib import Path
from statistics import mean

import mini_track
import numpy
import pytest
from corpora_tables import insert
from scipy import stats

import dltrack_db as dl
from dltrack_db.ask.judges import StudyPart
from dltrack_db.errors import UsageError
from dltrack_db.plugins.judge_boards import boards
from dltrack_db.plugins.judge_boards.boards import BoardQuestion, OnMissing
from dltrack_db.store import database

COLLECTION = "mini-passages"


@pytest.fixture(scope="module")
def con(new_db):
    """The random track with three judges: with noise, with the model of some runs, without one run and one topic."""
    con = new_db()
    mini_track.build(con)
    rng = random.Random(5)
    truth = con.execute(
        "select run_id, query_id, value from metrics.query_scores where collection = $1 and measure = 'ndcg_cut_10' "
        "order by all",
        [COLLECTION],
    ).fetchall()
    own = sorted({run for run, _, _ in truth})[:3]
    rows = []
    for judge, noise in (("noisy", 0.3), ("own", 0.1), ("partial", 0.2), ("flat", 0.0)):
        for run, query, value in truth:
            if judge == "partial" and (run == truth[0][0] or query == truth[0][1]):
                continue
            score = 0.5 if judge == "flat" else value + rng.gauss(0, noise) + 0.2 * (judge == "own" and run in own)
            model = {"own": "gpt-4o"}.get(judge)
            rows.append((judge, model, run, query, score))
    rows.append(("partial", None, "unknown", truth[1][1], 0.5))
    names = ("judge", "model", "run_id", "query_id", "value")
    more = {"collection": COLLECTION, "measure": "S", "source": "f"}
    insert(con, "main.judge_scores", [dict(zip(names, row, strict=True)) | more for row in rows])
    noted = {"collection": COLLECTION, "source": "n", "key": "model", "value": "reranked by GPT"}
    insert(con, "main.run_metadata", [noted | {"run_id": run} for run in own])
    yield con
    con.close()


def submitted(con):
    query = "select run_id from main.runs where collection = $1 and is_submission"
    return {run for (run,) in con.execute(query, [COLLECTION]).fetchall()}


def means(con, judge, is_ranked=True):
    """Means by the truth and by a judge over the topics that both have, of each submitted run, or of all."""
    rows = con.execute(
        "select run_id, query_id, t.value, j.value from metrics.query_scores as t "
        "left join (select * from main.judge_scores where judge = $2) as j using (collection, run_id, query_id) "
        "where collection = $1 and t.measure = 'ndcg_cut_10' order by run_id, query_id",
        [COLLECTION, judge],
    ).fetchall()
    by_run = {}
    ranked = submitted(con)
    for run, _, truth, other in rows:
        if other is not None and (run in ranked or not is_ranked):
            by_run.setdefault(run, []).append((truth, other))
    return {run: (mean(t for t, _ in pairs), mean(o for _, o in pairs), pairs) for run, pairs in by_run.items()}


def row(con, judge, query="from labels.judge_leaderboards()"):
    found = con.execute(f"select * from ({query}) where collection = $1 and judge = $2", [COLLECTION, judge])
    (values,) = found.fetchall()
    return dict(zip([column[0] for column in found.description], values, strict=True))


def tau_ap_b(xs, ys):
    """tau_ap,b, as Urbano and Marrero write it."""

    def half(xs, ys):
        shares = []
        for x, y in zip(xs, ys, strict=True):
            above = [other for other, value in zip(xs, ys, strict=True) if value > y]
            if above:
                shares.append(sum(other > x for other in above) / len(above))
        return 2 * mean(shares) - 1

    return (half(xs, ys) + half(ys, xs)) / 2


@pytest.mark.parametrize("judge", ["noisy", "own", "partial"])
def test_correlations_are_those_of_libraries(con, judge):
    found, by_run = row(con, judge), means(con, judge)
    truth, other = [m[0] for m in by_run.values()], [m[1] for m in by_run.values()]
    assert found["num_runs"] == len(by_run)
    assert found["tau_b"] == pytest.approx(stats.kendalltau(truth, other)[0], abs=1e-9)
    assert found["spearman"] == pytest.approx(stats.spearmanr(truth, other)[0], abs=1e-9)
    assert found["pearson"] == pytest.approx(stats.pearsonr(truth, other)[0], abs=1e-9)
    assert found["tau_ap"] == pytest.approx(tau_ap_b(truth, other), abs=1e-9)
    best = sorted(range(len(truth)), key=lambda place: -truth[place])[:10]
    top = stats.kendalltau([truth[place] for place in best], [other[place] for place in best])[0]
    assert found["tau_at_10"] == pytest.approx(top, abs=1e-9)
    for name in ("tau_b", "tau_ap", "spearman", "pearson", "tau_at_10", "rbo"):
        assert -1 <= found[f"{name}_low"] <= found[name] <= found[f"{name}_high"] <= 1


def test_significant_pairs_that_are_flipped(con):
    by_run = means(con, "noisy")
    significant = flipped = 0
    for a, b in combinations(by_run, 2):
        truth_a, truth_b = ([pair[0] for pair in by_run[run][2]] for run in (a, b))
        if stats.ttest_rel(truth_a, truth_b).pvalue < 0.05:
            significant += 1
            flipped += (by_run[a][0] - by_run[b][0]) * (by_run[a][1] - by_run[b][1]) < 0
    found = row(con, "noisy")
    assert (found["num_significant"], found["flipped"]) == (significant, pytest.approx(flipped / significant))


def test_a_judge_that_tells_no_runs_apart_has_no_correlation_and_no_places(con):
    found = row(con, "flat")
    names = ("tau_b", "tau_b_low", "tau_ap", "spearman", "pearson", "pearson_high", "tau_at_10", "rbo")
    assert [found[name] for name in names] == [None] * len(names)
    query = "select count(*), count(rank), count(shift) from labels.judge_standings() where judge = 'flat'"
    number, *others = con.execute(query).fetchone()
    assert number and others == [0, 0]


def test_the_same_seed_gives_the_same_interval_and_the_interval_is_that_of_resampled_topics(con):
    query = "from labels.judge_leaderboards(resamples := 50, seed := 3)"
    assert row(con, "noisy", query) == row(con, "noisy", query)
    pairs = numpy.array([list(m[2]) for m in means(con, "noisy").values()])
    draws = con.execute(
        "select weights from statistics.topic_weights([$1], trials := 50, seed := 3) where trial >= 0 order by trial",
        [pairs.shape[1]],
    ).fetchall()
    taus = []
    for (weights,) in draws:
        assert sum(weights) == pairs.shape[1]
        resampled = (pairs * numpy.array(weights)[None, :, None]).sum(axis=1) / pairs.shape[1]
        taus.append(stats.kendalltau(*resampled.round(12).T)[0])
    low, middle, high = numpy.quantile(taus, [0.025, 0.5, 0.975])
    found = row(con, "noisy", query)
    assert found["tau_b_low"] == pytest.approx(max(-1, found["tau_b"] + low - middle), abs=1e-9)
    assert found["tau_b_high"] == pytest.approx(min(1, found["tau_b"] + high - middle), abs=1e-9)


def test_over_rated_runs_lie_above_the_interval_of_the_line(con):
    by_run, every = means(con, "own"), means(con, "own", is_ranked=False)
    assert by_run.keys() < every.keys()
    x, y = (numpy.array([m[side] for m in by_run.values()]) for side in (0, 1))
    line = stats.linregress(x, y)
    error = numpy.sqrt(((y - line.intercept - line.slope * x) ** 2).sum() / (len(x) - 2))
    found = con.execute(
        "select run_id, expected, low, high, verdict, value, official_rank, rank, unranked "
        "from labels.judge_standings() "
        "where judge = 'own' order by run_id"
    ).fetchall()
    assert [row[0] for row in found] == [*every]
    for run, expected, low, high, verdict, value, official_rank, rank, unranked in found:
        official, judged, _ = every[run]
        spread = 1 + 1 / len(x) + (official - x.mean()) ** 2 / ((x - x.mean()) ** 2).sum()
        margin = stats.t.ppf(0.975, len(x) - 2) * error * numpy.sqrt(spread)
        assert expected == pytest.approx(line.intercept + line.slope * official, abs=1e-9)
        assert (low, high) == (pytest.approx(expected - margin, abs=1e-9), pytest.approx(expected + margin, abs=1e-9))
        # a run that nobody submitted has a rank, and changes no other's
        assert unranked == (None if run in by_run else "not submitted")
        assert official_rank == 1 + sum(other[0] > official + 1e-12 for other in by_run.values())
        assert rank == 1 + sum(other[1] > judged + 1e-12 for other in by_run.values())
        assert verdict == ("over-rated" if value > high else "under-rated" if value < low else "as expected")


def test_favour_is_the_coefficient_of_least_squares(con):
    by_run = means(con, "own")
    own = [*means(con, "own", is_ranked=False)][:3]
    x = numpy.array([[1, m[0], run in own] for run, m in by_run.items()], dtype=float)
    y = numpy.array([m[1] for m in by_run.values()])
    coefficients, *_ = numpy.linalg.lstsq(x, y, rcond=None)
    left = y - x @ coefficients
    error = numpy.sqrt(left @ left / (len(y) - 3) * numpy.linalg.inv(x.T @ x)[2, 2])
    found = row(con, "own", "from labels.judge_favours()")
    assert (found["num_own"], found["family"]) == (3, "gpt")
    assert found["favour"] == pytest.approx(coefficients[2], abs=1e-9)
    assert found["high"] - found["favour"] == pytest.approx(stats.t.ppf(0.975, len(y) - 3) * error, rel=1e-5)
    expected = 2 * stats.t.sf(abs(coefficients[2] / error), len(y) - 3)
    assert found["p_value"] == pytest.approx(expected, rel=1e-4)


def test_judges_are_held_against_each_other_and_against_all_others(con):
    query = (
        "select other_judge, num_judges, num_runs, tau_b from labels.judge_pairs where judge = 'noisy' "
        "order by other_judge nulls last"
    )
    found = con.execute(query).fetchall()
    assert [name for name, *_ in found] == ["flat", "own", "partial", None]
    rows = con.execute(
        "select run_id, judge, avg(value) from main.judge_scores group by all order by all",
    ).fetchall()
    scores, ranked = {}, submitted(con)
    for run, judge, value in rows:
        if run in ranked:
            scores.setdefault(judge, {})[run] = value
    shared = sorted(scores["noisy"].keys() & scores["own"].keys())
    expected = stats.kendalltau([scores["noisy"][run] for run in shared], [scores["own"][run] for run in shared])[0]
    assert found[1][1:] == (1, len(shared), pytest.approx(expected, abs=1e-9))
    standard = {
        judge: {run: (v - mean(s.values())) / numpy.std([*s.values()], ddof=1) for run, v in s.items()}
        for judge, s in scores.items()
        if judge in ("own", "partial")
    }
    panel = {run: mean(s[run] for s in standard.values() if run in s) for run in scores["noisy"]}
    runs = sorted(panel)
    both = [run for run in runs if sum(run in s for s in standard.values()) > 1]
    expected = stats.kendalltau([scores["noisy"][run] for run in both], [panel[run] for run in both])[0]
    assert found[3] == (None, 2, len(both), pytest.approx(expected, abs=1e-9))


def ask(con, tmp_path, **what):
    return boards.compare_boards(con, tmp_path / "x.duckdb", BoardQuestion(COLLECTION, **what))


@pytest.mark.more
def test_what_is_missing_is_told_refused_or_counted_as_nothing(con, tmp_path):
    answer = ask(con, tmp_path, judge="partial")
    told, rows = answer.notes, answer.rows
    runs = len(means(con, "noisy"))
    assert len(told) == 1
    assert "partial (S) has no scores of 1 run in the reference (first: " in told[0]
    assert (
        "has 1 run that the reference does not have (first: unknown), has no scores on 1 topic in the reference"
        in told[0]
    )
    assert rows[0][3] == runs - 1
    skipped = ask(con, tmp_path, judge="partial", on_missing=OnMissing.skip)
    assert (skipped.notes, skipped.rows) == ([], rows)
    assert ask(con, tmp_path, judge="partial", on_missing=OnMissing.default).rows[0][3] == runs
    with pytest.raises(UsageError, match=r"partial \(S\) has no scores of 1 run"):
        ask(con, tmp_path, judge="partial", on_missing=OnMissing.error)
    assert ask(con, tmp_path, judge="noisy", on_missing=OnMissing.error).notes == []


def test_a_judge_may_be_the_truth(con, tmp_path):
    answer = ask(con, tmp_path, truth="S", truth_judge="own", on_missing=OnMissing.skip)
    assert answer.title == "mini-passages: leaderboards of judges compared with S of own"
    assert {*answer.values("judge")} == {"noisy", "partial", "flat"}


@pytest.mark.parametrize("part", [StudyPart.shift, StudyPart.bias, StudyPart.panel])
def test_every_part_has_rows(con, tmp_path, part):
    assert ask(con, tmp_path, part=part, on_missing=OnMissing.skip).rows


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ({"judge": "nosy"}, "no leaderboard of 'nosy'; did you mean noisy"),
        ({"truth_judge": "nosy"}, "no leaderboard of 'nosy'"),
        ({"truth": "S"}, "no scores by 'S'"),
        ({"truth": "ndcg_cut_10", "truth_judge": "own"}, "'own' has no scores by 'ndcg_cut_10'; available measures: S"),
    ],
)
def test_what_is_not_there_is_refused(con, tmp_path, what, told):
    with pytest.raises(UsageError, match=told):
        ask(con, tmp_path, **what)


@pytest.mark.more
def test_a_measure_may_be_written_otherwise(con, tmp_path):
    assert ask(con, tmp_path, truth="nDCG@10", judge="noisy").title.endswith(" compared with ndcg_cut_10")


@pytest.mark.more
def test_the_figure_has_a_mark_and_an_interval_for_every_judge(con):
    from dltrack_db.plugins.report import find_figure
    from dltrack_db.plugins.report.figure import read_rows

    figure = find_figure("judge-leaderboards")
    rows = read_rows(con, figure, COLLECTION)
    assert rows.distinct("judge") == sorted(rows.distinct("judge"), key=lambda name: -row(con, name)["tau_b"])
    assert "flat" not in rows.distinct("judge")
    assert figure.chart(rows).to_dict()["layer"][0]["encoding"]["x2"] == {"field": "tau_b_high"}


@pytest.mark.more
def test_the_library_asks_by_words_and_warns_of_what_is_missing(con, monkeypatch):
    asked = boards.question(COLLECTION, judge="partial", part="study")
    assert asked == BoardQuestion(COLLECTION, judge="partial")
    monkeypatch.setattr(database, "open_readonly", lambda *_, **__: con.cursor())
    monkeypatch.setattr(database, "check_version", lambda *_, **__: 0)
    with dl.open("x.duckdb") as db, pytest.warns(UserWarning, match="partial .S. has no scores of 1 run"):
        assert db.judge_leaderboards(COLLECTION, judge="partial").height == 1
    with pytest.raises(UsageError, match="part must be one of study, shift, bias, panel, not 'x'"):
        boards.question(COLLECTION, part="x")
    with pytest.raises(UsageError, match="unknown option size of leaderboards"):
        boards.question(COLLECTION, size="x")


@pytest.mark.campaign
def test_the_fields_own_tool_gives_the_same(con):
    """Needs autojudge-evaluate; its module of correlations is read alone, since the package wants to download words."""
    found = importlib.util.find_spec("autojudge_evaluate")
    if found is None or found.origin is None:
        pytest.skip("needs autojudge-evaluate: pip install autojudge-evaluate")
    spec = importlib.util.spec_from_file_location("pyircore", Path(found.origin).with_name("pyircore.py"))
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    for judge in ("noisy", "own", "partial"):
        by_run = means(con, judge)
        truth, other = [m[0] for m in by_run.values()], [m[1] for m in by_run.values()]
        assert row(con, judge)["tau_ap"] == pytest.approx(tool.tauap_b(truth, other), abs=1e-9)
