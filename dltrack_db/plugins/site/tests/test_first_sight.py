"""First sight in a frame, on paper and on a phone; pages of runs, topics and teams before DuckDB is there."""

from __future__ import annotations

import json

import duckdb
import pytest
from site_browser import COLLECTION, LONG, browse, needs_browser

from dltrack_db.plugins.site.writing import write_site

pytestmark = [needs_browser, pytest.mark.service]

READY = "html[data-tools=ready]"
BEYOND = """() => [...document.querySelectorAll('svg, canvas, table, select, button, input')].filter((each) => {
  if (!each.checkVisibility() || each.getBoundingClientRect().right <= innerWidth + 1) return false;
  if (each.matches('.bring input')) return false;
  for (let place = each.parentElement; place; place = place.parentElement) {
    if (getComputedStyle(place).overflowX === 'auto' && place.getBoundingClientRect().right <= innerWidth + 1)
      return !place.hasAttribute('data-more');
  }
  return true;
}).map((each) => each.outerHTML.slice(0, 100))"""
"""What lies beyond the right edge without a word of it."""


def answers(database, query):
    with duckdb.connect(str(database), read_only=True) as con:
        return con.execute(query).fetchall()


def test_the_first_sight_in_windows_frames_on_phones_and_on_paper(page, database):
    board = f"[id='{COLLECTION}--board']"
    scores = dict(
        answers(
            database,
            "select run_id, value from systems.field "
            f"where collection = '{COLLECTION}' and measure = 'ndcg_cut_10' and unranked is null",
        )
    )
    with browse(page) as seen:
        view = seen.page
        view.wait_for_selector(READY)
        view.wait_for_selector(f"{board} td.c-verdict .may")
        rows = [
            tuple(row.locator(f"td.c-{column}").inner_text() for column in ("run_id", "rank", "verdict"))
            for row in view.locator(f"{board} tbody tr").all()
        ]
        assert [rank for _, rank, _ in rows] == [
            str(1 + sum(round(other, 12) > round(scores[run], 12) for other in scores.values())) for run, *_ in rows
        ]
        # who may be best is in the first sentence, which counts the same verdicts as the rows
        may = sum(verdict == "may be best" for *_, verdict in rows)
        lead = view.locator(f"[id='{COLLECTION}'] > p > b").inner_text()
        assert f"{may} of {len(rows)} runs may be best" in lead and rows[0][0] in lead
        assert 1 < may < len(rows)
        # dots stand in the order of the scores, on one scale; the lines of runs that may be best reach the best score
        dots = view.locator(f"{board} .score .strip em").evaluate_all(
            "(all) => all.map((each) => each.getBoundingClientRect().x)"
        )
        assert dots == sorted(dots, reverse=True) and dots[0] - dots[-1] > 20
        ends = view.locator(f"{board} .score .strip").evaluate_all(
            "(all) => all.map(({ style }) => style.getPropertyValue('--high') === style.getPropertyValue('--best'))"
        )
        assert ends == [verdict == "may be best" for *_, verdict in rows]
        assert view.locator(f"{board} th .axis span").count() >= 2

        # sorted by another measure and narrowed down: ranks, verdicts and the sentence follow
        view.locator(f"{board} th[data-column=ap] button").click()
        view.wait_for_selector(f"[id='{COLLECTION}'] > p > b:has-text('in AP')")
        shown = view.locator(f"{board} tbody td.c-rank").all_inner_texts()
        assert shown == sorted(shown, key=int) and shown[0] == "1"
        view.locator(f"{board} .choices label:has-text('category') select").select_option("trad")
        view.wait_for_selector(f"[id='{COLLECTION}'] > p > b:has-text('mong the')")
        shown = view.locator(f"{board} tbody td.c-rank").all_inner_texts()
        assert shown[0] == "1" and max(map(int, shown)) <= len(shown) < len(rows)
        # or they stay those of all runs
        view.locator(f"{board} label:has-text('among') select").select_option("all")
        view.wait_for_function(f"""document.querySelector("{board} tbody td.c-rank").innerText !== '1'""")
        assert "among=all" in view.url
        view.locator(f"{board} input.search").fill("no such run")
        view.locator(f"{board} .empty:has-text(\"No run matches 'no such run'\") button").click()
        assert view.locator(f"{board} tbody tr").count() == len(rows)
        view.goto(page.as_uri())
        view.reload()
        view.wait_for_selector(f"{board} td.c-verdict .may")

        # a long name is whole
        cell = view.locator(f"{board} tbody td:first-child", has_text=LONG)
        assert cell.evaluate("(each) => each.scrollWidth <= each.clientWidth + 1")
        assert cell.bounding_box()["width"] < 340

        # what is typed stands in the address, letter by letter
        view.locator(f"{board} input.search").press_sequentially("bm")
        assert view.url.endswith("&q=bm")
        view.locator(f"{board} input.search").fill("")

        # two figures tell the story; all others are folded, each with something to look for
        shown = view.locator("figure").evaluate_all(
            "(all) => all.filter((each) => each.checkVisibility()).map((each) => each.id.split('--')[1])"
        )
        assert shown == ["topic-grid", "rank-stability"]
        assert all(view.locator("figure > .look").all_text_contents())

        # paper has all that is in sight, without scrolling
        assert view.locator("figure svg.marks").count() == 0
        view.pdf()
        assert view.locator("figure svg.marks").count() == len(shown)
        # a cell of the heat map leads to its topic
        view.locator(f"[id='{COLLECTION}--topic-grid'] .mark-rect path").nth(40).dispatch_event("click")
        view.wait_for_function("location.hash.startsWith('#topic=')")

        # a link to a folded figure opens it
        view.goto(f"{page.as_uri()}#{COLLECTION}--completeness")
        view.reload()
        view.wait_for_selector(f"[id='{COLLECTION}--completeness'] svg.marks")

        # frames: nothing covers the first row
        for width in (700, 1040, 1280):
            view.set_viewport_size({"width": width, "height": 600})
            view.goto("about:blank")
            view.goto(f"{page.as_uri()}?embed={COLLECTION}")
            view.wait_for_selector(READY)
            covered = view.evaluate(
                "() => { const table = document.querySelector('.board table'); "
                "return table.tHead.rows[0].cells[1].getBoundingClientRect().bottom "
                "- table.tBodies[0].rows[0].getBoundingClientRect().top }"
            )
            assert covered <= 2, width

        # a phone: nothing lies beyond its edge without a word
        view.set_viewport_size({"width": 390, "height": 844})
        for address in ("", f"#run={COLLECTION}/fen_duet", f"#team={COLLECTION}/ALDER"):
            view.goto("about:blank")
            view.goto(page.as_uri() + address)
            view.wait_for_selector(READY)
            if address:
                view.wait_for_selector("#view[data-ready]")
            view.wait_for_selector("[data-more]:visible")
            assert view.evaluate(BEYOND) == [], address
            if not address:  # who, how sure and by how much
                edge = view.locator(f"{board} .scroll").bounding_box()
                score = view.locator(f"{board} tbody tr:first-child .score").bounding_box()
                assert score["x"] + score["width"] < edge["x"] + edge["width"] - 20
        assert not view.locator(f"{board} .choices select").first.is_visible()

        view.locator("input[type=file]").set_input_files({"name": "none.txt", "mimeType": "", "buffer": b""})
        view.wait_for_selector("#own-told .fault:has-text('none.txt: the file is empty')")
    assert seen.console == []


