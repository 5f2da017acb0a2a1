"""What is lacking is said: on every face a note or a refusal, never a number that looks like any other.

Scores that order nothing, labels that are fractions, one measure over collections of several levels, preferences that
leave items unconnected.
"""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path

import pytest

import dltrack_db as dl
from tests.combinations.test_combinations import labels_of, run_of
from tests.commands import Done, dltrack

pytestmark = pytest.mark.more

TOPICS = range(4)
UNORDERED, NO_LEVEL = r"all\s+scores\s+are\s+equal", "name a level"
LEVELS = r"from\s+grade\s+2\s+in\s+c,\s+from\s+grade\s+1\s+in\s+other"


def flat(text: str) -> str:
    """A run whose scores are all 0."""
    return "".join(f"{' '.join(line.split()[:4])} 0 flat\n" for line in text.splitlines())


@pytest.fixture(scope="module")
def db(tmp_path_factory) -> Path:
    """Two collections of two levels with a run of scores 0, fractions next to the labels, votes on separate pairs."""
    folder = tmp_path_factory.mktemp("lack")
    path = folder / "x.duckdb"
    (folder / "topics.tsv").write_text("".join(f"q{topic}\twhat is thing {topic}\n" for topic in TOPICS))
    for name in ("graded", "fractions"):
        (folder / f"{name}.qrels").write_text(labels_of(name))
    for run in ("r1", "r2"):
        (folder / f"{run}.txt").write_text(run_of(run))
    (folder / "flat.txt").write_text(flat(run_of("r1")))
    (folder / "votes.txt").write_text("q0 d0 d1 a\nq0 d1 d0 a\nq0 d2 d3 a\nq0 d3 d2 a\nq1 d0 d1 a\n")
    runs = [part for run in ("r1", "r2", "flat") for part in ("--runs", folder / f"{run}.txt")]
    files = ["--topics", folder / "topics.tsv", "--qrels", folder / "graded.qrels", *runs]
    for words in (
        ["collection", "--name", "c", "--min-relevance", "2", *files],
        ["collection", "--name", "other", "--min-relevance", "1", *files],
        ["qrels", folder / "fractions.qrels", "-c", "c"],
        ["preferences", folder / "votes.txt", "-c", "c"],
    ):
        done = dltrack("ingest", *words, "--db", path)
        assert done.returncode == 0, done.stderr
    return path


def says(done: Done, pattern: str, wanted: int = 0) -> None:
    assert done.returncode == wanted, done.stderr
    assert re.search(pattern, done.stdout + done.stderr), done.stdout + done.stderr


ONE = ["-c", "c", "-m", "map,nDCG@10"]
FLAT_FACES: dict[str, list[object]] = {
    "eval": ["eval", "flat.txt", *ONE],
    "eval baseline": ["eval", "flat.txt", *ONE, "--baseline", "r2"],
    "eval against it": ["eval", "r2.txt", *ONE, "--baseline", "flat"],
    "leaderboard": ["leaderboard", "c"],
    "leaderboard measures": ["leaderboard", "c", "-m", "map", "--baseline", "r1"],
    "leaderboard run": ["leaderboard", "c", "-m", "map", "--run", "flat"],
    "leaderboard labels": ["leaderboard", "c", "--labels", "fractions", "-m", "nDCG@10"],
    "leaderboard two": ["leaderboard", "c", "other", "-m", "nDCG@10"],
    "leaderboard two, one run": ["leaderboard", "c", "other", "-m", "nDCG@10", "--as", "x=flat", "--run", "x"],
    "compare": ["compare", "r1", "flat", *ONE],
    "gate": ["gate", "flat.txt", "r1", *ONE],
    "gate of loaded runs": ["gate", "r1", "flat", *ONE],
    "audit": ["audit", "c"],
}


@pytest.mark.parametrize("face", FLAT_FACES)
def test_scores_that_order_nothing_are_said(db, face):
    words = [db.parent / word if str(word).endswith(".txt") else word for word in FLAT_FACES[face]]
    says(dltrack(*words, "--db", db), UNORDERED)


