"""--group system of `leaderboard` and `compare`: rows, sentences, formats, and refusals."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

import dltrack_db
from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from dltrack_db.plugins.designs.tests.worlds import world
from tests.asking import asked
from tests.copies import copied

DESIGN = world(4, 3, 8)
NOTES = "run_id,collection,system,seed\n"


def called(db, *words):
    return CliRunner().invoke(app, [*map(str, words), "--db", str(db)])


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    """Two systems with three seeds, another run, and a later note that makes one run a system of its own."""
    folder = tmp_path_factory.mktemp("group")
    path = folder / "x.duckdb"
    (folder / "topics.tsv").write_text("".join(f"{topic}\ttopic {topic}\n" for topic in range(1, 9)))
    runs = {f"{system}{seed}": DESIGN.scores[i, seed] for i, system in enumerate("xy") for seed in range(3)}
    for name, values in (runs | {"own": DESIGN.scores[1, 0] / 2}).items():
        lines = "".join(f"ndcg_cut_10 {topic} {value:.4f}\n" for topic, value in enumerate(values, 1))
        (folder / name).write_text(lines)
    (folder / "seeds.csv").write_text(NOTES + "".join(f"{run},c,{run[0].upper()},{run[1]}\n" for run in runs))
    files = [folder / name for name in (*runs, "own")]
    for words in (
        ["ingest", "collection", "--name", "c", "--topics", folder / "topics.tsv"],
        ["ingest", "scores", *files, "-c", "c"],
        ["ingest", "run-notes", folder / "seeds.csv"],
    ):
        result = called(path, *words)
        assert result.exit_code == 0, result.output
    return path


@pytest.fixture(scope="module")
def noted_later(db, tmp_path_factory):
    """The same with notes that are loaded later: x0 is P, y0 is Q; x1 and y1 are the same seed of U."""
    path = copied(db, tmp_path_factory.mktemp("later") / "x.duckdb")
    notes = path.with_name("a.csv")  # which sorts before the first notes
    notes.write_text(f"{NOTES}x0,c,P,0\ny0,c,Q,0\nx1,c,U,1\ny1,c,U,1\n")
    assert called(path, "ingest", "run-notes", notes).exit_code == 0
    return path


def rows(db, *words):
    result = called(db, *words, "-f", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_board_has_a_row_for_each_system(db):
    board = rows(db, "leaderboard", "c", "--group", "system", "-m", "nDCG@10")
    means = DESIGN.scores.round(4).mean(2)
    assert [*board[0]] == ["system", "ndcg_cut_10", "spread", "num_seeds"]
    by_system = {row["system"]: row for row in board}
    assert {name: row["num_seeds"] for name, row in by_system.items()} == {"X": 3, "Y": 3, "own": 1}
    for name, of_seeds in zip("XY", means, strict=True):
        assert by_system[name]["ndcg_cut_10"] == pytest.approx(of_seeds.mean())
        assert by_system[name]["spread"] == pytest.approx(np.std(of_seeds, ddof=1))
    assert by_system["own"]["spread"] is None
    values = [row["ndcg_cut_10"] for row in board]
    assert values == sorted(values, reverse=True)
    result = called(db, "leaderboard", "c", "--group", "system", "-n", "1")
    assert "1 run without a system is listed under its own name" in result.stdout and "\n own " not in result.stdout


def test_two_systems_are_compared_with_a_sentence(db):
    (row,) = rows(db, "compare", "X", "Y", "--group", "system")
    assert row["mean_difference"] == pytest.approx(DESIGN.scores.round(4).mean((1, 2)) @ [1, -1])
    result = called(db, "compare", "X", "Y", "-c", "c", "--group", "system", "-m", "nDCG@10")
    text = " ".join(result.stdout.split())
    assert "c: system X (A) against system Y (B)" in text
    assert "over 8 topics and 3 seeds of each; would another training show a difference? p_systems = " in text
    assert text.endswith(("use more topics, not more seeds.", "on these 8 topics."))


def test_the_notes_loaded_last_are_used_and_one_seed_says_what_it_cannot_show(noted_later):
    result = called(noted_later, "compare", "P", "Q", "-c", "c", "--group", "system")
    assert result.exit_code == 0, result.output
    assert "One seed of each system cannot show whether another training" in " ".join(result.stdout.split())
    assert asked(noted_later, "select system from main.systems where run_id in ('x0', 'x2') order by all") == [
        ("P",),
        ("X",),
    ]


@pytest.mark.parametrize("format", ["table", "csv", "markdown", "latex", "json-with-basis"])
def test_formats(db, format):
    for words in (["leaderboard", "c"], ["compare", "X", "Y"]):
        result = called(db, *words, "--group", "system", "-f", format)
        assert result.exit_code == 0, result.output
        assert result.stdout


@pytest.mark.filterwarnings("ignore:submitted scores")
def test_the_library_has_both(db):
    with dltrack_db.open(db) as opened:
        with pytest.warns(UserWarning, match="1 run without a system"):
            board = opened.system_leaderboard("c", ["nDCG@10"])
        with pytest.warns(UserWarning, match="3 seeds of each"):
            compared = opened.compare_systems("X", "Y")
    assert len(board) == 3 and len(compared) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["leaderboard", "c", "--group", "team"], "--group must be system, not 'team'"),
        (
            ["leaderboard", "c", "--group", "system", "--where", "true", "--run", "x0"],
            "--where, --run cannot be combined with --group; leave out --where, --run",
        ),
        (["leaderboard", "c", "--group", "system", "--tiers"], "--tiers cannot be combined with --group; leave out"),
        (["leaderboard", "c", "d", "--group", "system"], "--group works only with one collection"),
        (["leaderboard", "c", "--group", "system", "-m", "map"], "values of 'map' are not stored for c"),
        (["compare", "X", "Y", "--group", "system", "-q"], "--by-query cannot be combined with --group"),
        (["compare", "X", "Y", "--group", "system", "--by", "length"], "--by cannot be combined with --group in a"),
        (["leaderboard", "c", "--group", "system", "--labels", "l"], "--labels cannot be combined with --group"),
        (["compare", "X", "YY", "--group", "system"], "has no system 'YY'; did you mean Y"),
        (["compare", "X", "Z", "-c", "c", "--group", "system"], "c has no system 'Z'; valid names:"),
        (["compare", "X", "X", "--group", "system"], "both systems are X; name two different systems"),
        (["compare", "X", "own", "--group", "system"], "the numbers of seeds differ: X has 3, own has 1"),
    ],
)
def test_what_does_not_fit_is_refused(db, words, message):
    error = called(db, *words).exception
    assert isinstance(error, UsageError) and message in str(error)


def test_two_runs_with_one_system_and_seed_are_refused(noted_later):
    for words in (["leaderboard", "c"], ["compare", "U", "P", "-c", "c"]):
        error = called(noted_later, *words, "--group", "system").exception
        assert isinstance(error, UsageError) and "system U has 2 runs with seed 1: x1 and y1" in str(error)


@pytest.fixture(scope="module")
def rankings(sample_database, tmp_path_factory):
    """The sample, in which two teams' runs are seeds of systems."""
    path = copied(sample_database, tmp_path_factory.mktemp("rankings") / "x.duckdb")
    notes = path.with_name("seeds.csv")
    runs = {"alder_p1": "alder,1", "alder_p2": "alder,2", "corvid-p1": "corvid,1", "corvid-p2": "corvid,2"}
    runs |= {"p_bm25": "bm25,"}
    notes.write_text(NOTES + "".join(f"{run},sample-passages,{system}\n" for run, system in runs.items()))
    assert called(path, "ingest", "run-notes", notes).exit_code == 0
    return path