def test_pages_of_runs_topics_and_teams_are_there_before_duckdb(page, database, tmp_path):
    site = write_site(database, tmp_path / "public", [COLLECTION])
    folder = tmp_path / "public" / "data" / COLLECTION
    runs = [json.loads(path.read_bytes())["name"] for path in folder.glob("runs/*.json")]
    held = answers(database, f"select run_id from main.runs where collection = '{COLLECTION}'")
    assert sorted(runs) == sorted(run for (run,) in held)
    topic = json.loads((folder / "topics" / "3.json").read_bytes())["name"]
    pages = (f"run={COLLECTION}/fen_duet", f"run={COLLECTION}/alder_d1", f"topic={COLLECTION}/{topic}")
    pages += (f"team={COLLECTION}/ALDER",)
    # pairs are computed by the page's program from scores per topic; in one file DuckDB answers
    pages += (f"run={COLLECTION}/fen_duet&with=alder_d1", f"run={COLLECTION}/fen_duet&with=alder_d1&with=d_bm25")

    def read(view, address):
        view.goto("about:blank")
        view.goto(address)
        view.wait_for_selector("#view[data-ready]")
        texts = view.locator("#view section:not(.verdict)").all_inner_texts()
        verdict = view.locator("#view .verdict p").all_inner_texts()
        return texts, verdict

    with browse(site.page, serve=True) as seen:
        start = seen.page.url
        written = {each: read(seen.page, f"{start}#{each}") for each in pages}
        assert not any("duckdb" in each for each in seen.requests), "DuckDB was fetched"
    with browse(page) as seen:
        for each, found in written.items():
            assert read(seen.page, f"{page.as_uri()}#{each}") == found, each
            assert len(found[0]) > 1
    assert seen.console == []
