"""What the page says of a visitor's run: its statements, in a database like the page's."""

from __future__ import annotations

import pytest

from dltrack_db.base import recipes, resources, sql_text
from dltrack_db.load.checking import check

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


BROKEN = [
    ("q", "msmarco_passage_00_1", 1, "3.0", "t"),
    ("q", "msmarco_passage_00_1", 2, "2.0", "t"),
    ("q", "odd", 3, "1.0", "t"),
    ("q", "Q0", 4, "0.5", "t"),
    ("q", "Q0", 5, "0.4", "t"),
    ("q", "msmarco_passage_00_2", 6, "1e39", "u"),
]
"""Topic, document, rank, score and tag of the lines of a run."""


def test_faults_of_lines_are_worded_as_by_dltrack_check(scratch, tmp_path):
    run = tmp_path / "mine"
    run.write_text("".join(f"{topic} Q0 {doc} {rank} {score} {tag}\n" for topic, doc, rank, score, tag in BROKEN))
    _, findings = check([run], tmp_path / "absent.duckdb", "trec2021-passages")
    scratch.executemany(
        "insert into evaluate.run_lines (run_id, file_id, line, query_id, doc_id, submitted_rank, score, tag) "
        "values ('mine', 1, $1, $2, $3, $4, $5, $6)",
        [(line, *row) for line, row in enumerate(BROKEN, 1)],
    )
    pattern = {one.collection: one.doc_id_pattern for one in recipes.load("trec2021").collections}["trec2021-passages"]
    sql_text.set_variables(scratch, collection="c", run_id="mine", doc_id_pattern=pattern)
    scratch.execute(resources.script("plugins/site/own_run/check"))
    found = scratch.execute("select rule, line, detail from loaded.report.own_findings").fetchall()
    assert len(found) == 7
    ours = {(rule, line): detail for rule, line, detail in found}
    theirs = {(one.rule, one.line): one.detail for one in findings}
    assert {key: detail for key, detail in ours.items() if theirs.get(key) != detail} == {}
