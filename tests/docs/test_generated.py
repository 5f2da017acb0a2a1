"""The pages of the site that are made from code and SQL say what those say; no link leads nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dltrack_db import api, sqlfiles
from dltrack_db.base import resources
from dltrack_db.plugins.report import vega
from docs.generate import __main__ as docs
from docs.generate import commands, cookbook, exhibits

pytestmark = pytest.mark.more

ROOT = Path(__file__).parents[2]
EXAMPLES = ("labels.disagreement", "exhibits.e_t1")
"""Objects that the recipes of extending.md make."""


@pytest.fixture(scope="module")
def made(sample_database):
    """The pages that are made, by their paths below the project, but for two things that take seconds.

    One picture is drawn for all figures, each of which has its test in the plug-in report; the page of the exhibits is
    made by a test of the plug-in exhibits.
    """
    drawn = []

    def save(chart, path):
        if not drawn:
            drawn.append(draw(chart, path).read_bytes())
        path.write_bytes(drawn[0])
        return path

    draw = vega.save
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vega, "save", save)
        patch.setattr(exhibits, "render", lambda con: exhibits.INTRODUCTION)
        return dict(docs.pages(sample_database))


@pytest.fixture(scope="module")
def pages(made):
    """Every page of the site by its path: the made ones as they are made now, and those written by hand."""
    written = {path.relative_to(ROOT).as_posix(): path.read_text() for path in (ROOT / "docs").glob("*.md")}
    return {ROOT / name: text for name, text in (written | made).items()}


def test_the_pages_are_written_and_old_ones_go(monkeypatch, tmp_path):
    gone = tmp_path / "docs" / "reference" / "schema-gone.md"
    gone.parent.mkdir(parents=True)
    gone.write_text("old")
    monkeypatch.setattr(docs, "pages", lambda sample: iter([("docs/reference/a.md", str(sample.is_file()))]))
    monkeypatch.setattr(docs.loader, "load_edition", lambda recipe, path, options: path.touch())
    monkeypatch.setattr(resources, "ROOT", tmp_path)
    docs.main()
    assert [(path.name, path.read_text()) for path in gone.parent.iterdir()] == [("a.md", "True")]


@pytest.mark.campaign
def test_git_ignores_what_is_made_and_the_site_has_it_all(made, pages):
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert {name if name.count("/") == 1 else name.rpartition("/")[0] + "/" for name in made} <= set(ignored)
    listed = re.findall(r": ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    objects = {ROOT / "docs" / "reference" / f"{obj.full_name}.md" for obj in sqlfiles.all_objects()}
    assert objects <= set(pages)  # which the lists of their schemas lead to
    assert {ROOT / "docs" / name for name in listed} == {path for path in pages if path.suffix == ".md"} - objects


def test_the_reference_says_what_the_headers_say(pages):
    reference = ROOT / "docs" / "reference"
    for obj in sqlfiles.all_objects():
        assert obj.header.meaning in pages[reference / f"{obj.full_name}.md"]
        assert f"[`{obj.full_name}`]({obj.full_name}.md)" in pages[reference / f"schema-{obj.schema}.md"]
    page = pages[reference / "metrics.compat.md"]
    assert "| `variant` |" in page and "[`metrics.hits`](metrics.hits.md)" in page.partition("Reads ")[2]


def test_the_cookbook_shows_queries_with_their_answers(pages, sample_database):
    page = pages[ROOT / "docs" / "cookbook.md"]
    with api.open(sample_database) as db:
        best = db.sql("from systems.leaderboard where collection = 'sample-passages' limit 1").fetchone()
    assert page.count("```sql") == len(list((ROOT / "docs" / "cookbook").glob("*.sql"))) and best[1] in page


@pytest.mark.campaign
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


def test_links_between_pages_lead_somewhere(pages):
    anchors = {path: set(re.findall(r"\{ #([a-z0-9_]+) \}", text)) for path, text in pages.items()}
    for path, text in pages.items():
        for target, anchor in re.findall(r"\]\(([\w./-]+\.(?:md|svg))(?:#([\w]+))?\)", text):
            linked = (path.parent / target).resolve()
            assert linked in pages, f"{path.name} links to {target}"
            assert not anchor or anchor in anchors[linked], f"{path.name} links to {target}#{anchor}"


def test_the_names_and_sql_of_hand_written_pages_exist(sample_database):
    names = {obj.full_name for obj in sqlfiles.all_objects()}
    schemas = {name.split(".")[0] for name in names}
    for page in ("tutorial", "extending", "architecture", "index", "cite", "significance", "evidence"):
        text = (ROOT / "docs" / f"{page}.md").read_text()
        for name in re.findall(r"`([a-z_]+\.[a-z_0-9]+)`", text):
            if name.split(".")[0] in schemas and not name.endswith(".sql") and name not in EXAMPLES:
                assert name in names, f"{page}.md names {name}"


def test_the_gallery_shows_each_figure_with_its_command(made):
    page = made["docs/gallery.md"]
    drawn = re.findall(r"dltrack report sample-passages --figure ([\w-]+) -o", page)
    assert "ndcg-by-type" in drawn and len(drawn) == len(set(drawn)) >= 15
    for name in drawn:
        assert made[f"docs/reference/figure-{name}.svg"].startswith("<svg")
        assert f"(reference/figure-{name}.svg#only-light)" in page
        assert f"(reference/figure-{name}-dark.svg#only-dark)" in page
        assert 'fill="white"' not in made[f"docs/reference/figure-{name}-dark.svg"]
