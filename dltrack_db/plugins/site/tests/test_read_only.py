"""What visitors and links ask changes nothing of the page: held by its program, and by DuckDB."""

from __future__ import annotations

import pytest
from site_browser import COLLECTION, browse, needs_browser

pytestmark = [needs_browser, pytest.mark.service]

HELD = (
    "select sum(value) || ' ' || count(*) || ' ' || (select count(*) from main.qrels) || ' ' || "
    f"(select string_agg(run_id || rank, ' ' order by run_id) from systems.board('{COLLECTION}')) as held "
    "from main.query_scores"
)
REFUSED = {
    "update main.query_scores set value = 1.0": "only reads, so 'update'",
    "delete from main.query_scores": "only reads, so 'delete'",
    "drop table main.qrels": "only reads, so 'drop'",
    "/* select */ drop table main.qrels": "only reads, so 'drop'",
    "create or replace table main.qrels as select 1 as a": "only reads, so 'create'",
    "create temp view query_scores as select 1 as value": "only reads, so 'create'",
    "create temp macro sum(x) as 0": "only reads, so 'create'",
    "explain analyze create temp table qrels as select 1 as a": "only reads, so 'create'",
    "attach ':memory:' as other": "only reads, so 'attach'",
    "copy main.qrels to 'page.duckdb'": "only reads, so 'copy'",
    "pragma threads = 1": "only reads, so 'pragma'",
    "set search_path = 'memory'": "only reads, so 'set'",
    "install json": "only reads, so 'install'",
    "load json": "only reads, so 'load'",
    "call force_checkpoint()": "only reads, so 'call'",
    "use memory": "only reads, so 'use'",
    "commit": "only reads, so 'commit'",
    "select 1; update main.query_scores set value = 0": "one query at a time",
    "select 1;/* ; */commit;-- \nupdate main.query_scores set value = 0": "one query at a time",
    "with a as (select 1) update main.query_scores set value = 0": "read-only",
    "explain analyze with a as (select 1) delete from main.query_scores": "read-only",
}


def test_what_a_link_asks_changes_nothing(page):
    with browse(page) as seen:
        view = seen.page
        view.wait_for_selector("html[data-tools=ready]")

        def asked(query: str) -> str:
            if view.locator("#ask").is_visible():
                view.locator("#ask-close").click()
            view.evaluate("query => { location.hash = '#sql=' + encodeURIComponent(query) }", query)
            view.wait_for_selector("#ask:visible")
            assert view.locator(".cm-content").inner_text().split() == query.split(), "it is not shown"
            view.wait_for_selector("#ask-told:has-text(' row'), #ask-told .fault")
            return view.locator("#ask-told").inner_text() + str(view.locator("#ask-answer tbody").all_inner_texts())

        version = view.locator(".versions").inner_text().rpartition("DuckDB ")[2]
        assert f"['v{version}']" in asked("select version() as version"), "the header names another DuckDB"
        before = asked(HELD).partition("[")[2]
        assert before.count(" ") > 10
        for query, told in REFUSED.items():
            assert told in asked(query), query
        assert asked(HELD).partition("[")[2] == before

        # an empty question clears the answer; what is wrong keeps its lines; numbers of a column share their places
        view.locator(".cm-content").fill("")
        view.locator("#ask-run").click()
        assert view.locator("#ask-answer td").count() == 0
        assert asked("select\n  nothing_like_it\nfrom main.qrels").count("\n") >= 3
        assert "LINE 2" in view.locator("#ask-told").inner_text()
        asked("from (values (1.0::double), (0), (.5177)) as t(x)")
        assert view.locator("#ask-answer td").all_inner_texts() == ["1.0000", "0.0000", "0.5177"]
    assert seen.requests == []
