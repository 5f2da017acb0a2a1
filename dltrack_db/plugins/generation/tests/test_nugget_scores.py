"""Scores by nuggets, rubrics and support of citations, leaderboards of them, and agreement of judges."""

from __future__ import annotations

import random

import pytest
from scipy import stats

from tests.systems.test_verdicts import expected_verdicts

NUGGETS = (
    "insert into main.nuggets select 'c', 'b', q, n, 1, 'nugget', 'text', importance, weight, null, null from (values "
)
LABELS = "insert into main.nugget_labels select 'c', 'b', q, n, 'run', r, j, v::varchar, v, null, 's' from (values "


def nuggets(con, *rows):
    """Nuggets: topic, nugget, importance, weight."""
    con.execute(f"{NUGGETS}{', '.join(rows)}) as given (q, n, importance, weight)")


def label(con, *rows):
    """Labels: topic, nugget, run, judge, value."""
    con.execute(f"{LABELS}{', '.join(rows)}) as given (q, n, r, j, v)")


def test_scores_are_those_of_nuggetizer(empty_db):
    nuggets(
        empty_db, "('1','1','vital',null)", "('1','2','vital',null)", "('1','3','okay',null)", "('2','1','okay',null)"
    )
    label(empty_db, "('1','1','a','j',1)", "('1','2','a','j',.5)", "('1','3','a','j',-1)", "('2','1','a','j',.5)")
    columns = (
        "num_nuggets, num_vital, all_score, strict_all_score, vital_score, strict_vital_score, weighted_score, "
        "strict_weighted_score, contradicted, rubric_score"
    )
    third = pytest.approx(1 / 3)
    told = empty_db.execute(f"select {columns} from answers.nugget_scores order by query_id").fetchall()
    assert told == [
        (3, 2, 0.5, third, 0.75, 0.5, pytest.approx(0.6), pytest.approx(0.4), third, None),
        (1, 0, 0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, None),
    ]


def test_without_a_bank_importance_is_unknown_and_grades_are_no_assignments(empty_db):
    label(
        empty_db, "('1','1','a','j',1)", "('1','2','a','j',0)", "('1','1','a','grader',4)", "('1','2','a','grader',1)"
    )
    told = "select judge, all_score, num_vital, vital_score, weighted_score from answers.nugget_scores"
    assert empty_db.execute(told).fetchall() == [("j", 0.5, None, None, None)]


def test_met_criteria_below_zero_take_off(empty_db):
    nuggets(empty_db, "('1','1',null,5)", "('1','2',null,3)", "('1','3',null,-4)")
    label(empty_db, "('1','1','a','j',1)", "('1','2','a','j',.5)", "('1','3','a','j',1)")
    label(empty_db, "('1','1','z','j',0)", "('1','2','z','j',0)", "('1','3','z','j',1)")
    told = "select rubric_score, num_nuggets, all_score from answers.nugget_scores order by subject"
    assert empty_db.execute(told).fetchall() == [((5 + 1.5 - 4) / 8, 2, 0.75), (-4 / 8, 2, 0.0)]


@pytest.mark.more
def test_runs_are_averaged_over_all_labelled_topics_and_tested(empty_db):
    made = random.Random(3)
    values = {run: [made.choice([0, 0.5, 1]) for _ in range(8)] for run in "abc"}
    label(
        empty_db,
        *(f"('{q}','1','{run}','j',{v})" for run, row in values.items() for q, v in enumerate(row) if q or run < "c"),
    )
    values["c"][0] = 0  # a topic that it does not answer
    empty_db.execute("insert into main.runs (collection, run_id, team, is_submission) values ('c', 'b', 'north', true)")
    teams = "select distinct run_id, team from answers.answer_leaderboard order by all"
    assert empty_db.execute(teams).fetchall() == [("a", None), ("b", "north"), ("c", None)]
    columns = "run_id, num_topics, num_labelled, mean, low, high, place"
    told = empty_db.execute(f"select {columns} from answers.answer_leaderboard where measure = 'all_score'").fetchall()
    assert [row[6] for row in told] == sorted(1 + sum(sum(o) > sum(values[r]) for o in values.values()) for r in values)
    for run, num_topics, num_labelled, mean, low, high, _ in told:
        expected = stats.ttest_1samp(values[run], 0)
        assert (num_topics, num_labelled) == (8, 8 - (run == "c"))
        assert mean == pytest.approx(sum(values[run]) / 8)
        assert (low, high) == pytest.approx(tuple(expected.confidence_interval(0.95)))


