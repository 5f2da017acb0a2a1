"""Runs and topics by their addresses, the leaderboard's choices, and a run that is tried again."""

from __future__ import annotations

import duckdb
import pytest
from site_browser import AXE, COLLECTION, EVIL, browse, needs_browser, unfilled

from tests.commands import dltrack

pytestmark = [needs_browser, pytest.mark.service]

AXE_RUN = "axe.run({resultTypes: ['violations']}).then((told) => told.violations)"


def answers(database, query):
    con = duckdb.connect(str(database), read_only=True)
    try:
        return con.execute(query).fetchall()
    finally:
        con.close()


def findings(view):
    return [(each["help"], each["nodes"][0]["html"]) for each in view.evaluate(AXE_RUN)]


def cells(view, title):
    """The rows of a part of the view, as texts."""
    rows = view.locator(f"#view section[aria-label='{title}'] tbody tr").all()
    return [row.locator("td").all_inner_texts() for row in rows]


def test_the_leaderboard_can_be_filtered_and_leads_to_every_run_and_topic(page, database):
    board = f"[id='{COLLECTION}--board']"
    ranked = answers(
        database,
        f"select run_id, team, round(ndcg_cut_10, 4) from systems.board('{COLLECTION}') order by rank, run_id",
    )
    with browse(page) as seen:
        view = seen.page
        view.wait_for_selector("html[data-tools=ready]")
        names = view.locator(f"{board} table.sortable tbody tr:visible td:first-child")
        assert names.all_inner_texts() == [run for run, *_ in ranked]
        # a run that is focused by Tab is not under the head of the table
        view.locator(f"{board} input.search").focus()
        for _ in range(40):
            view.keyboard.press("Tab")
            if view.evaluate("document.activeElement.matches('tbody a')"):
                break
        covered = view.evaluate(
            "(() => { const at = document.activeElement.getBoundingClientRect(); "
            "const seen = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2); "
            "return !document.activeElement.contains(seen) })()"
        )
        assert not covered, "the focused run is covered"

        # measures and codes are explained by focus and by hover, in the words of their SQL headers
        view.locator(f"{board} th[data-column=ap] button").hover()
        view.wait_for_selector("#tip:has-text('Average precision: the precision at the rank')")
        view.locator(f"{board} input.search").focus()
        for _ in range(60):
            view.keyboard.press("Tab")
            if view.evaluate("document.activeElement.closest('th')?.dataset.column === 'ap'"):
                break
        assert "Higher is better" in view.locator("#tip").inner_text()
        view.keyboard.press("Escape")
        assert view.locator("#tip").is_hidden()
        view.locator(f"{board} td.c-category").first.hover()
        view.wait_for_selector("#tip:has-text('pretrained language model')")
        view.mouse.move(0, 0)

        # the rows are one stop of Tab, and the arrows go on from there
        stops = view.evaluate(
            "(() => { const all = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]"
            ".filter((each) => each.tabIndex >= 0 && each.checkVisibility()); "
            "return all.findIndex((each) => each.closest('figure')) })()"
        )
        assert 0 < stops < 100
        view.locator(f"{board} tbody tr:first-child a").focus()
        view.keyboard.press("ArrowDown")
        assert view.evaluate("document.activeElement.textContent") == ranked[1][0]

        # what is searched and sorted stands in the address: reload and Back keep it
        view.locator(f"{board} input.search").fill("bm25")
        view.locator(f"{board} table.sortable:visible th.c-ap button").click()
        assert f"#board={COLLECTION}&q=bm25&sort=-ap" in view.url
        view.reload()
        view.wait_for_selector("html[data-tools=ready]")
        assert view.locator(f"{board} input.search").input_value() == "bm25"
        found = names.all_inner_texts()
        assert found and all("bm25" in run for run in found)
        assert view.locator(f"{board} th.c-ap").first.get_attribute("aria-sort") == "descending"
        view.go_back()
        view.wait_for_function("!document.querySelector('th[aria-sort]')")
        assert view.url.endswith("q=bm25")
        view.context.grant_permissions(["clipboard-read", "clipboard-write"])
        view.locator(f"{board} .copies button:text-is('LaTeX')").click()
        view.wait_for_selector(f"{board} .copies button:text-is('copied')")
        latex = view.evaluate("navigator.clipboard.readText()")
        assert latex.count("\\\\\n") == 1 + len(found)
        assert all(run.replace("_", r"\_") in latex for run in found)
        view.locator(f"{board} input.search").fill("")

        # what is typed before the tools are there counts as well
        view.add_init_script(
            "new MutationObserver((_, watching) => { const field = document.querySelector('input.search'); "
            "if (field) { field.value = 'bm25'; watching.disconnect() } })"
            ".observe(document, {childList: true, subtree: true})"
        )
        view.goto("about:blank")
        view.goto(page.as_uri())
        view.wait_for_selector("html[data-tools=ready]")
        assert view.evaluate("location.hash") == f"#board={COLLECTION}&q=bm25"
        assert sorted(names.all_inner_texts()) == sorted(found)
        view.locator(f"{board} input.search").fill("")

        # filters and search hold together
        view.locator(f"{board} label:has-text('team') select").select_option(ranked[0][1])
        assert names.all_inner_texts() == [run for run, team, _ in ranked if team == ranked[0][1]]
        view.locator(f"{board} label:has-text('team') select").select_option("")

        # measures by the names of papers, in families
        view.locator(f"{board} summary:text-is('Columns and measures')").click()
        assert view.locator(f"{board} fieldset legend").nth(1).inner_text() == "The leaderboard's"
        view.locator(f"{board} fieldset label:text-is('P@10')").click()
        view.wait_for_selector(f"{board} th:has-text('P@10')")
        assert view.locator(f"{board} th.c-ap").is_visible(), "one measure more replaced the others"
        view.wait_for_selector(f"{board} .score .strip i")
        assert view.locator(f"{board} .score .strip i").count() == len(ranked), "intervals vanished"

        # bounds of a measure, kept in the address; the runs that are picked are the baselines of the LaTeX
        slider = view.locator(f"{board} input[aria-label='P@10 at least']")
        slider.evaluate("(each) => { each.value = '0.8'; each.dispatchEvent(new Event('input')) }")
        assert "&P_10=0.8.." in view.url
        view.reload()
        view.wait_for_selector(f"{board} .found:has-text(' of {len(ranked)}')")
        assert 0 < names.count() < len(ranked)
        slider.evaluate("(each) => { each.value = each.min; each.dispatchEvent(new Event('input')) }")
        for run in ("fen_duet", "d_bm25"):
            view.locator(f"{board} input.pick[aria-label='Compare {run}']").check()
        view.locator(f"{board} .copies button:text-is('LaTeX')").click()
        view.wait_for_selector(f"{board} .copies button:text-is('copied')")
        measures = "nDCG@10,rr_ms,recip_rank,ncg_cut_100,map,P_10"
        printed = dltrack(
            *("leaderboard", COLLECTION, "-m", measures, "--baseline", "fen_duet", "--baseline", "d_bm25"),
            *("-f", "latex", "--db", database),
        ).stdout
        assert view.evaluate("navigator.clipboard.readText()") == printed

        # one against several
        view.locator(f"{board} input.pick[aria-label='Compare {ranked[0][0]}']").check()
        view.locator(f"{board} .pair a").click()
        view.wait_for_selector("#view[data-ready]")
        rivals = [title for title in view.locator("#view h3").all_inner_texts() if title.startswith("Wins and losses")]
        assert len(rivals) == view.locator("#view .verdict p").count() == 2
        view.go_back()
        view.wait_for_selector(f"{board}:visible")
        while view.locator(f"{board} input.pick:checked").count():
            view.locator(f"{board} input.pick:checked").first.uncheck()
        view.locator(f"{board} summary:text-is('Columns and measures')").click()

        # a measure that is not known under another level cannot be ticked there, and the page says so
        view.locator(f"{board} fieldset label:text-is('P@20')").click()
        view.locator(f"{board} label:has-text('Labels, level') select").select_option(
            label="nist, relevant from 3, ties by float"
        )
        view.wait_for_selector(f"{board} .choices .found:has-text('unticked, because there are no scores for these')")
        view.wait_for_selector(f"{board} .choices .found:has-text('runs')")
        assert not view.locator(f"{board} fieldset label:text-is('P@20') input").is_checked()
        view.locator(f"{board} label:has-text('Labels, level') select").select_option("")
        view.wait_for_selector(f"{board} td.c-verdict .may")

        # two runs compared, and what the address then says can be shared
        first, second = ranked[0][0], ranked[-1][0]
        for run in (first, second):
            view.locator(f"{board} input.pick:visible[aria-label='Compare {run}']").check()
        view.locator(f"{board} .pair a").click()
        view.wait_for_selector("#view[data-ready]")
        assert view.locator("main").is_hidden()
        wins = answers(
            database,
            "select num_wins, num_ties, num_losses from statistics.compare_runs("
            f"'{first}', '{second}', ['ndcg_cut_10']) where collection = '{COLLECTION}'",
        )
        told = {row[0]: row[2:5] for row in cells(view, f"Wins and losses against {second}")}
        assert told["nDCG@10"] == [str(each) for each in wins[0]]
        scores = {row[0]: row[1] for row in cells(view, "Scores and ranks")}
        assert float(scores["nDCG@10"]) == pytest.approx(ranked[0][2], abs=1e-9)
        # a picture of the comparison, its verdict in words
        verdict = view.locator("#view .verdict p").inner_text()
        assert verdict.startswith(f"{first} is better than {second} by nDCG@10: ")
        assert f"better on {wins[0][0]} of " in verdict and "corrected p" not in verdict
        assert view.locator("#view .verdict .mark-rect path").count() > 5
        assert view.locator("#view .verdict svg.marks").get_attribute("aria-label").endswith(verdict)
        assert not unfilled(view)
        assert view.locator("#view .strip em").count() == len(cells(view, "Topic by topic")) > 5
        address = view.url

        # to a topic, and back, and back
        view.evaluate(AXE.read_text())
        assert findings(view) == []
        topic = view.locator("#view a[href^='#topic=']").first
        name = topic.inner_text()
        topic.click()
        view.wait_for_selector(f"#view[data-ready] h2:text-is('Topic {name}')")
        assert findings(view) == []
        grades = answers(
            database,
            "select variant, relevance::varchar, count(*)::varchar from main.qrels "
            f"where collection = '{COLLECTION}' and query_id = '{name}' group by all "
            "order by variant, max(relevance) desc",
        )
        assert [tuple(row) for row in cells(view, "Labels")] == grades
        assert [row[:2] for row in cells(view, "Fields of the topic")] == [["narr", f"<b>{name}</b>"]]
        assert len(cells(view, "Runs, best first")) == len(ranked)
        view.locator("#view select").select_option("map")
        view.wait_for_selector("#view[data-ready] .look:has-text('AP on this topic')")
        best = answers(
            database,
            f"select max(value) from metrics.query_scores where collection = '{COLLECTION}' and query_id = '{name}' "
            "and measure = 'map'",
        )
        assert float(cells(view, "Runs, best first")[0][2]) == pytest.approx(best[0][0], abs=5.1e-5)
        assert float(cells(view, "Spread of the scores")[0][3]) == pytest.approx(best[0][0], abs=5.1e-5)
        view.go_back()
        view.go_back()
        view.wait_for_selector(f"#view[data-ready] h2:text-is('{first}')")
        view.go_back()
        view.wait_for_selector(f"{board}:visible")
        assert view.locator("#view").is_hidden()

        # from a mark of a chart to its run, and back
        figure = view.locator(f"#{COLLECTION} figure[id$='rank-stability']")
        figure.scroll_into_view_if_needed()
        bar = figure.locator(".mark-symbol path").first
        bar.scroll_into_view_if_needed()
        bar.click()
        view.wait_for_selector(f"#view[data-ready] h2:text-is('{first}')")
        view.go_back()
        view.wait_for_selector(f"{board}:visible")

        # a shared address, a run with a name like markup, and what is not there
        view.goto("about:blank")
        view.goto(address)
        view.wait_for_selector(f"#view[data-ready] h2:text-is('{first}')")
        view.evaluate("name => { location.hash = '#run=sample-docs/' + encodeURIComponent(name) }", EVIL)
        view.wait_for_selector("#view[data-ready] h2:has-text('onerror')")
        assert view.locator("#view img").count() == 0
        view.evaluate("location.hash = '#team=sample-docs/ALDER'")
        view.wait_for_selector("#view[data-ready] h2:text-is('ALDER')")
        assert [row[0] for row in cells(view, "Runs")] == ["alder_d1", "alder_d2", "alder_d2e", "alder_rr"]
        assert cells(view, "Topics where alder_d1 is better than the mean of all runs")
        view.locator(".skip").press("Enter")
        assert view.evaluate("document.activeElement.textContent") == "ALDER", "results are hidden in a view"
        view.evaluate("location.hash = '#run=sample-docs/nobody'")
        view.wait_for_selector("#view .fault:has-text(\"no run 'nobody'\")")
        view.set_viewport_size({"width": 390, "height": 800})
        assert view.evaluate("document.documentElement.scrollWidth") <= 390
    assert seen.requests == []
    assert seen.console == []


