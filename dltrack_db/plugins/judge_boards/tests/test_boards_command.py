"""Leaderboards of judges on the command line: loaded, compared and dropped by options of the core's commands."""

from __future__ import annotations

import json
import sys

import pytest
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from tests.asking import asked
from tests.copies import copied

COLLECTION = "sample-passages"


@pytest.fixture(scope="module")
def db(sample_database, tmp_path_factory):
    """The sample with the leaderboard of a judge that agrees with NIST."""
    folder = tmp_path_factory.mktemp("boards")
    path = copied(sample_database, folder / "x.duckdb")
    rows = asked(
        path,
        "select run_id, query_id, value from metrics.query_scores "
        f"where collection = '{COLLECTION}' and measure = 'ndcg_cut_10'",
    )
    (folder / "s.csv").write_text("run,measure,topic,value\n" + "".join(f"{r},S,{q},{v}\n" for r, q, v in rows))
    called(path, "ingest", "scores", folder / "s.csv", "-c", COLLECTION, "--judge", "j", "--model", "gpt-4o")
    return path


def called(db, *words):
    result = CliRunner().invoke(app, [*map(str, words), "--db", str(db)])
    assert result.exit_code == 0, result.output
    return result


def test_a_board_is_compared_and_dropped(db, tmp_path):
    answer = called(db, "judges", COLLECTION, "--scores", "--judge", "j", "-f", "json").stdout
    (row,) = json.loads(answer)
    assert (row["judge"], row["model"], row["tau_b"]) == ("j", "gpt-4o", 1.0)
    copy = copied(db, tmp_path / "x.duckdb")
    assert called(copy, "drop", "--judge", "j", "-c", COLLECTION).stdout.startswith(
        "dropped judge j of sample-passages: "
    )
    assert asked(copy, "select count(*) from main.judge_scores") == [(0,)]


def test_the_same_board_may_be_loaded_again_and_not_as_one_of_another_model(db, tmp_path):
    scores = db.with_name("s.csv")
    words = ["ingest", "scores", scores, "-c", COLLECTION, "--judge", "j", "--model"]
    before = asked(db, "select count(*) from main.judge_scores")
    called(db, *words, "gpt-4o")
    assert asked(db, "select count(*) from main.judge_scores") == before
    refused = CliRunner().invoke(app, [*map(str, words), "other", "--db", str(db)])
    assert "with the model 'gpt-4o', not with 'other'" in str(refused.exception)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["judges", "c", "--judge", "j"],
            "--judge and --on-missing require --scores; add --scores",
        ),
        (
            ["judges", "c", "--scores", "--fill", "x"],
            "--labels, --fill, --cuts and --common cannot be combined with --scores",
        ),
        (
            ["judges", COLLECTION, "--scores", "--on-missing", "x"],
            "on_missing must be one of error, warn, skip, default, not 'x'",
        ),
        (["ingest", "scores", "f", "-c", "c", "--model", "m"], "--model needs --judge"),
        (["ingest", "scores", "f", "-c", "c", "--judge", "j", "--labels", "x"], "cannot be combined with --judge"),
        (["drop", "run", "--judge", "j", "-c", "c"], "run: dltrack drop --judge NAME --collection C"),
        (["drop", "--judge", "j"], "run: dltrack drop --judge NAME --collection C"),
        (["drop", "--judge", "k", "-c", COLLECTION], "sample-passages has no judge 'k'; valid names: j"),
    ],
)
def test_options_that_do_not_go_together_are_refused(db, words, message):
    error = CliRunner().invoke(app, [*words, "--db", str(db)]).exception
    assert isinstance(error, UsageError) and message in str(error)


def test_help_of_the_commands_imports_nothing_of_the_plugin():
    name = "dltrack_db.plugins.judge_boards.commands"
    loaded = {one: sys.modules.pop(one) for one in [name] if one in sys.modules}
    for words in (["judges"], ["ingest", "scores"], ["drop"]):
        assert "--judge" in CliRunner().invoke(app, [*words, "--help"]).output
    assert name not in sys.modules
    sys.modules.update(loaded)
