"""Leaderboards of answers on a page: searched, with verdicts and dots, and two runs compared."""

from __future__ import annotations

import duckdb
import pytest
from site_browser import browse, needs_browser

from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.load import loader, plan
from dltrack_db.plugins.site.writing import write_site

pytestmark = [needs_browser, pytest.mark.service]

LABELS = (
    "insert into main.nugget_labels (collection, bank, query_id, nugget_id, subject_kind, subject, judge, label, "
    "value, source) select 'made', 'b', q::varchar, 'n' || n, 'run', r, 'j', '', "
    "case r when 'a' then 0.6 + 0.03 * (q % 5) when 'b' then 0.6 + 0.03 * (q * 7 % 5) else 0.02 * (q % 4) end, 's' "
    "from range(1, 13) as topics (q), range(4) as nuggets (n), unnest(['a', 'b', 'c', 'd']) as runs (r)"
)


def test_a_leaderboard_of_answers_is_searched_and_two_runs_are_compared(tmp_path):
    database = tmp_path / "made.duckdb"
    (tmp_path / "topics.tsv").write_text("".join(f"{q}\ttopic {q}\n" for q in range(1, 13)))
    spec = CollectionSpec("made", "docs", "made", title="Made answers", run_depth=15)
    topics = plan.plan_collection(spec, None, tmp_path / "topics.tsv", [], "")
    loader.load(topics, database, loader.LoadOptions(say=lambda _: None))
    with duckdb.connect(str(database)) as con:
        con.execute(LABELS)
    site = write_site(database, tmp_path / "page.html", ["made"], single_file=True)
    with browse(site.page) as seen:
        view, board = seen.page, "section[id='made--answers1']"
        view.wait_for_selector(f"{board} td .may")
        rows = {
            row.locator("a.name").inner_text(): row.locator("td").all_inner_texts()
            for row in view.locator(f"{board} tbody tr").all()
        }
        verdicts = {
            run: next(text for text in cells if text in ("may be best", "worse")) for run, cells in rows.items()
        }
        assert verdicts == {"a": "may be best", "b": "may be best", "c": "worse", "d": "worse"}
        assert "2 of 4 runs may be best" in view.locator(f"{board} > p").first.inner_text()
        assert view.locator(f"{board} .strip em").count() == 4
        for run in ("a", "c"):
            view.locator(f"{board} input[aria-label='Compare {run}']").check()
        told = view.locator(f"{board} .pair").inner_text()
        assert told.startswith("a minus c: 0.") and "higher on 12 of 12 topics" in told
        view.locator(f"{board} input.search").fill("z")
        view.locator(f"{board} .empty button").click()
        assert view.locator(f"{board} tbody tr").count() == 4
    assert seen.requests == seen.console == []