def test_a_run_is_tried_again_replaced_kept_beside_and_removed(page, database, tmp_path):
    rows = answers(
        database,
        "select query_id, doc_id, rank, score from main.rankings "
        f"where collection = '{COLLECTION}' and run_id = 'd_bm25'",
    )

    def write(sign, name="mine.txt"):
        path = tmp_path / name
        path.write_text("".join(f"{query} Q0 {doc} {rank} {sign * score} mine\n" for query, doc, rank, score in rows))
        return path

    with browse(page) as seen:
        view = seen.page
        view.wait_for_selector("html[data-tools=ready]")

        def bring(path, answer=""):
            view.locator("input[type=file]").set_input_files(path)
            if answer:
                view.locator(f"#own-told button:has-text('{answer}')").click()
            view.wait_for_selector("#own-told:has-text('nDCG@10'), #own-told .fault", timeout=120_000)
            view.wait_for_selector("#work", state="hidden")
            return view.locator("#own-told").inner_text()

        def held():
            return view.locator("#own-runs li a[href^='#run=']:first-child").all_inner_texts()

        best = bring(write(1))
        worst = bring(write(-1), "Replace mine")
        assert best.partition(";")[0] != worst.partition(";")[0]
        assert held() == ["mine"]
        broken = tmp_path / "broken" / "mine.txt"
        broken.parent.mkdir()
        broken.write_text("1 Q0 d 1 x tag\n")
        assert "mine.txt:1: score" in bring(broken, "Replace mine")
        assert held() == ["mine"]
        assert view.locator("tr.own-run").count() == 1, "what was there before is gone"
        assert not unfilled(view)
        again = bring(write(1), "Add as mine-2")
        assert again.startswith("mine-2:")
        assert again.partition(",")[0].partition(":")[2] == best.partition(",")[0].partition(":")[2]
        assert held() == ["mine-2", "mine"]
        assert bring(write(1, "d_bm25.txt"), "Add as d_bm25-2").startswith("d_bm25-2:")
        view.locator("#own-runs button[aria-label='Remove d_bm25-2']").click()
        view.wait_for_selector("#own-told:has-text('d_bm25-2 is removed')")
        assert held() == ["mine-2", "mine"]
        view.locator("#own-runs a:has-text('compare with mine')").click()
        view.wait_for_selector("#view[data-ready] h2:text-is('mine-2')")
        assert cells(view, "Wins and losses against mine")
    assert seen.requests == []