@pytest.mark.parametrize("face", ["leaderboard", "compare", "gate", "evaluate"])
def test_frames_say_it_too(db, face):
    with dl.open(db) as opened, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        frame = {
            "leaderboard": lambda: opened.leaderboard("c"),
            "compare": lambda: opened.compare("r1", "flat", collection="c"),
            "gate": lambda: opened.gate("r1", "flat", collection="c"),
            "evaluate": lambda: opened.evaluate(db.parent / "flat.txt", "c"),
        }[face]()
    notes = [*frame.notes, *(str(each.message) for each in warned)]
    assert any(re.search(UNORDERED, note) for note in notes), notes
    if face not in ("compare", "gate"):
        assert [run["run_id"] for run in frame.basis["c"]["unordered"]] == ["flat"]


def test_runs_whose_scores_order_are_not_named(db):
    for words in (["leaderboard", "c", "--run", "r1"], ["compare", "r1", "r2", "-c", "c"]):
        done = dltrack(*words, "--db", db)
        assert done.returncode == 0 and not re.search(UNORDERED, done.stdout + done.stderr)


def test_pages_reports_and_papers_say_it(db, tmp_path):
    words = ["paper", db.parent / "flat.txt", "-c", "c", "--baseline", "r1", "-o", tmp_path / "paper", "--db", db]
    says(dltrack(*words), UNORDERED)
    assert re.search(UNORDERED, (tmp_path / "paper" / "methods.tex").read_text())
    assert dltrack("report", "c", "-o", tmp_path / "report.html", "--db", db).returncode == 0
    assert re.search(UNORDERED, (tmp_path / "report.html").read_text())
    assert dltrack("site", tmp_path / "site", "-c", "c", "--db", db).returncode == 0
    assert any(re.search(UNORDERED, file.read_text()) for file in (tmp_path / "site").rglob("*.html"))


LABELLED: dict[str, tuple[list[object], int]] = {
    "eval": (["eval", "r1.txt", "-c", "c", "--labels", "fractions"], 0),
    "eval map": (["eval", "r1.txt", "-c", "c", "--labels", "fractions", "-m", "map"], 2),
    "leaderboard": (["leaderboard", "c", "--labels", "fractions"], 0),
    "leaderboard map": (["leaderboard", "c", "--labels", "fractions", "-m", "map"], 2),
}


@pytest.mark.parametrize("face", LABELLED)
def test_fractions_without_a_level_are_said(db, face):
    words, code = LABELLED[face]
    words = [db.parent / word if str(word).endswith(".txt") else word for word in words]
    says(dltrack(*words, "--db", db), NO_LEVEL, code)


def test_frames_and_judges_say_what_fractions_lack(db):
    says(dltrack("judges", "c", "--db", db), r"--cuts")
    with dl.open(db) as opened:
        assert any(NO_LEVEL in note for note in opened.leaderboard("c", labels="fractions").notes)


def test_measures_of_several_levels_are_said(db):
    words = ["leaderboard", "c", "other", "-m", "map,nDCG@10", "--as", "x=r1", "--db", db]
    says(dltrack(*words), LEVELS)
    rows = json.loads(dltrack(*words, "-f", "json").stdout)
    assert {row.get("mean:map") for row in rows} == {None} and any(row.get("mean:ndcg_cut_10") for row in rows)


def test_a_paper_of_several_levels_says_so(db, tmp_path):
    words = ["paper", db.parent / "r1.txt", "-c", "c", "-c", "other", "--baseline", "r2", "-m", "map,nDCG@10"]
    done = dltrack(*words, "--as", "mine=r1", "--as", "base=r2", "-o", tmp_path / "paper", "--db", db)
    assert done.returncode in (1, 2) or re.search(
        "different measures", (tmp_path / "paper" / "methods.tex").read_text()
    )


def test_items_that_no_votes_connect_are_said(db):
    """Two pairs apart, each won once by either, have places by the prior alone, and without it none."""
    with dl.open(db) as opened:
        rows = opened.sql("select query_id, item, merit, lack, reason from preferences.strengths").fetchall()
        alone = opened.sql("select distinct query_id, merit, reason from preferences.strengths_by(prior_wins := 0)")
        without = alone.fetchall()
    assert {(topic, bool(lack)) for topic, _, _, lack, _ in rows} == {("q0", True), ("q1", False)}
    assert all(merit is not None and reason is None for _, _, merit, _, reason in rows)
    assert {(topic, merit) for topic, merit, _ in without} == {("q0", None), ("q1", None)}
    assert all(reason for *_, reason in without)
