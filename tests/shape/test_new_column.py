"""A column about runs is a file of `sql/run_columns`: it stands in every leaderboard, and no other file changes."""

from __future__ import annotations

import base64
import csv
import gzip
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
SHOUTED = """\
-- The run's name in capitals.
--
-- source: main.runs
-- grain: collection, run_id
-- columns:
--   shouted: the name
-- needs: runs
create or replace view run_columns.shouted as
select
    runs.collection,
    runs.run_id,
    upper(runs.run_id) as shouted,
from main.runs as runs;
"""
FIRST_RANK = """\
-- Mean rank of the first relevant item of a topic.
--
-- source: metrics.first_relevant
-- grain: collection, run_id
-- columns:
--   first_rank: mean over topics that have one
-- needs: runs
create or replace macro run_columns.first_rank(labels := null, min_relevance := null, tie_rule := null) as table
select
    firsts.collection,
    firsts.run_id,
    avg(firsts.rank) as first_rank,
from metrics.first_relevant(labels, min_relevance, tie_rule) as firsts
group by firsts.collection, firsts.run_id;
"""
CHOICES = (("nist", 2, "float"), ("nist", 3, "float"), ("msmarco", 1, "float"))


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """The package with the columns `shouted` and `first_rank`, and a database that it has loaded."""
    tree = package_copy.copy(tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("home"))
    for name, text in (("shouted", SHOUTED), ("first_rank", FIRST_RANK)):
        (tree.root / "sql" / "run_columns" / f"{name}.sql").write_text(text, encoding="utf-8")
    tree.run("ingest", "sample", "--db", "x.duckdb")
    return tree


def rows(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV, without the notes below it."""
    return [row for row in csv.DictReader(text.splitlines()) if None not in row.values()]


@pytest.mark.campaign
def test_terminal_and_latex_show_it_for_one_collection_and_for_several(tree):
    for collections, column in (((ONE,), "shouted"), ((ONE, TWO), f"{ONE}:shouted")):
        command = ("leaderboard", *collections, "--db", "x.duckdb")
        assert rows(tree.run(*command, "-f", "csv"))[0][column] == BEST
        for format in ("table", "latex"):
            assert BEST in tree.run(*command, "-f", format).replace("\\_", "_")


def first_rank(tree, run, labels, level):
    """The mean rank of the first item of a run that labels call relevant from a level on, from the tables alone."""
    query = f"""select avg(rank) from (
        select min(rankings.rank) as rank
        from main.rankings as rankings
        inner join main.qrels as qrels using (collection, query_id, doc_id)
        where rankings.collection = '{ONE}' and run_id = '{run}' and variant = '{labels}' and relevance >= {level}
        group by query_id
    )"""
    return pytest.approx(tree.ask(tree.home / "x.duckdb", query)[0][0])


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("options", "labels", "level"),
    [
        ((), "nist", 2),
        (("--labels", "msmarco"), "msmarco", 1),
        (("-m", "AP(rel=3)"), "nist", 3),
        (("-m", "ndcg_cut_10,AP(rel=3)"), "nist", 2),
    ],
)
def test_a_column_of_rankings_is_by_the_labels_and_the_level_of_its_board(tree, options, labels, level):
    board = rows(tree.run("leaderboard", ONE, *options, "--db", "x.duckdb", "-f", "csv"))
    assert len(board) == 19
    for row in board:
        assert float(row["first_rank"]) == first_rank(tree, row["run_id"], labels, level)


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
        table = (tree.home / folder / "table.tex").read_text(encoding="utf-8")
        assert (
            BEST.replace("_", "\\_") in table and f"{first_rank(tree, BEST.lower(), 'nist', 2).expected:.4f}" in table
        )


@pytest.mark.campaign
@pytest.mark.skipif(
    not (parts.FOLDER / "parts.json").exists(), reason="the page's program is not built; make parts does it"
)
def test_the_page_shows_it_and_asks_for_it(tree):
    tree.run("site", "-c", ONE, "--single-file", "page.html", "--db", "x.duckdb")
    page = (tree.home / "page.html").read_text(encoding="utf-8")
    best = BEST.lower()
    assert f'c-shouted">{BEST}<' in page
    assert f'>{first_rank(tree, best, "nist", 2).expected:.4f}</td><td class="c-shouted">{BEST}<' in page
    facts = json.loads(page.split('id="site"')[1].split(">", 1)[1].split("</script>")[0])
    shown = {"team", "category", "shouted", "first_rank"}
    assert all(set(each["run_columns"]) == shown for each in facts["collections"])
    packed = page.split('id="part-database">')[1].split("</script>")[0]
    (tree.home / "page.duckdb").write_bytes(gzip.decompress(base64.b64decode(packed)))
    asked = (
        "select first_rank from labels.standings('{}', '{}', {}, '{}') where run_id = '{}' and measure = 'ndcg_cut_10'"
    )
    for choice in CHOICES:
        found = tree.ask(tree.home / "page.duckdb", asked.format(ONE, *choice, best))
        assert found == [(first_rank(tree, best, *choice[:2]),)]
