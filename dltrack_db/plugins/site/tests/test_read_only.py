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
    "update main.query_scores set value = 1.0": "only runs queries that read, so 'update' is not run",
    "delete from main.query_scores": "only runs queries that read, so 'delete' is not run",
    "drop table main.qrels": "only runs queries that read, so 'drop' is not run",
    "/* select */ drop table main.qrels": "only runs queries that read, so 'drop' is not run",
    "create or replace table main.qrels as select 1 as a": "only runs queries that read, so 'create' is not run",
    "create temp view query_scores as select 1 as value": "only runs queries that read, so 'create' is not run",
    "create temp macro sum(x) as 0": "only runs queries that read, so 'create' is not run",
    "explain analyze create temp table qrels as select 1 as a": "only runs queries that read, so 'create' is not run",
    "attach ':memory:' as other": "only runs queries that read, so 'attach' is not run",
    "copy main.qrels to 'page.duckdb'": "only runs queries that read, so 'copy' is not run",
    "pragma threads = 1": "only runs queries that read, so 'pragma' is not run",
    "set search_path = 'memory'": "only runs queries that read, so 'set' is not run",
    "install json": "only runs queries that read, so 'install' is not run",
    "load json": "only runs queries that read, so 'load' is not run",
    "call force_checkpoint()": "only runs queries that read, so 'call' is not run",
    "use memory": "only runs queries that read, so 'use' is not run",
    "commit": "only runs queries that read, so 'commit' is not run",
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
