"""The page of a collection without labels: it checks a run, with the findings of `dltrack check`."""

from __future__ import annotations

import pytest
from site_browser import browse, needs_browser

from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.load import checking, loader, plan
from dltrack_db.plugins.site.writing import write_site

pytestmark = [needs_browser, pytest.mark.campaign]


BAD = (
    "1 Q0 d1 1 9.5 mine\n1 Q0 d2 2 8,5 mine\n1 Q0 d3 3 7.5 mine x\n1 Q0 d4 x 6.5 mine\n2 Q0 d1 1 9.5 other\n"
    "2 Q0 d1 2 9.0 mine\n2 Q0 d7 3 1e60 mine\n" + "not a line\n" * 9
)
"""Lines of every fault, more of one than are shown."""


def told(view):
    """The findings that the page shows, without what is empty in all."""
    rows = view.locator("#own-check tbody tr").all()
    return sorted([text for text in each.locator("td").all_inner_texts() if text] for each in rows)


def found(run, database):
    _, findings = checking.check([run], database, "camp")
    rows = [[each.severity, each.rule, each.found, each.line, each.detail] for each in findings]
    return sorted([str(value) for value in row if value is not None] for row in rows)


def test_before_labels_the_page_says_what_the_check_says(tmp_path):
    database, run = tmp_path / "camp.duckdb", tmp_path / "mine.txt"
    (tmp_path / "topics.tsv").write_text("1\tone\n2\ttwo\n3\tthree\n")
    run.write_text("".join(f"{q} Q0 d{i} {i + 1} {20 - i // 2} mine\n" for q in (1, 2) for i in range(20)))
    (bad := tmp_path / "bad.txt").write_text(BAD)
    spec = CollectionSpec("camp", "docs", "camp", title="My campaign", run_depth=15)
    topics = plan.plan_collection(spec, None, tmp_path / "topics.tsv", [], "")
    loader.load(topics, database, loader.LoadOptions(say=lambda _: None))
    site = write_site(database, tmp_path / "page.html", ["camp"], single_file=True)
    with browse(site.page) as seen:
        seen.page.locator("input[type=file]").set_input_files(run)
        seen.page.wait_for_selector("#own-told:has-text('mine: unfit to be submitted')", timeout=120_000)
        assert told(seen.page) == found(run, database) != []
        seen.page.locator("input[type=file]").set_input_files(bad)
        seen.page.wait_for_selector("#own-told:has-text('bad: unfit to be submitted')")
        assert told(seen.page) == found(bad, database)
        assert sum("lines are readable" in each for each in told(seen.page)) == 5
    assert seen.requests == []
