"""The page in a real browser: opened from a file without a network, questioned, given a run."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import duckdb
import pytest
from site_browser import AXE, COLLECTION, browse, needs_browser

from dltrack_db.errors import FormatError
from dltrack_db.load import checking
from dltrack_db.plugins.site.writing import write_site
from dltrack_db.score import requests, scores
from dltrack_db.score.evaluation import Evaluation

MEASURES = ["map", "ndcg_cut_10", "recip_rank", "P_10", "recall_100", "bpref", "ndcg", "num_ret", "infAP"]

pytestmark = [needs_browser, pytest.mark.service]


@pytest.fixture
def run_file(database, tmp_path) -> Path:
    """A run of no team: one of the sample's with its order disturbed, ties and topics left out."""
    con = duckdb.connect(str(database), read_only=True)
    rows = con.execute(
        "select query_id, doc_id, rank, round(score, 1) from main.rankings where collection = $1 and run_id = 'd_bm25' "
        "and query_id <> (select min(query_id) from main.qrels where collection = $1) order by query_id, rank",
        [COLLECTION],
    ).fetchall()
    con.close()
    path = tmp_path / "input.my_run.txt.gz"
    lines = [f"{query} Q0 {doc} {rank} {score} mine" for query, doc, rank, score in rows]
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    return path


def evaluated(database: Path, run: Path) -> dict[tuple[str, str], float]:
    """What `dltrack eval` says of a run file."""
    session = Evaluation(database, COLLECTION)
    try:
        session.add_files([run])
        session.score(requests.resolve(MEASURES, session.measures))
        return {(query, measure): value for _, query, measure, value, *_ in scores.query_scores(session.con).fetchall()}
    finally:
        session.close()


