"""A command imports what it needs and nothing else: that is what starting it costs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner

from dltrack_db.cli import commands
from dltrack_db.cli.app import app
from dltrack_db.store import database

VALIDATION = {"great_expectations", "altair", "scipy", "pandas"}
FRAMES = {"polars", "pandas", "pyarrow", "numpy", "sqlalchemy"}
HEAVY = VALIDATION | FRAMES | {"rich", "httpx2", "sklearn", "pydantic"}

PROBE = """
import atexit, sys
@atexit.register
def tell():
    print(*sorted({name.partition(".")[0] for name in sys.modules} | set(sys.modules)), file=sys.__stderr__)
from dltrack_db.cli import main
main()
"""


def imported(*arguments: object, **environment: str) -> set[str]:
    """The modules that a command has imported when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split())


def unwanted(found: set[str], *more: str) -> set[str]:
    return found & (HEAVY | set(more))


def test_help_imports_no_command_and_no_database():
    found = imported("--help")
    assert unwanted(found, "duckdb") == set()
    homes = {f"dltrack_db.cli.{command.module}" for command in commands.COMMANDS.values()}
    assert found & homes == set()
    assert {each for each in found if each.startswith("dltrack_db.ask")} <= {
        "dltrack_db.ask",
        "dltrack_db.ask.questions",
    }


def test_completion_imports_no_command_and_no_database():
    found = imported(_DLTRACK_COMPLETE="complete_bash", COMP_WORDS="dltrack le", COMP_CWORD="1", _TYPER_COMPLETE="")
    assert unwanted(found, "duckdb", "dltrack_db.cli.leaderboard") == set()


def test_a_query_imports_duckdb_alone(sample_database):
    database.open_readonly(sample_database).close()  # the first to look at a file checks whose objects it holds
    found = imported("sql", "select 1", "--db", sample_database)
    assert "duckdb" in found
    assert unwanted(found, "dltrack_db.sqlfiles", "dltrack_db.load.downloads", "dltrack_db.cli.ingest") == set()


@pytest.mark.more
def test_scoring_a_file_imports_no_frames_and_no_validation(sample_database, tmp_path):
    run = tmp_path / "run.txt"
    run.write_text("539333 Q0 msmarco_passage_00_1 1 1.5 run\n")
    found = imported("eval", run, "--collection", "sample-passages", "-f", "csv", "--db", sample_database)
    assert unwanted(found) == set()


@pytest.mark.parametrize("name", commands.all_commands())
def test_a_line_of_help_begins_the_help_of_its_command(name):
    group = typer.main.get_command(app)
    text = " ".join((group.commands[name].help or "").split("\n\n")[0].split())
    assert text == commands.all_commands()[name]


@pytest.mark.parametrize("name", commands.all_commands())
def test_every_option_says_what_it_does(name):
    """One that lost its annotation has no help, no short form and no variable, in some releases of typer only."""
    command = typer.main.get_command(app).commands[name]
    for each in getattr(command, "commands", {"": command}).values():
        silent = [one.opts for one in each.params if one.param_type_name == "option" and not one.help]
        assert silent == [], f"dltrack {name}"


@pytest.mark.parametrize("name", commands.all_commands())
def test_help_fits_a_screen(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    command = typer.main.get_command(app).commands[name]
    for words in [[name, each] for each in getattr(command, "commands", ())] or [[name]]:
        lines = CliRunner().invoke(app, [*words, "--help"]).output.splitlines()
        is_narrow = name == "trec-eval" or max(map(len, lines)) <= 80  # whose text is trec_eval's own
        assert 5 < len(lines) <= 40 and is_narrow, f"dltrack {' '.join(words)}"


@pytest.mark.parametrize("name", ["ingest", "lake", "plugins"])
def test_a_group_lists_its_commands_with_their_own_texts_in_full(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    group = typer.main.get_command(app).commands[name]
    listed = CliRunner().invoke(app, [name, "--help"]).output.partition("Commands:")[2]
    # in a list, a text may be broken at a hyphen
    found = "".join(listed.split())
    texts = ["".join(each.help.split("\n\n")[0].split()) for each in group.commands.values()]
    assert [text for text in texts if text not in found] == []
    assert len(set(texts)) == len(texts)


def test_groups_are_those_of_the_table():
    every = typer.main.get_command(app).commands
    assert {name for name, each in every.items() if hasattr(each, "commands")} == {"ingest", "lake", "plugins"}


def test_every_module_with_a_command_is_in_the_table():
    folder = Path(commands.__file__).parent
    listed = {command.module for command in commands.COMMANDS.values()}
    holding = {
        path.stem
        for path in folder.glob("*.py")
        if "\n    Example: dltrack " in path.read_text(encoding="utf-8") and path.stem != "app"
    }
    of_groups = {stem for stem in holding if stem.split("_")[0] in listed}  # such as ingest_notes, which ingest lists
    assert holding - listed - of_groups == set()