COMPARED = ("compare", "alder", "corvid", "-c", "sample-passages", "--group", "system")


def means(db, measure, *words):
    """The means of the four runs by `eval` of two runs at a time: `compare` has both."""
    pairs = [("alder_p1", "corvid-p1"), ("alder_p2", "corvid-p2")]
    return [rows(db, "compare", *pair, "-c", "sample-passages", "-m", measure, *words)[0] for pair in pairs]


@pytest.mark.more
@pytest.mark.parametrize(
    ("measure", "more"),
    [
        ("nDCG@7", ()),
        ("nDCG@10", ("--labels", "msmarco")),
        ("nDCG@10", ("--topics", "length = 'short'")),
        ("P(rel=3)@7", ("--topics", "length = 'long'")),
    ],
)
def test_any_measure_labels_and_topics(rankings, measure, more):
    (row,) = rows(rankings, *COMPARED, "-m", measure, *more)
    of_seeds = means(rankings, measure, *more)
    assert row["num_q"] == of_seeds[0]["num_q"]
    for name in ("mean_a", "mean_b", "mean_difference"):
        assert row[name] == pytest.approx(np.mean([one[name] for one in of_seeds]), abs=1e-9)
    (one_seed,) = rows(rankings, "compare", "bm25", "p_tct", "--group", "system", "-m", measure, *more)
    (plain,) = rows(rankings, "compare", "p_bm25", "p_tct", "-c", "sample-passages", "-m", measure, *more)
    assert one_seed["p_these_runs"] == pytest.approx(plain["p_t"])


@pytest.mark.more
def test_a_board_of_systems_by_any_measure_and_slices(rankings):
    words = ("leaderboard", "sample-passages", "--group", "system", "-m", "nDCG@7")
    board = {row["system"]: row for row in rows(rankings, *words)}
    values = [(one["mean_a"], one["mean_b"]) for one in means(rankings, "nDCG@7")]
    assert (board["alder"]["nDCG@7"], board["corvid"]["nDCG@7"]) == pytest.approx([*np.mean(values, axis=0)])
    assert board["alder"]["spread"] == pytest.approx(np.std([value for value, _ in values], ddof=1))
    assert board["bm25"]["num_seeds"] == 1
    slices = rows(rankings, *words, "--by", "length")
    assert {row["slice"] for row in slices} == {"short", "long"} and len(slices) == 2 * len(board)
    refused = called(rankings, *words, "--topics", "nowhere").exception
    assert isinstance(refused, UsageError) and "nowhere is not a judged topic" in str(refused)


def test_without_notes_there_is_no_board(sample_database):
    error = called(sample_database, "leaderboard", "sample-passages", "--group", "system").exception
    assert isinstance(error, UsageError) and "no run of sample-passages belongs to a system" in str(error)


def test_help_imports_nothing_of_the_plugin():
    name = "dltrack_db.plugins.designs.commands"
    loaded = sys.modules.pop(name, None)
    for command in ("leaderboard", "compare"):
        assert "--group" in CliRunner().invoke(app, [command, "--help"]).output
    assert name not in sys.modules
    if loaded:
        sys.modules[name] = loaded
