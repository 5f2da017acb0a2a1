"""Views written into a query that reads them in several places."""

from __future__ import annotations

import duckdb
import pytest

from dltrack_db.base import resources
from dltrack_db.sqlfiles import inlining

VIEWS = {
    "base.rows": "select 1 as n union all select 2",
    "base.alone": "select 7 as n",
    "mid.sums": "with rows as (from base.rows) select sum(rows.n) as n from rows",
    "mid.tops": "select max(rows.n) as n from base.rows\norder by n",
    "main.facts": "select 5 as n",
}
QUERY = """
select sums.n from mid.sums as sums
union all select tops.n from mid.tops as tops
union all select facts.n from main.facts
union all select facts.n from main.facts
union all select alone.n from base.alone
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    header = "-- One.\n--\n-- source: none\n-- grain: one row\n-- columns:\n--   n: number\n"
    for name, body in VIEWS.items():
        path = tmp_path / f"{name.replace('.', '/')}.sql"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{header}create or replace view {name} as\n{body};\n")
    (tmp_path / "glossary.txt").write_text((resources.SQL / "glossary.txt").read_text())
    monkeypatch.setattr(resources, "SQL", tmp_path)
    return tmp_path


def test_shared_views_and_those_above_them_become_expressions(folder):
    expressions, query = inlining.inline_shared(QUERY)
    assert [text.split(" as (")[0] for text in expressions] == ["base__rows", "mid__sums", "mid__tops"]
    assert "order by" not in expressions[2]  # nobody sees the order inside a query
    assert "from base__rows as rows" in expressions[2] and "from mid__sums as sums" in query
    assert query.count("from main.facts") == 2 and "from base.alone" in query  # rows stay, and what is read once
    with duckdb.connect() as con:
        for name, body in VIEWS.items():
            con.execute(f"create schema if not exists {name.split('.')[0]}")
            con.execute(f"create view {name} as {body}")
        con.execute("create view answer as with " + ",\n".join([*expressions, f"it as ({query})"]) + " from it")
        assert con.execute("from answer").fetchall() == con.execute(QUERY).fetchall() == [(3,), (2,), (5,), (5,), (7,)]


def test_a_query_that_shares_nothing_stays_as_it_is(folder):
    query = "select rows.n from base.rows as rows"
    assert inlining.inline_shared(query) == ([], query)