@pytest.mark.parametrize(("measure", "seed"), [("all_score", 3), ("all_score", 4), ("contradicted", 5)])
def test_the_runs_that_may_be_best_follow_the_definition(empty_db, measure, seed):
    """The same verdicts as for leaderboards of rankings; of contradictions fewer are better."""
    made = random.Random(seed)
    levels = [0, -1] if measure == "contradicted" else [0, 0.5, 1]
    values = {
        run: [made.choices(levels, weights=[1 + skill, *[6 - skill] * (len(levels) - 1)])[0] for _ in range(20)]
        for skill, run in enumerate("abcdef")
    }
    label(empty_db, *(f"('{q}','1','{run}','j',{v})" for run, row in values.items() for q, v in enumerate(row)))
    columns = "run_id, may_be_best, beaten_by, behind_low, behind_high"
    query = f"select {columns} from answers.answer_leaderboard where measure = $1"
    found = {run: row for run, *row in empty_db.execute(query, [measure]).fetchall()}
    scores = {run: [abs(min(v, 0)) if measure == "contradicted" else v for v in row] for run, row in values.items()}
    expected = expected_verdicts(scores, direction=-1 if measure == "contradicted" else 1)
    assert len({row[0] for row in found.values()}) == 2
    for run, (may_be_best, beaten_by, low, high) in expected.items():
        assert found[run] == [may_be_best, beaten_by, pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9)]


def test_the_least_contradicted_run_is_first(empty_db):
    label(empty_db, "('1','1','a','j',-1)", "('1','1','b','j',0)")
    told = "select run_id, mean, low, may_be_best from answers.answer_leaderboard where measure = 'contradicted'"
    assert empty_db.execute(told).fetchall() == [("b", 0.0, None, None), ("a", 1.0, None, None)]


def test_a_topic_without_labels_is_no_topic_without_contradictions(empty_db):
    """A run that is labelled on one of twelve topics, and not contradicted there, is not the best."""
    rows = [f"('{q}','1','{run}','j',{value})" for q in range(12) for run, value in (("a", 0), ("b", -1 if q else 0))]
    label(empty_db, *rows, "('0','1','once','j',0)")
    columns = "run_id, place, num_topics, num_labelled, mean, may_be_best"
    query = f"select {columns} from answers.answer_leaderboard where measure = 'contradicted' order by run_id"
    assert empty_db.execute(query).fetchall() == [
        ("a", 1, 12, 12, 0.0, True),
        ("b", 2, 12, 12, pytest.approx(11 / 12), False),
        ("once", None, 1, 1, 0.0, None),
    ]
    empty_db.execute("delete from main.nugget_labels where subject = 'a' and query_id = '11'")
    assert [row[1] for row in empty_db.execute(query).fetchall()] == [None, 1, None]


def test_means_that_differ_by_noise_share_a_place(empty_db):
    values = {"a": (0.1, 0.2, 0.3), "b": (0.3, 0.2, 0.1), "c": (0.3, 0.1, 0.2), "d": (0, 0, 0), "e": (0.1, 0.1, 0.1)}
    assert len({sum(row) / 3 for run, row in values.items() if run < "d"}) == 2
    label(empty_db, *(f"('{q}','1','{run}','j',{row[q]})" for run, row in values.items() for q in range(3)))
    columns = "run_id, place, may_be_best"
    query = f"select {columns} from answers.answer_leaderboard where measure = 'all_score' order by run_id"
    found = {row[0]: row[1:] for row in empty_db.execute(query).fetchall()}
    assert {run: place for run, (place, _) in found.items()} == {"a": 1, "b": 1, "c": 1, "e": 4, "d": 5}
    assert found["a"][1] and found["b"][1]


def test_precision_and_recall_of_citations_are_weighted(empty_db):
    empty_db.execute(
        "insert into main.answer_sentences select 'c', 'a', '1', place, 'x' from range(1, 5) as places (place)"
    )
    empty_db.execute(
        "insert into main.citation_labels select 'c', r, '1', p, d, 'j', '', v, 's' from (values ('a', 1, 'D1', 1), "
        "('a', 1, 'D2', .5), ('a', 2, 'D1', .5), ('a', 3, 'D1', -1), ('z', 1, 'D1', 1)) as given (r, p, d, v)"
    )
    columns = (
        "run_id, num_sentences, num_judged, weighted_precision, weighted_recall, f1, sentence_precision, contradicted"
    )
    assert empty_db.execute(f"select {columns} from answers.support_scores order by run_id").fetchall() == [
        ("a", 4, 4, 0.5, 0.375, pytest.approx(2 * 0.5 * 0.375 / 0.875), pytest.approx(1 / 3), 0.25),
        ("z", None, 1, 1.0, None, None, 1.0, 0.0),
    ]
    board = "select run_id, mean from answers.answer_leaderboard where measure = 'weighted_precision'"
    assert empty_db.execute(board).fetchall() == [("z", 1.0), ("a", 0.5)]


