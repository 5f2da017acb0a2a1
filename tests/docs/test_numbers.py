"""The numbers that pages written by hand claim come from queries, which are asked here."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

from dltrack_db.store import reference

DOCS = Path(__file__).parents[2] / "docs"
SHIPPED = {
    ("rounds", "labels, {} submitted runs and NIST's scores of them"): (
        "select count(distinct (collection, run_id)) from main.official_scores where collection like 'trec-covid-%'"
    ),
    ("rounds", "trec-covid-round1 --runs nist # {} runs"): (
        "select count(distinct run_id) from main.official_scores where collection = 'trec-covid-round1'"
    ),
    ("judges", "(The {} of {} topics that the overview prints are of the documents.)"): (
        "select max(value) filter (where column_name = 'wins')::integer, "
        "max(value) filter (where column_name = 'topics')::integer "
        "from published.cells where exhibit = 'A-S4' and row_key = 'docs'"
    ),
    ("simulate", "52 topics at budgets of 400 and 500 take {} and {} judgments and keep {} and {} topics"): (
        "select min(docs.judgments)::integer, max(docs.judgments)::integer, max(docs.topics), min(passages.topics) "
        "from exhibits.a_t7 as docs, exhibits.a_t7 as passages where docs.task = 'docs' and passages.task = 'passages' "
        "and docs.criterion like 'budget%' and passages.criterion = docs.criterion"
    ),
}
"""What a page says, with a place for each value of the row that a query gives on the shipped facts alone."""
REAL = {
    ("judges", "and takes the next best, `{}`."): (
        "select nnlm_run_id from systems.best_nnlm_vs_trad_wins where collection = 'trec2019-passages'"
    ),
    ("judges", "The best neural run of the passages, `{}`, is not among them"): (
        "select missing_nnlm_run_id from systems.best_nnlm_vs_trad_wins where collection = 'trec2019-passages'"
    ),
    (
        "simulate",
        "The {} runs submitted to the passage task of 2021, ten trials from seed 1, {} topics with {} official",
    ): (
        "select (select count(*) from main.runs where collection = c and is_submission), count(distinct query_id), "
        "format('{:,}', count(*)) from (select 'trec2021-passages' as c), main.qrels where collection = c "
        "and variant = 'nist' group by c"
    ),
}
"""The same on the real files."""


def said(page: str) -> str:
    return re.sub(r"\s+", " ", (DOCS / f"{page}.md").read_text(encoding="utf-8"))


def holds(con: duckdb.DuckDBPyConnection, page: str, sentence: str, query: str) -> bool:
    row = con.execute(query).fetchone()
    values = [f"{value:,}" if isinstance(value, int) else value for value in row or ()]
    return sentence.format(*values) in said(page)


@pytest.fixture(scope="module")
def shipped(new_db):
    con = new_db()
    reference.load(con)
    yield con
    con.close()


@pytest.mark.parametrize(
    ("claim", "query"), SHIPPED.items(), ids=lambda part: part[0] if isinstance(part, tuple) else ""
)
def test_what_pages_say_of_shipped_facts(shipped, claim, query):
    assert holds(shipped, *claim, query), shipped.execute(query).fetchall()


@pytest.mark.real
@pytest.mark.parametrize(("claim", "query"), REAL.items(), ids=lambda part: part[0] if isinstance(part, tuple) else "")
def test_what_pages_say_of_the_real_files(real_db, claim, query):
    assert holds(real_db, *claim, query), real_db.execute(query).fetchall()
