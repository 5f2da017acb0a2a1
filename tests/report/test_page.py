"""The report's page: complete, self-contained, escaped; and in a browser drawn, sortable and searchable."""

from __future__ import annotations

import re

import browser
import duckdb
import pytest

import dltrack_db as dl
from dltrack_db.errors import UsageError
from dltrack_db.report import page as page_module
from dltrack_db.report.figures import FIGURES
from tests.copies import copied

IN_PAGE = [figure for figure in FIGURES if figure.in_page]

needs_browser = pytest.mark.skipif(browser.program() is None, reason="needs Chromium; install it with: make browser")


@pytest.fixture(scope="module")
def page(sample_database, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "sample.html"
    with dl.open(sample_database) as db:
        return db.report("sample", path)


@pytest.fixture(scope="module")
def html(page):
    return page.read_text(encoding="utf-8")


def test_it_is_small_and_asks_nothing_of_the_network(page, html):
    assert page.stat().st_size < 5_000_000
    without_scripts = re.sub(r"<script\b.*?</script>", "", html, flags=re.DOTALL)
    assert not re.search(r"(src|href)\s*=\s*[\"']?(https?:)?//", without_scripts)
    assert not re.search(r"@import|url\(\s*[\"']?https?:", without_scripts)
    assert "default-src 'none'" in html


def test_every_figure_is_drawn_or_said_to_be_missing(html):
    for collection in ("sample-docs", "sample-passages"):
        section = html.split(f'<section class="collection" id="{collection}">')[1].split("</section>")[0]
        for figure in IN_PAGE:
            assert (f'id="{collection}--{figure.name}"' in section) != (f"<b>{figure.title}</b>: it needs" in section)


def test_the_leaderboard_holds_the_rows_of_the_view(html, sample_database):
    with dl.open(sample_database) as db:
        board = db.leaderboard("sample-docs")
    section = html.split('id="sample-docs--runs"')[1].split("</table>")[0]
    shown = re.findall(r'<tr><td class="c-run_id">([^<]*)</td>', section)
    assert shown == board["run_id"].to_list()
    for value in board["ndcg_cut_10"]:
        assert f'data-value="{value!r}"' in section


def test_the_sentence_says_only_what_is_tested(html, sample_database, tmp_path):
    told = html.split('<section class="collection" id="sample-docs">')[1].split("</p>")[0]
    with dl.open(sample_database) as db:
        ((teams, baselines),) = db.sql(
            "select num_teams, num_baselines from systems.run_counts where collection = 'sample-docs'"
        ).fetchall()
    took_part = rf"21 runs of {teams} teams \({baselines} by the organizers\) on \d+ judged topics; "
    assert re.search(took_part + r"best by nDCG@10 is <b>\w+</b> with 0\.\d{4}", told)
    assert "its lead could be chance: " in told or "its lead is more than chance explains" in told
    assert html.index("--leaderboard") < html.index('id="loaded"')
    copy = copied(sample_database, tmp_path / "copy.duckdb")
    con = duckdb.connect(str(copy))
    best = "(select arg_max(run_id, ndcg_cut_10) from systems.leaderboard where collection = 'sample-docs')"
    con.execute(f"delete from main.query_scores where collection = 'sample-docs' and run_id <> {best}")
    con.close()
    with dl.open(copy) as db:
        text = db.report("sample-docs", tmp_path / "few.html").read_text(encoding="utf-8")
    assert "its lead is more than chance" not in text


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ((5, 0, 0, 5), " (no teams named)"),
        ((63, 15, 14, 0), " of 15 teams (14 by the organizers)"),
        ((3, 1, 0, 1), " of 1 team (1 without a team)"),
        ((2, 0, 2, 0), " (2 by the organizers)"),
        ((2, 2, 0, 0), " of 2 teams"),
    ],
)
def test_only_teams_that_took_part_are_counted(counts, told):
    named = ("submitted_runs", "teams", "organizers_runs", "nameless_runs")
    assert page_module._of_teams(dict(zip(named, counts, strict=True))) == told


def test_names_from_run_files_cannot_become_markup(sample_database, tmp_path):
    copy = copied(sample_database, tmp_path / "copy.duckdb")
    evil = "</script><img src=x onerror=alert(1)>"
    con = duckdb.connect(str(copy))
    for table in ("runs", "query_scores", "run_topics", "judged_rankings"):
        con.execute(f"update main.{table} set run_id = $1 where run_id = 'p_bm25'", [evil])
    con.close()
    with dl.open(copy) as db:
        text = db.report("sample-passages", tmp_path / "evil.html").read_text(encoding="utf-8")
    assert evil not in text
    assert "<img src=x" not in text
    assert "&lt;/script&gt;&lt;img" in text


def test_one_collection_alone(sample_database, tmp_path):
    with dl.open(sample_database) as db:
        text = db.report("sample-docs", tmp_path / "docs.html").read_text(encoding="utf-8")
    assert 'id="sample-docs--ndcg-by-type"' in text
    assert 'id="sample-passages' not in text


