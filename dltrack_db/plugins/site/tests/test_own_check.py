"""What the page says of a visitor's run: its statements, in a database like the page's."""

from __future__ import annotations

import pytest

from dltrack_db.base import resources, sql_text

ORDER = {"submitted": ["a", "b", "c"], "float": ["c", "b", "a"], "double": ["b", "c", "a"]}
"""The lines a, b, c in the order of their ranks; by float score b and c tie, and a is the last either way."""


@pytest.fixture
def scratch(new_db):
    con = new_db()
    con.execute(f"attach ':memory:' as loaded; create schema loaded.report; {_findings()}")
    con.execute("create table loaded.main.queries as from main.queries")
    con.execute(resources.script("score/evaluate/tables"))
    yield con
    con.close()


def _findings():
    script = resources.script("plugins/site/database/own_findings")
    return script.partition("comment on")[0].replace("dltrack.", "loaded.")


@pytest.mark.campaign
@pytest.mark.parametrize("rule", ORDER)
def test_the_run_stands_in_the_order_of_the_collection(scratch, rule):
    scratch.execute(
        "insert into main.collections (collection, edition, task, query_set, qrels_variant, min_relevance, tie_rule) "
        "values ('c', 'e', 'docs', 'c', 'nist', 1, $1)",
        [rule],
    )
    scratch.execute(
        "insert into evaluate.run_lines (run_id, file_id, line, query_id, doc_id, submitted_rank, score, tag) values "
        "('mine', 1, 1, 'q', 'a', 1, 0.5, 't'), ('mine', 1, 2, 'q', 'b', 2, 0.700000000002, 't'), "
        "('mine', 1, 3, 'q', 'c', 3, 0.700000000001, 't')"
    )
    sql_text.set_variables(scratch, collection="c", run_id="mine", doc_id_pattern=None)
    for step in ("check", "rules"):
        scratch.execute(resources.script(f"plugins/site/own_run/{step}"))
    assert [doc for (doc,) in scratch.execute("select doc_id from store.rankings order by rank").fetchall()] == (
        ORDER[rule]
    )
    found = {each for (each,) in scratch.execute("select rule from loaded.report.own_findings").fetchall()}
    assert "scores fall as ranks grow" in found
    # what ranks decide, nothing surprises
    assert ("the first ten are the same for trec_eval" in found) == (rule != "submitted")
