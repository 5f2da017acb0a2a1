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
    ((note,),) = answers(database, f"select note from systems.board_lead('{COLLECTION}', 'ndcg_cut_10')")
    tiers = dict(answers(database, f"select run_id, tiers from systems.tiers('{COLLECTION}', 'ndcg_cut_10')"))
    stability = answers(
        database,
        "select run_id, rank, low_rank, high_rank, low_mean, high_mean from statistics.rank_stability "
        f"where collection = '{COLLECTION}' and resampling = 'bootstrap' order by rank, run_id",
    )
    with browse(page) as seen:
        view = seen.page
        view.wait_for_selector(READY)
        # who leads, by how much, how sure: before the leaderboard
        assert f"{note[:1].upper()}{note[1:]}." in view.locator("body").inner_text()[:1500]
        for run, rank, low, high, low_mean, high_mean in stability:
            row = view.locator(f"{board} tbody tr:has(input[data-run='{run}'])") if "<" not in run else None
            if row is None:
                continue
            letters = tiers[run]
            shown = "".join(letters) if len(letters) < 3 else f"{letters[0]}-{letters[-1]}"
            assert row.locator("td.c-rank").inner_text() == f"{rank} ({low}-{high}) {shown}"
            told = row.locator(".score .strip").get_attribute("title")
            assert f"between {low_mean:.4f} and {high_mean:.4f} over" in told
        # dots stand in the order of the scores, on one scale
        dots = view.locator(f"{board} .score .strip em").evaluate_all(
            "(all) => all.map((each) => each.getBoundingClientRect().x)"
        )
        assert dots == sorted(dots, reverse=True) and dots[0] - dots[-1] > 20
        assert view.locator(f"{board} th .axis span").count() == 3

        # a long name is whole
        cell = view.locator(f"{board} tbody td:first-child", has_text=LONG)
        assert cell.evaluate("(each) => each.scrollWidth <= each.clientWidth + 1")
        assert cell.bounding_box()["width"] < 340

        # what is typed stands in the address, letter by letter
        view.locator(f"{board} input.search").press_sequentially("bm")
        assert view.url.endswith("&q=bm")
        view.locator(f"{board} input.search").fill("")

        # three figures tell the story; all others are folded, each with something to look for
        shown = view.locator("figure").evaluate_all(
            "(all) => all.filter((each) => each.checkVisibility()).map((each) => each.id.split('--')[1])"
        )
        assert shown == ["ndcg-by-type", "topic-grid", "rank-stability"]
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
