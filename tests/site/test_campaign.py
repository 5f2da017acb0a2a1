"""The page of a collection without labels: it checks a run, with the findings of `dltrack check`."""

from __future__ import annotations

import pytest
from site_browser import browse, needs_browser

from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.load import checking, loader, plan
from dltrack_db.show.site import write_site

pytestmark = [needs_browser, pytest.mark.slow]


def test_before_labels_the_page_says_what_the_check_says(tmp_path):
    database, run = tmp_path / "camp.duckdb", tmp_path / "mine.txt"
    (tmp_path / "topics.tsv").write_text("1\tone\n2\ttwo\n3\tthree\n")
    run.write_text("".join(f"{q} Q0 d{i} {i + 1} {20 - i // 2} mine\n" for q in (1, 2) for i in range(20)))
    spec = CollectionSpec("camp", "docs", "camp", title="My campaign", run_depth=15)
    topics = plan.plan_collection(spec, None, tmp_path / "topics.tsv", [], "")
    loader.load(topics, database, loader.LoadOptions(say=lambda _: None))
    site = write_site(database, tmp_path / "page.html", ["camp"], single_file=True)
    with browse(site.page) as seen:
        seen.page.locator("input[type=file]").set_input_files(run)
        seen.page.wait_for_selector("#own-told:has-text('mine: unfit to be submitted')", timeout=120_000)
        rows = [each.locator("td").all_inner_texts() for each in seen.page.locator("#own-check tbody tr").all()]
        _, findings = checking.check([run], database, "camp")
        assert (
            sorted(rows) == sorted([each.severity, each.rule, str(each.found), each.detail] for each in findings) != []
        )
    assert seen.requests == []
