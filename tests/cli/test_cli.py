"""The command as a user types it, on the sample collection."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dltrack_db.base import recipes
from dltrack_db.cli.app import app
from dltrack_db.errors import SourceError
from tests.commands import dltrack, process


@pytest.mark.campaign
def test_ingest_sample_then_look_at_it(tmp_path):
    loaded = process("ingest", "sample", cwd=tmp_path)
    assert loaded.returncode == 0, loaded.stderr
    assert "runs: 239,900 rows from 40 files" in loaded.stdout
    assert (tmp_path / "dltrack.duckdb").exists()
    status = process("status", "--format", "csv", cwd=tmp_path)
    found = {(r["part"], r["name"]): r["status"] for r in csv.DictReader(io.StringIO(status.stdout))}
    assert found["runs", "sample-passages"] == "complete"
    again = process("ingest", "sample", cwd=tmp_path)
    assert "already loaded, nothing changed" in again.stdout


@pytest.mark.more
def test_leaderboard_prints_every_format(sample_database):
    as_csv = dltrack("leaderboard", "sample-passages", "--db", sample_database, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(as_csv.stdout)))
    assert len(rows) == 19
    scores = [float(row["ndcg_cut_10"]) for row in rows]
    assert scores == sorted(scores, reverse=True)
    as_json = json.loads(dltrack("leaderboard", "sample-passages", "--db", sample_database, "-f", "json").stdout)
    assert [row["run_id"] for row in as_json] == [row["run_id"] for row in rows]
    as_markdown = dltrack("leaderboard", "sample-passages", "--db", sample_database, "-f", "markdown").stdout
    assert len(as_markdown.splitlines()) == 19 + 2 + 4  # and the line of dltrack cite, and who leads
    table = dltrack("leaderboard", "sample-passages", "--db", sample_database).stdout
    assert rows[0]["run_id"] in table and "\x1b" not in table


def test_the_duckdb_shell_gives_the_same_leaderboard(sample_database):
    shell = Path(sys.executable).parent / "duckdb"
    if not shell.exists():
        pytest.skip("the DuckDB shell (package duckdb-cli) is not installed")
    query = "select run_id, ndcg_cut_10, rr, ap from systems.leaderboard where collection = 'sample-docs' order by all"
    plain = subprocess.run(
        [shell, "-readonly", "-csv", sample_database, "-c", query],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout
    ours = dltrack("sql", query, "--db", sample_database, "--format", "csv").stdout
    assert [row.split(",")[0] for row in plain.split()] == [row.split(",")[0] for row in ours.split()]
    assert [float(v) for row in plain.split()[1:] for v in row.split(",")[1:]] == pytest.approx(
        [float(v) for row in ours.split()[1:] for v in row.split(",")[1:]], abs=1e-12
    )


@pytest.mark.parametrize(
    "query",
    [
        "create table x as select 1",
        "delete from main.qrels",
        "copy main.qrels to 'x.csv'",
        "select * from read_csv('pyproject.toml')",
        "attach 'other.duckdb'",
        "install httpfs",
        "set enable_external_access = true",
    ],
)
def test_sql_can_only_read_the_database(sample_database, tmp_path, query):
    done = dltrack("sql", query, "--db", sample_database, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("dltrack: ") and "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_wrong_use_is_one_sentence(sample_database, tmp_path):
    cases = {
        ("sql", "selec", "--db", sample_database): (2, "syntax error"),
        ("leaderboard", "trec2099", "--db", sample_database): (
            2,
            "does not contain 'trec2099'; loaded collections: sample-docs, sample-passages",
        ),
        ("leaderboard", "trec2020-passages", "--db", sample_database): (
            2,
            "does not contain 'trec2020-passages', a collection of trec2020; load it with: dltrack ingest trec2020\n",
        ),
        ("leaderboard", "trec2020", "--db", sample_database): (
            2,
            "does not contain 'trec2020'; load it with: dltrack ingest trec2020\n",
        ),
        ("status", "--db", tmp_path / "none.duckdb"): (1, "there is no database"),
        ("ingest", "trec1999"): (2, "unknown edition 'trec1999'; see: dltrack sources; did you mean"),
        ("ingest", "sample", "--parts", "qrel"): (2, "--parts contains unknown parts: qrel; valid parts are"),
        ("ingest", "sample", "--parts", ","): (2, "Invalid value for '--parts': the value is empty"),
        ("ingest", "sample", "--db", tmp_path / "no" / "x.duckdb"): (1, "does not exist; create it"),
        ("ingest", "sample", "--db", tmp_path): (1, "is a folder; name a file"),
    }
    for arguments, (code, sentence) in cases.items():
        done = dltrack(*arguments, cwd=tmp_path)
        assert done.returncode == code, (arguments, done.stderr)
        assert sentence in done.stderr and "Traceback" not in done.stderr, arguments


def test_dry_run_tells_sizes_and_changes_nothing(tmp_path):
    for name in recipes.names():
        done = dltrack("ingest", name, "--dry-run", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert all(f"{each}:" in done.stdout for each in recipes.load(name).editions or [name])
    assert list(tmp_path.iterdir()) == []
    many = dltrack("ingest", "trec2021", "--dry-run", cwd=tmp_path).stdout
    assert "66 files" in many and "63 files" in many and len(many.splitlines()) < 20


@pytest.mark.usefixtures("unreachable")
def test_an_edition_without_its_files_or_network_says_so(tmp_path):
    db = tmp_path / "x.duckdb"
    with pytest.raises(SourceError, match="nothing was loaded, because queries 'trec2022' cannot be downloaded"):
        CliRunner().invoke(
            app,
            ["ingest", "trec2022", "--keep-downloads", str(tmp_path / "cache"), "--db", str(db)],
            catch_exceptions=False,
        )
    assert not db.exists()


def test_every_command_has_help_with_an_example():
    import typer.main

    def walk(command, path):
        for name, child in getattr(command, "commands", {}).items():
            yield from walk(child, [*path, name])
        if path:
            yield path, command

    for path, command in walk(typer.main.get_command(app), []):
        assert "Example" in (command.help or ""), f"dltrack {' '.join(path)} has no example in its help"
