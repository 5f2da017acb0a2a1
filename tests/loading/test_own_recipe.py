"""`dltrack ingest ./mytrack.toml`: the documented example loads; recipes that name files elsewhere are rejected."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dltrack_db.base import recipes
from dltrack_db.base.files.sources import SourceIndex
from dltrack_db.base.recipes import own
from dltrack_db.cli.app import app
from dltrack_db.errors import RecipeError, SourceError, UsageError
from dltrack_db.load import plan
from dltrack_db.store import database

PAGE = Path(__file__).resolve().parents[2] / "docs" / "own-edition.md"


@pytest.fixture
def folder(tmp_path):
    """The folder that docs/own-edition.md describes."""
    home = tmp_path / "mytrack"
    (home / "judges").mkdir(parents=True)
    (home / "mytrack-passages").mkdir()
    recipe, *_ = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (home / "mytrack.toml").write_text(recipe)
    (home / "topics.tsv").write_text("1\tone\n2\ttwo\n3\tthree\n")
    (home / "people.qrels").write_text("1 0 a 3\n1 0 b 0\n2 0 a 2\n3 0 c 2\n")
    (home / "judges" / "gpt.qrels").write_text("1 0 a 2\n1 0 b 1\n")
    for run, docs in {"one": "ab", "two": "bc"}.items():
        lines = [f"{topic} Q0 {doc} {i} {9 - i} {run}\n" for topic in (1, 2, 3) for i, doc in enumerate(docs)]
        (home / "mytrack-passages" / f"input.{run}").write_text("".join(lines))
    return home


def call(folder, *more):
    done = CliRunner().invoke(
        app,
        ["ingest", str(folder / "mytrack.toml"), "--db", str(folder.parent / "x.duckdb"), *more],
        catch_exceptions=False,
    )
    assert done.exit_code == 0, done.output
    return done.stdout


def changed(folder, old, new):
    path = folder / "mytrack.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_the_example_in_the_documentation_loads(folder):
    assert "0 of them to download" in call(folder, "--dry-run")
    call(folder)
    con = database.open_readonly(folder.parent / "x.duckdb")
    assert con.execute("select run_id from systems.leaderboard order by ndcg_cut_10 desc").fetchall() == [
        ("one",),
        ("two",),
    ]
    judges = con.execute("select variant, kind, model from main.qrels_variants order by variant").fetchall()
    assert judges == [("gpt", "llm", "gpt-4"), ("people", "human", None)]
    assert con.execute("select num_pairs from labels.judge_study limit 1").fetchall() == [(2,)]
    assert con.execute("select distinct edition from main.collections").fetchall() == [("mytrack",)]
    con.close()
    cited = CliRunner().invoke(app, ["cite", "mytrack", "--db", str(folder.parent / "x.duckdb")]).stdout
    assert (
        "\n@inproceedings{mytrack2026,\n  title = {Overview of my track},\n" in cited and "@software{dltrack," in cited
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'file = "topics.tsv"',
            'file = "../topics.tsv"',
            "is not a path in the recipe's folder; move the file there",
        ),
        ('file = "topics.tsv"', 'file = "/etc/passwd"', "is not a path in the recipe's folder"),
        ("https://example.org", "http://example.org", "must be an https address without a user name"),
        ("https://example.org", "https://me:pw@example.org", "must be an https address without a user name"),
        ('title = "My', 'generator = "sample"\ntitle = "My', "'generator' is only valid in recipes that dltrack ships"),
        ('task = "passages"', 'tusk = "passages"', "unknown key 'tusk'; did you mean task?"),
        ('id = "mytrack"', 'id = "other"', "the recipe's id is 'other', but must be the file name; change"),
        (
            'query_set = "mytrack"',
            'query_set = "mytrek"',
            "query_set is 'mytrek', but no file with part = \"queries\" has this name; valid names: my",
        ),
    ],
)
def test_forbidden_entries_in_a_recipe_are_rejected(folder, old, new, told):
    changed(folder, old, new)
    with pytest.raises(RecipeError, match=re.escape(told)):
        call(folder)


def test_a_file_of_another_size_is_refused(folder):
    changed(folder, "rows = 3  ", "bytes = 5  ")
    with pytest.raises(SourceError, match=r"topics.tsv: the file has 20 bytes instead of 5;"):
        call(folder)


def test_a_recipe_cannot_use_official_names(folder):
    changed(folder, 'query_set = "mytrack"', 'query_set = "trec2021"')
    with pytest.raises(UsageError, match="'trec2021' is the name of an official edition, collection or query set"):
        call(folder)


def test_a_link_out_of_the_folder_is_refused(folder):
    secret = folder.parent / "secret"
    secret.write_text("1\tsecret\n")
    (folder / "topics.tsv").unlink()
    (folder / "topics.tsv").symlink_to(secret)
    with pytest.raises(SourceError, match=r"is a link to a file outside the recipe's folder"):
        call(folder)


def test_a_missing_recipe_is_reported(tmp_path):
    with pytest.raises(RecipeError, match=r"none.toml cannot be read \(No such file"):
        own.read(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'qrels_variant = "people"',
            'qrels_variant = "poeple"',
            r"line \d+: .* 'poeple', .*people, gpt; did you mean p",
        ),
        (
            'part = "qrels"',
            'part = "qrel"',
            r"line \d+: .* has the unknown part 'qrel'; .*; did you mean qrels",
        ),
        (
            'collection = "mytrack-passages"\nname',
            'collection = "mytrack-pasages"\nname',
            "did you mean mytrack-passages",
        ),
        ('file = "people.qrels"', 'file = "peolpe.qrels"', r"line \d+: there is no file .* did you mean people.qrels"),
    ],
)
def test_names_that_do_not_match_are_rejected_before_reading_with_line_and_valid_names(folder, old, new, told):
    changed(folder, old, new)
    command = ["ingest", str(folder / "mytrack.toml"), "--db", str(folder.parent / "x.duckdb")]
    done = CliRunner().invoke(app, command)
    assert isinstance(done.exception, (RecipeError, SourceError)) and re.search(told, str(done.exception))
    assert "reading" not in done.output and not (folder.parent / "x.duckdb").exists()


@pytest.mark.campaign
def test_the_only_labels_become_official_and_runs_in_other_folders_are_reported(folder):
    changed(folder, 'qrels_variant = "people"', "")
    text = (folder / "mytrack.toml").read_text()
    blocks = text.split("[[files]]")
    (folder / "mytrack.toml").write_text("[[files]]".join(block for block in blocks if "gpt" not in block))
    assert own.read(folder / "mytrack.toml").collections[0].qrels_variant == "people"
    (folder / "mytrack-passages").rename(folder / "runs-of-mine")
    assert "no runs found; put run files into a folder named 'mytrack-passages'" in call(folder)
    (folder / "judges-of-mine").mkdir()
    (told,) = plan.plan_edition(recipes.load("dl-typo"), SourceIndex([]), [folder / "judges-of-mine"]).notes
    assert told.startswith("no runs found; put run files named input.* into a folder named 'dl-typo'")
