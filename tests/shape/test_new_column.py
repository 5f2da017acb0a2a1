"""A column about runs is one line of one SQL file: it then stands in every leaderboard, and no other file changes."""

from __future__ import annotations

import csv
import json

import package_copy
import pytest

from dltrack_db.plugins.site import parts

ONE, TWO = "sample-passages", "sample-docs"
BEST = "ALDER_P2"
LIBRARY = f"""
import dltrack_db as dl
db = dl.open("x.duckdb")
print(db.leaderboard("{ONE}")["shouted"][0], db.leaderboard("{ONE}", ["map"])["shouted"][0])
print(db.leaderboard(["{ONE}", "{TWO}"])["{ONE}:shouted"][0])
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """The package with the column `shouted`, and a database that it has loaded."""
    tree = package_copy.copy(tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("home"))
    file = tree.root / "sql" / "systems" / "run_columns.sql"
    text = file.read_text(encoding="utf-8")
    text = text.replace("    runs.in_overview,\n", "    runs.in_overview,\n    upper(runs.run_id) as shouted,\n")
    text = text.replace("-- needs:", "--   shouted: the run's name in capitals\n-- needs:")
    file.write_text(text, encoding="utf-8")
    assert text.count("shouted") == 2
    tree.run("ingest", "sample", "--db", "x.duckdb")
    return tree


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


@pytest.mark.campaign
def test_terminal_and_latex_show_it_for_one_collection_and_for_several(tree):
    for collections, column in (((ONE,), "shouted"), ((ONE, TWO), f"{ONE}:shouted")):
        command = ("leaderboard", *collections, "--db", "x.duckdb")
        assert rows(tree.run(*command, "-f", "csv"))[0][column] == BEST
        for format in ("table", "latex"):
            assert BEST in tree.run(*command, "-f", format).replace("\\_", "_")


@pytest.mark.campaign
def test_the_library_shows_it(tree):
    assert tree.python("-c", LIBRARY).split() == [BEST] * 3


@pytest.mark.campaign
def test_report_and_paper_show_it(tree):
    tree.run("report", "sample", "-o", "report.html", "--db", "x.duckdb")
    assert f'c-shouted">{BEST}<' in (tree.home / "report.html").read_text(encoding="utf-8")
    systems = ("-c", TWO, "--as", "alder=alder_p2,alder_d2", "--as", "bm25=p_bm25,d_bm25")
    for folder, command in (
        ("one", ("alder_p2", "--baseline", "p_bm25")),
        ("two", ("alder_p2", "alder_d2", *systems, "--baseline", "bm25")),
    ):
        tree.run("paper", *command, "-c", ONE, "-o", folder, "--db", "x.duckdb")
        assert BEST in (tree.home / folder / "table.csv").read_text(encoding="utf-8")


@pytest.mark.campaign
@pytest.mark.skipif(
    not (parts.FOLDER / "parts.json").exists(), reason="the page's program is not built; make parts does it"
)
def test_the_page_shows_it_and_asks_for_it(tree):
    tree.run("site", "-c", TWO, "--single-file", "page.html", "--db", "x.duckdb")
    page = (tree.home / "page.html").read_text(encoding="utf-8")
    assert 'c-shouted">ALDER_D1<' in page
    facts = json.loads(page.split('id="site"')[1].split(">", 1)[1].split("</script>")[0])
    assert all("shouted" in each["run_columns"] and "dense" not in each["run_columns"] for each in facts["collections"])