def test_unknown_names_and_places_are_explained(sample_database, tmp_path, monkeypatch):
    with dl.open(sample_database) as db:
        with pytest.raises(UsageError, match="holds no «trec1999»; it holds sample"):
            db.report("trec1999", tmp_path / "x.html")
        monkeypatch.setattr("dltrack_db.report.page.build_page", lambda *_: pytest.fail("drawn before it was looked"))
        with pytest.raises(UsageError, match="cannot be written: No such file or directory; make the folder"):
            db.report("sample", tmp_path / "none" / "x.html")
        with pytest.raises(UsageError, match="cannot be written: it is a folder"):
            db.report("sample", tmp_path)


@needs_browser
def test_all_charts_are_drawn_without_a_word_on_the_console(page, tmp_path):
    seen = browser.look(
        page,
        """
        const figures = [...document.querySelectorAll("figure")];
        return {
          drawn: Number(document.documentElement.dataset.drawn),
          problems: document.documentElement.dataset.problems,
          figures: figures.length,
          empty: figures.filter((f) => {
            const size = f.querySelector("svg")?.getBoundingClientRect();
            return !f.querySelector("svg .role-mark path, svg .role-mark line") || size.width < 80 || size.height < 40;
          }).map((f) => f.id),
          wide: figures.filter((f) => f.querySelector("svg").getBoundingClientRect().right
            > f.getBoundingClientRect().right + 1).map((f) => f.id),
          requests: performance.getEntriesByType("resource").map((entry) => entry.name),
        };
        """,
        tmp_path,
    )
    assert seen.value == {
        "drawn": seen.value["figures"],
        "problems": "",
        "figures": seen.value["figures"],
        "empty": [],
        "wide": [],
        "requests": [],
    }
    assert seen.value["figures"] >= 2 * (len(IN_PAGE) - 2)  # but for labels inferred for documents
    assert seen.console == []


@needs_browser
def test_the_leaderboard_sorts_and_searches(page, tmp_path):
    seen = browser.look(
        page,
        """
        const table = document.getElementById("sample-passages--runs");
        const heading = (name) => [...table.querySelectorAll("th button")].find((b) => b.textContent === name);
        const place = [...table.tHead.rows[0].cells].findIndex((c) => c.textContent === "ap");
        const column = (i) => [...table.tBodies[0].rows].map((row) => row.cells[i].textContent);
        const numbers = () => column(place).map(Number);
        click(heading("ap")); const down = numbers();
        click(heading("ap")); const up = numbers();
        click(heading("run_id")); const names = column(0);
        const width = () => table.querySelector("th.c-stage").getBoundingClientRect().width;
        const hidden = width();
        document.querySelector('[id="sample-passages--board"] .columns [value="stage"]').click();
        const field = document.querySelector('[data-table="sample-passages--runs"]');
        field.value = "TRAD bm25"; field.dispatchEvent(new Event("input"));
        const found = [...table.tBodies[0].rows].filter((row) => !row.hidden).map((row) => row.cells[0].textContent);
        const told = field.closest("p").querySelector(".found").textContent;
        return { down, up, names, found, hidden, shown: width(), told };
        """,
        tmp_path,
    ).value
    assert seen["hidden"] == 0 < seen["shown"]
    assert seen["down"] == sorted(seen["down"], reverse=True)
    assert seen["up"] == sorted(seen["up"])
    assert len(set(seen["up"])) > 5
    collated = [name.lower().translate({ord("_"): "\1", ord("-"): "\2"}) for name in seen["names"]]  # as browsers do
    assert collated == sorted(collated)
    assert sorted(seen["found"]) == ["p_bm25", "p_bm25rm3"]
    assert seen["told"] == f"2 of {len(seen['names'])}"


@needs_browser
def test_dark_and_light_change_the_text_of_page_and_charts(page, tmp_path):
    seen = browser.look(
        page,
        """
        const label = document.querySelector("figure svg .role-axis-label text");
        const colors = () => [getComputedStyle(document.body).backgroundColor, getComputedStyle(label).fill];
        const before = colors();
        click(document.getElementById("theme"));
        return { before, after: colors() };
        """,
        tmp_path,
    ).value
    assert seen["before"] == ["rgb(255, 255, 255)", "rgb(26, 29, 33)"]
    assert seen["after"] == ["rgb(21, 24, 29)", "rgb(230, 233, 237)"]


def test_a_collection_without_runs_has_its_labels_and_says_what_is_missing(sample_database, tmp_path):
    copy = copied(sample_database, tmp_path / "copy.duckdb")
    con = duckdb.connect(str(copy))
    for table in ("query_scores", "run_topics", "judged_rankings"):
        con.execute(f"delete from main.{table} where collection = 'sample-passages'")
    con.close()
    with dl.open(copy) as db:
        text = db.report("sample-passages", tmp_path / "labels.html").read_text(encoding="utf-8")
    assert "No runs are loaded" in text
    assert 'id="sample-passages--judging-effort"' in text
    assert "needs submitted runs with a published description" in text
