"""A parameter that is a dataclass becomes an option for each of its fields."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from typer.testing import CliRunner

import dltrack_db
from dltrack_db.cli.groups import with_option_groups

MOST = 8


@dataclass(frozen=True)
class Wanted:
    name: str
    depth: int = 3
    labels: Sequence[str] = ("nist",)
    hidden: bool = True


OPTIONS = {
    "name": typer.Argument(help="Of what."),
    "depth": typer.Option("--depth", help="How deep."),
    "labels": typer.Option("--label", help="By which."),
}


def answer(*arguments):
    app = typer.Typer()
    seen = []

    @app.command()
    @with_option_groups
    def command(wanted: Annotated[Wanted, OPTIONS], db: Annotated[str, typer.Option("--db")] = "x"):
        seen.append((wanted, db))

    result = CliRunner().invoke(app, arguments)
    return result, seen


def test_options_make_the_object_that_the_library_takes():
    assert answer("docs")[1] == [(Wanted("docs"), "x")]
    given = answer("docs", "--depth", "7", "--label", "a", "--label", "b", "--db", "y")[1]
    assert given == [(Wanted("docs", 7, ["a", "b"]), "y")]


def test_help_and_faults_are_those_of_options():
    assert "How deep." in answer("--help")[0].output and "hidden" not in answer("--help")[0].output
    assert answer()[0].exit_code == 2 and answer("docs", "--depth", "deep")[0].exit_code == 2


@dataclass(frozen=True)
class Asked:
    depth: Annotated[int, typer.Option("--depth", help="How deep.")] = 3
    runs: Annotated[list[str] | None, typer.Option("--runs")] = None


def test_a_dataclass_may_have_its_options_at_its_fields():
    app = typer.Typer()
    seen = []

    @app.command()
    @with_option_groups
    def command(name: str, *, asked: Asked, db: Annotated[str, typer.Option("--db")] = "x"):
        seen.append((name, asked, db))

    for arguments in (["docs"], ["docs", "--depth", "7", "--runs", "a", "--runs", "b"]):
        assert CliRunner().invoke(app, arguments).exit_code == 0
    assert seen == [("docs", Asked(), "x"), ("docs", Asked(7, ["a", "b"]), "x")]


def test_commands_have_few_parameters():
    for module in ("leaderboard", "simulate", "ingest_corpus", "ingest_options"):
        folder = Path(dltrack_db.__file__).parent
        path = folder / ("plugins/simulate/command.py" if module == "simulate" else f"cli/{module}.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                assert len([*node.args.args, *node.args.kwonlyargs]) <= MOST, node.name