def test_the_page_answers_from_a_file_without_a_network(page, database, run_file, tmp_path):
    with browse(page) as seen:
        view = seen.page
        view.wait_for_selector("text=d_bm25", timeout=60_000)
        view.wait_for_selector("html[data-tools=ready]")
        # neither figures out of sight nor the box for SQL cost anything at first
        assert view.locator("figure svg.marks, .cm-content").count() == 0
        assert view.evaluate("window.vegaEmbed") is None
        view.evaluate("Promise.all([...document.querySelectorAll('figure')].map((each) => each.show()))")
        assert view.locator("figure svg.marks").count() == view.locator("figure").count() > 10
        assert view.evaluate("document.documentElement.dataset.problems") == ""
        assert view.locator("img[src]").count() == 0, "a name became markup"

        # a query from the address, then edited and run
        view.goto("about:blank")
        view.goto(page.as_uri() + "#sql=select%206%2A7%20as%20x")
        view.wait_for_selector("#ask-answer td:text-is('42')")
        view.locator(".cm-content").fill("select count(*) as runs from systems.leaderboard")
        view.locator("#ask-run").click()
        view.wait_for_selector("#ask-answer td:text-is('21')")
        with view.expect_download() as download:
            view.locator("#ask-csv").click()
        assert Path(download.value.path()).read_bytes() == b"runs\r\n21\r\n"
        view.locator(".cm-content").fill("")
        view.locator(".cm-content").press_sequentially("select ndcg_cu")
        view.wait_for_selector(".cm-tooltip-autocomplete li:has-text('ndcg_cut_10')")
        view.keyboard.press("Escape")
        view.locator(".cm-content").fill("select 1 1")
        view.locator("#ask-run").click()
        view.wait_for_selector("#ask-told .fault:has-text('syntax error')")
        view.locator("#ask-close").click()

        # the SQL of a figure gives the rows it was drawn from
        figure = view.locator(f"[id='{COLLECTION}--topic-grid']")
        drawn = json.loads(figure.locator("script").text_content())
        figure.locator("button.sql").click()
        view.locator("#ask-run").click()
        view.wait_for_selector(f"#ask-told:has-text('{len(drawn['rows'])} rows')")
        assert view.locator("#ask-editor").bounding_box()["height"] > 20, "a long answer hides its query"
        view.locator("#ask-draw").click()
        view.wait_for_selector("#ask-told:text-is('drawn')")
        view.locator("#ask-close").click()

        # a run that must be refused, with the sentence of the command
        broken = tmp_path / "broken.txt"
        broken.write_text("1 Q0 d 1 2.5 tag\n1 Q0 e 2 2,5 tag\n")
        with pytest.raises(FormatError) as refusal:
            evaluated(database, broken)
        view.locator("input[type=file]").set_input_files(broken)
        view.wait_for_selector("#own-told .fault")
        assert view.locator("#own-told").text_content() == str(refusal.value).removeprefix(f"{tmp_path}/")

        # and one of another task, which the command refuses by its ids
        foreign = tmp_path / "foreign.txt"
        topic = (
            duckdb.connect(str(database), read_only=True)
            .execute(f"select min(query_id) from main.qrels where collection = '{COLLECTION}' and variant = 'nist'")
            .fetchone()
        )
        foreign.write_text(f"{topic[0]} Q0 sample_passage_01_7 1 2.5 tag\n")
        with pytest.raises(FormatError, match="no document id of the run has the form of") as refusal:
            evaluated(database, foreign)
        view.locator("input[type=file]").set_input_files(foreign)
        view.wait_for_selector("#own-told .fault:has-text('foreign.txt')")
        assert view.locator("#own-told").text_content() == str(refusal.value).removeprefix(f"{tmp_path}/")

        # stopped half way: nothing of the run is there, and it can be brought again
        view.locator("input[type=file]").set_input_files(run_file)
        view.wait_for_selector("#own-told:has-text('scoring my_run')")
        view.evaluate("document.getElementById('work-stop').click()")
        view.wait_for_selector("#own-told .fault:text-is('stopped')")
        view.wait_for_selector("#work", state="hidden")
        assert view.locator("tr.own-run").count() == 0
        view.locator("input[type=file]").set_input_files([])

        # a run of one's own: the same numbers as the command's
        view.locator("input[type=file]").set_input_files(run_file)
        view.wait_for_selector("tr.own-run", timeout=120_000)
        wanted = evaluated(database, run_file)
        assert "my_run: nDCG@10" in view.locator("#own-told").text_content()
        top, height = view.locator("#own-told").bounding_box()["y"], view.viewport_size["height"]
        assert 0 < top < height, "the verdict is out of sight"
        assert view.locator("tr.own-run td").first.text_content() == "my_run"
        # it is in its row, with a verdict, and changes no other run's rank
        view.wait_for_selector(".board tr.own-run td.c-verdict:not(:empty) span:not(:empty)")
        cells = [
            float(row.locator("td.c-ndcg_cut_10").get_attribute("data-value"))
            for row in view.locator(".board tbody tr").all()
        ]
        ranks = [int(text) for text in view.locator(".board tbody td.c-rank").all_inner_texts()]
        assert cells == sorted(cells, reverse=True) and ranks == sorted(ranks)
        assert (
            "may be best" in view.locator("#own-told").text_content()
            or "behind the best by" in view.locator("#own-told").text_content()
        )
        view.locator("#open-ask").click()
        view.locator(".cm-content").fill(
            "select string_agg(query_id || ' ' || measure || ' ' || value, ';') as s from metrics.query_scores "
            f"where run_id = 'my_run' and measure in ({', '.join(repr(each) for each in MEASURES)})"
        )
        view.locator("#ask-run").click()
        view.wait_for_selector("#ask-told:has-text('1 row')")
        text = view.locator("#ask-answer td").text_content()
        found = {(q, m): float(v) for q, m, v in (part.split(" ") for part in text.split(";"))}
        assert found.keys() == wanted.keys()
        assert max(abs(found[key] - wanted[key]) for key in wanted) < 1e-12

        # the rules of `dltrack check`, and what moved between two runs of one's own
        rows = view.locator("#own-check tbody tr").all()
        told = [tuple(row.locator("td").nth(c).text_content() for c in range(3)) for row in rows]
        _, findings = checking.check([run_file], database, COLLECTION)
        assert sorted(told) == sorted((each.severity, each.rule, str(each.found)) for each in findings) != []
        view.locator("#ask-close").click()
        other = run_file.with_name("input.other.txt.gz")
        other.write_bytes(gzip.compress(gzip.decompress(run_file.read_bytes())[:-100].rpartition(b"\n")[0]))
        view.locator("input[type=file]").set_input_files(other)
        view.wait_for_selector("#own-told:has-text('other: nDCG@10')")
        view.locator("details.topics > summary").click()
        view.wait_for_selector("h4:has-text('Items that moved from other (A) to my_run (B)') + .scroll tbody tr")
        for name, content, fault in (
            ("empty.txt", b"", "the file is empty"),
            ("<b>x.txt", b"1 Q0 d 1 1 t", "is not a valid run id: it contains '<'"),
        ):
            view.locator("input[type=file]").set_input_files({"name": name, "mimeType": "", "buffer": content})
            view.wait_for_selector(f'#own-told .fault:has-text("{fault}")')
        view.wait_for_selector("#work", state="hidden")

        # a question that cannot be interrupted takes DuckDB with it; what was brought is brought again
        view.locator("#open-ask").click()
        view.locator(".cm-content").fill(" union all ".join(["from metrics.score_queries()"] * 8))  # planned for long
        view.locator("#ask-run").click()
        view.wait_for_selector("#ask-told:has-text('working')")
        view.wait_for_selector("#work:visible")
        view.locator("#ask-stop").click()
        view.wait_for_selector("#ask-told:has-text('stopped')")
        view.locator(".cm-content").fill(
            "select string_agg(distinct run_id, ', ' order by run_id) as s from main.rankings"
        )
        view.locator("#ask-run").click()
        view.wait_for_selector("#ask-answer td:text-is('my_run, other')")

        # phone: nothing is wider than the screen, with everything open
        view.locator("#ask-close").click()
        view.wait_for_selector("#work", state="hidden")
        view.evaluate(
            "document.querySelectorAll('main details.rows, details.answer').forEach((each) => each.open = true)"
        )
        desktop = view.viewport_size
        view.set_viewport_size({"width": 390, "height": 800})
        assert view.evaluate("document.documentElement.scrollWidth") <= 390

        # for those who hear the page: no rule of axe-core is broken; rows like a dozen before them would be told again
        view.set_viewport_size(desktop)
        view.locator("#open-ask").click()
        view.evaluate("document.querySelectorAll('main tbody tr:nth-child(n + 13)').forEach((each) => each.remove())")
        view.evaluate(AXE.read_text())
        for theme, rules in (("light", ""), ("dark", ", runOnly: ['color-contrast', 'link-in-text-block']")):
            view.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
            found = view.evaluate(f"axe.run({{resultTypes: ['violations']{rules}}}).then((told) => told.violations)")
            assert [(each["help"], each["nodes"][0]["html"]) for each in found] == [], theme
    assert seen.requests == []
    assert seen.console == []