def test_judges_of_the_same_are_compared(empty_db):
    given = {"a": (1, 1), "b": (0, 0), "d": (0, 1), "e": (1, 1)}
    rows = [
        f"('1','1','{run}','{judge}',{v})" for run, pair in given.items() for judge, v in zip("jk", pair, strict=True)
    ]
    label(empty_db, *rows, "('2','1','a','j',1)")  # of the last the other has none
    columns = "judge_a, judge_b, num_pairs, agreement, kappa, bias, num_runs"
    told = empty_db.execute(f"select {columns}, alpha, tau from answers.judge_agreement").fetchall()
    assert [row[:7] for row in told] == [("j", "k", 4, 0.75, pytest.approx(0.5), 0.25, 4)]
    # 8 values, 3 of them 0: observed 2/8, expected 2*3*5/(8*7)
    assert told[0][7] == pytest.approx(1 - (2 / 8) / (30 / 56))
    means = stats.kendalltau([1, 0, 0, 0.5], [1, 0, 1, 1])
    assert told[0][8] == pytest.approx(means.statistic)


def test_a_nugget_that_nobody_finds(empty_db):
    nuggets(empty_db, "('1','1','vital',null)")
    label(empty_db, "('1','1','a','j',1)", "('1','1','b','j',.5)", "('1','2','a','j',0)", "('1','2','b','j',-1)")
    columns = "nugget_id, importance, num_labelled, mean_value, share_supported, share_partial, share_contradicted"
    assert empty_db.execute(f"select {columns}, is_never_found from answers.nugget_difficulty").fetchall() == [
        ("1", "vital", 2, 0.75, 0.5, 0.5, 0.0, False),
        ("2", None, 2, -0.5, 0.0, 0.0, 0.5, True),
    ]


def test_cover_counts_questions_that_the_first_passages_answer(small_db):
    small_db.execute(
        "insert into main.nugget_labels select 'c', 'b', '1', n, 'document', d, 'j', '', v, null, 's' from (values "
        "('1', 'D1', 4), ('2', 'D1', 1), ('2', 'D2', 5), ('3', 'D1', 3), ('3', 'D2', 0)) as given (n, d, v)"
    )
    for depth, level, covered in ((1, 4, (1, 3, 1 / 3, 0.5)), (2, 4, (2, 3, 2 / 3, 1.0)), (1, 3, (2, 3, 2 / 3, 2 / 3))):
        told = f"select num_covered, num_nuggets, cover, normalized_cover from answers.exam_cover({depth}, {level})"
        assert small_db.execute(f"{told} where run_id = 'r'").fetchall() == [pytest.approx(covered)]


@pytest.fixture
def small_db(empty_db):
    """A run that returns D1 and D2 for a topic."""
    empty_db.execute("insert into main.run_topics select 'c', 'r', '1', 2, 1")
    ranked = "select 1 as answer_id, $1 as submitted_rank, $2 as score, $3 as doc_id, $1 as rank"
    empty_db.executemany(f"insert into store.rankings by name {ranked}", [(1, 2.0, "D1"), (2, 1.0, "D2")])
    return empty_db


@pytest.mark.campaign
@pytest.mark.real
def test_labels_of_dragun_are_as_counted(real_data, tmp_path):
    from typer.testing import CliRunner

    from dltrack_db.cli.app import app
    from tests.asking import asked

    if not (real_data / "dragun").is_dir():
        pytest.skip("needs the files of DRAGUN")
    db = tmp_path / "x.duckdb"
    done = CliRunner().invoke(app, ["ingest", "dragun", "--from", str(real_data / "dragun"), "--db", str(db)])
    assert done.exit_code == 0, done.output
    assert asked(db, "select label, value, count(*) from main.nugget_labels group by all order by all") == [
        ("contradicts", -1.0, 233),
        ("none", 0.0, 11841),
        ("partial", 0.5, 1126),
        ("supports", 1.0, 1126),
    ]
