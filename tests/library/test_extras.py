"""Without its extras the command does all but what each of them is for; one sentence says which one is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from tests.copies import copied

COLLECTION = "sample-passages"


@pytest.fixture
def alone(monkeypatch):
    """The libraries of the extras are not there."""
    for name in ("vl_convert", "sklearn", "ray", "ir_datasets"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["report", "sample", "-o", "x.html"], "a chart needs vl-convert.*'dltrack[report]'"),
        (["report", COLLECTION, "--figure", "judging-effort", "-o", "x.png"], "a chart needs vl-convert"),
    ],
)
def test_a_command_says_which_extra_it_needs(sample_database, alone, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, [*arguments, "--db", str(sample_database)])
    assert isinstance(result.exception, UsageError)
    before, _, after = said.partition(".*")
    assert str(result.exception).startswith(before)
    assert after in str(result.exception)
    assert list(tmp_path.iterdir()) == []


ALONE = """
import sys
for name in ("polars", "pyarrow", "vl_convert", "sklearn", "ray", "ir_datasets", "mcp"):
    sys.modules[name] = None
from typer.testing import CliRunner
from dltrack_db.cli.app import app
import dltrack_db as dl
path = sys.argv[1]
for words in (
    "status", "leaderboard sample-passages --significance", "compare alder_p1 alder_p2", "diff alder_p1 alder_p2",
    "audit sample-passages", "describe systems.leaderboard", "sql from\\tmain.runs",
    "simulate sample-passages --strategy pool --trials 1",
):
    result = CliRunner().invoke(app, [*(word.replace("\\t", " ") for word in words.split(" ")), "--db", path])
    assert result.exit_code == 0, (words, result.output, result.exception)
with dl.open(path) as db:
    assert db.sql("select count(*) from main.runs").fetchall() == [(40,)]
"""


@pytest.mark.campaign
def test_a_python_without_docstrings_draws_nothing_and_says_so(sample_database, tmp_path):
    program = [sys.executable, "-OO", "-m", "dltrack_db"]
    for words, code in ((["report", "sample"], 1), (["leaderboard", COLLECTION], 0)):
        done = subprocess.run(
            [*program, *words, "--db", str(sample_database)], cwd=tmp_path, capture_output=True, text=True
        )
        assert (done.returncode, "start Python without -OO" in done.stderr) == (code, code == 1), done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.campaign
def test_the_command_works_without_any_extra(sample_database, tmp_path):
    path = copied(sample_database, tmp_path / "x.duckdb")
    done = subprocess.run([sys.executable, "-c", ALONE, path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