def test_a_folder_is_served_by_any_static_host(database, tmp_path):
    earlier = tmp_path / "public/data/earlier/leaderboard.json"
    earlier.parent.mkdir(parents=True)
    earlier.touch()
    said: list[str] = []
    site = write_site(database, tmp_path / "public", [COLLECTION], say=said.append)
    assert said[1].endswith(
        "public contains files that this page does not use (data/earlier/leaderboard.json); remove files "
        "that must not be public"
    )
    assert sorted(each.name for each in (tmp_path / "public").iterdir()) == [
        "client.js", "data", "database.duckdb.gz", "duckdb.wasm.gz", "editor.js", "index.html", "reading.json",
        "vega.js", "worker.js",
    ]  # fmt: skip
    page = site.page.read_text(encoding="utf-8")
    for name, column in (("leaderboard", "ndcg_cut_10"), ("topics", "mean")):
        found = json.loads((tmp_path / f"public/data/{COLLECTION}/{name}.json").read_bytes())
        rows = found["runs"] if name == "leaderboard" else found
        assert f'href="data/{COLLECTION}/{name}.json"' in page
        assert all(f'data-value="{row[column]!r}"' in page for row in rows) and len(rows) > 10
    with browse(site.page, serve=True) as seen:
        seen.page.wait_for_selector("html[data-tools=ready]")
        seen.page.wait_for_selector(".board .may")
        assert {each.rpartition("/")[2] for each in seen.requests} <= {"", "favicon.ico"}
        seen.page.locator("figure:visible").last.scroll_into_view_if_needed()
        seen.page.wait_for_selector("figure svg.marks")
        seen.page.goto(seen.page.url + "#sql=" + "from%20labels.kappa")
        seen.page.wait_for_selector("#ask-told:has-text('row')", timeout=60_000)
        address = seen.page.url.partition("#")[0]
        for part, inside in (
            (COLLECTION, f"[id='{COLLECTION}--runs']"),
            (f"{COLLECTION}--topic-grid", "figure svg.marks"),
        ):
            seen.page.goto(f"{address}?embed={part}")
            seen.page.wait_for_selector("html[data-tools=ready]")
            seen.page.wait_for_selector(inside)
            shown = "(all) => all.filter((each) => each.offsetParent).map((each) => each.id)"
            assert seen.page.locator("figure, .board").evaluate_all(shown) in ([part], [f"{part}--board"])
            assert not any(each.is_visible() for each in seen.page.locator("header, nav, #cite, .choices").all())
    assert {each.partition("?")[0].rpartition("/")[2] for each in seen.requests} <= {
        "", "0.json", "client.js", "favicon.ico", "index.html", "database.duckdb.gz", "duckdb.wasm.gz", "editor.js",
        "vega.js", "worker.js",
    }  # fmt: skip
    assert seen.others == []
    assert seen.console == []
