"""Generated pages are those that today's code and SQL give; nothing is undocumented."""

from __future__ import annotations

import re
from pathlib import Path

from dltrack_db import api, resources
from dltrack_db.store import sqlfiles
from docs.generate import __main__ as docs
from docs.generate import commands, cookbook

ROOT = Path(__file__).parents[2]
EXAMPLES = ("labels.disagreement", "exhibits.e_t1")
"""Objects that the recipes of extending.md make."""


def test_the_pages_are_up_to_date(capsys):
    assert docs.main(["--check"]) == 0, capsys.readouterr().out


def test_a_page_out_of_date_is_named(monkeypatch, tmp_path, capsys):
    (tmp_path / "page.md").write_text("old")
    monkeypatch.setattr(docs, "pages", lambda folder: iter([("page.md", "new")]))
    monkeypatch.setattr(resources, "ROOT", tmp_path)
    assert docs.main(["--check"]) == 1
    assert "page.md is out of date; run: python -m docs.generate" in capsys.readouterr().out
    assert (tmp_path / "page.md").read_text() == "old"
    assert docs.main([]) == 0
    assert docs.main(["--check"]) == 0


def test_every_recipe_of_the_cookbook_is_a_question_with_an_answer(sample_database):
    files = sorted((ROOT / "docs" / "cookbook").glob("*.sql"))
    assert len(files) >= 20
    with api.open(sample_database) as db:
        for file in files:
            question, _, query = cookbook.split(file.read_text())
            assert question.endswith("?"), file
            assert db.sql(query).fetchall(), f"{file.name} answers nothing on the sample"


def test_every_command_is_on_its_page():
    from dltrack_db.cli.app import app

    page = commands.render()
    for command in app.registered_commands:
        name = command.name or command.callback.__name__
        assert f"## dltrack {name}\n" in page


def test_links_between_pages_lead_somewhere():
    pages = {path: path.read_text() for path in (ROOT / "docs").rglob("*.md")}
    anchors = {path: set(re.findall(r"\{ #([a-z0-9_]+) \}", text)) for path, text in pages.items()}
    for path, text in pages.items():
        for target, anchor in re.findall(r"\]\(([\w./-]+\.(?:md|svg))(?:#([\w]+))?\)", text):
            linked = (path.parent / target).resolve()
            assert linked.exists(), f"{path.name} links to {target}"
            assert not anchor or anchor in anchors[linked], f"{path.name} links to {target}#{anchor}"


def test_the_names_and_sql_of_hand_written_pages_exist(sample_database):
    names = {obj.full_name for obj in sqlfiles.all_objects()}
    schemas = {name.split(".")[0] for name in names}
    for page in ("tutorial", "extending", "architecture", "index"):
        text = (ROOT / "docs" / f"{page}.md").read_text()
        for name in re.findall(r"`([a-z_]+\.[a-z_0-9]+)`", text):
            if name.split(".")[0] in schemas and not name.endswith(".sql") and name not in EXAMPLES:
                assert name in names, f"{page}.md names {name}"
