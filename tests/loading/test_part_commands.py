"""Commands that load a kind of data, and the names of its files, are generated from part.toml."""

from __future__ import annotations

import dataclasses

import pytest
import typer
from typer.testing import CliRunner

from dltrack_db.base import parts
from dltrack_db.base.parts import PartOption
from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.cli import ingest_parts
from dltrack_db.load import plan

SPEC = CollectionSpec("mine", "docs", "mine", qrels_variant="people", min_relevance=2)


def refuse(part, *options):
    app = typer.Typer()
    app.command()(ingest_parts.make_command(part))
    return str(CliRunner().invoke(app, ["x", "-c", "mine", "--db", "/dev/null/x", *options]).exception)


def test_a_parts_options_are_options_of_its_command():
    kind = PartOption("kind", "", choices=("human", "llm"), sets="judge")
    part = dataclasses.replace(parts.get("exclusions"), options=(kind, PartOption("level", "", type="number", most=9)))
    assert refuse(part, "--kind", "robot") == "--kind must be human or llm, not 'robot'"
    assert refuse(part, "--level", "nan") == refuse(part, "--level", "10") == "2"
    assert "does not exist" in refuse(part, "--kind", "human")


def test_option_values_may_not_contain_invisible_characters():
    assert refuse(parts.get("qrels"), "--author", "a\x1bb").startswith(
        "--author contains the invisible character '\\x1b'"
    )


def test_options_of_another_part_need_its_first_option():
    scores = parts.get("scores")
    assert refuse(scores, "--model", "m") == "--model needs --judge; add --judge"
    assert refuse(scores, "--judge", "j", "--labels", "x").startswith("--labels cannot be combined with --judge")


@pytest.mark.parametrize(
    ("part", "options", "name", "judge", "level"),
    [
        ("scores", {}, "people/a", {}, 1),
        ("scores", {"labels": "nist", "min_relevance": 3}, "nist/a", {}, 3),
        ("judge-scores", {"judge": "ann", "model": "m"}, "ann/a", {"model": "m"}, None),
        ("exclusions", {}, "a", {}, None),
        ("exclusions", {"name": "b"}, "b", {}, None),
        ("qrels", {"kind": "llm"}, "a", {"source": "a.txt", "kind": "llm"}, None),
    ],
)
def test_a_parts_description_gives_the_name_and_judge_of_its_files(tmp_path, part, options, name, judge, level):
    (tmp_path / "a.txt").write_text("1 0 a 1\n")
    (item,) = plan.plan_part(part, "mine", SPEC, [tmp_path / "a.txt"], **options).items
    assert (item.name, item.judge) == (name, judge)
    assert getattr(item.spec, "min_relevance", None) == level
