"""Conventions of a collection that no recipe knows are options, and explain names the one that gives a number."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from tests.asking import asked
from tests.commands import dltrack

QRELS = "1 0 a 0\n1 0 b 1\n"
RUN = "1 Q0 a 1 1.00000002 x\n1 Q0 b 2 1.00000001 x\n"  # equal as 4-byte floats: b before a


@pytest.fixture
def files(tmp_path):
    """Labels, and a run whose order hangs on the tie rule."""
    (tmp_path / "q.txt").write_text(QRELS)
    (tmp_path / "run").write_text(RUN)
    return tmp_path


def ingest(folder, *options):
    asked_for = ("--name", "mine", "--qrels", folder / "q.txt", "--runs", folder / "run", "--db", folder / "x.duckdb")
    return dltrack("ingest", "collection", *asked_for, *options, cwd=folder)


@pytest.mark.more
def test_conventions_are_options(files):
    assert dltrack(
        "ingest", "collection", "--name", "earlier", "--qrels", files / "q.txt", "--db", files / "x.duckdb", cwd=files
    ).returncode == 0  # fmt: skip
    depths = ("--run-depth", 5, "--overview-depth", 3, "--ncg-depth", 7, "--follows", "earlier")
    done = ingest(files, "--tie-rule", "float", "--title", "Mine, the first", *depths)
    assert done.returncode == 0, done.stderr
    columns = (
        "select title, tie_rule, run_depth, overview_depth, ncg_depth, follows from collections "
        "where follows is not null"
    )
    assert asked(files / "x.duckdb", columns) == [("Mine, the first", "float", 5, 3, 7, "earlier")]
    value = "select value from metrics.run_scores where measure = 'recip_rank' and collection = 'mine'"
    assert asked(files / "x.duckdb", value) == [(1.0,)]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--tie-rule", "flaot"), "unknown tie rule 'flaot'; valid values: float, double, submitted"),
        (("--title", "a\tb"), "--title contains a character that cannot be printed"),
        (("--run-depth", 0), "Invalid value for '--run-depth'"),
        (("--follows", "a b"), "cannot name a collection"),
        (("--follows", "mine"), "'mine' cannot follow itself"),
        (("--follows", "nobody"), "is not in"),
        (("--year", -1), "Invalid value for '--year'"),
        (("--year", 99999999999), "Invalid value for '--year'"),
        (("--min-relevance", 99999999999), "Invalid value for '--min-relevance'"),
        (("--run-depth", 99999999999), "Invalid value for '--run-depth'"),
        (("--overview-depth", 99999999999), "Invalid value for '--overview-depth'"),
        (("--ncg-depth", 99999999999), "Invalid value for '--ncg-depth'"),
    ],
)
def test_wrong_conventions_are_told(files, options, sentence):
    done = ingest(files, *options)
    assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr
    assert not (files / "x.duckdb").exists()


def test_explain_names_the_tie_rule_that_gives_the_number(files):
    assert ingest(files).returncode == 0
    told = dltrack(
        "explain", "run", "1.0", "-m", "recip_rank", "-c", "mine", "--db", files / "x.duckdb", cwd=files
    ).stdout
    assert "this number needs the tie rule 'float', but mine has the tie rule 'double'; to set another rule" in told
    told = dltrack(
        "explain", "run", "0.5", "-m", "recip_rank", "-c", "mine", "--db", files / "x.duckdb", cwd=files
    ).stdout
    assert "--tie-rule" not in told


@pytest.mark.parametrize(
    ("command", "option"),
    [
        *((("leaderboard", "c"), option) for option in ("--labels", "--where", "--sort", "--columns", "--run", "-m")),
        (("compare", "a", "b"), "--collection"),
        (("judges", "c"), "--labels"),
        (("topics", "c"), "--at"),
        (("ingest", "trec2021"), "--parts"),
        (("site",), "--settings"),
    ],
)
@pytest.mark.parametrize("value", ["", " ", ","])
def test_an_empty_value_is_refused_and_not_ignored(tmp_path, command, option, value):
    """It is a variable of the shell that is not set: the answer would be the one without the option."""
    done = CliRunner().invoke(app, [*command, option, value, "--db", str(tmp_path / "x.duckdb")])
    assert done.exit_code == 2
    assert f"Invalid value for '{option}" in done.stderr or f"/ '{option}'" in done.stderr
    assert "the value is empty; pass a value or leave out the option" in done.stderr


def test_an_empty_argument_is_refused(tmp_path):
    done = CliRunner().invoke(app, ["eval", "", "--db", str(tmp_path / "x.duckdb")])
    assert done.exit_code == 2 and "the value is empty; pass a value." in done.stderr
