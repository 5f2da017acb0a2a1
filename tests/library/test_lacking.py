"""Views without rows say what they lack: the header line `needs:`, `catalog.needs`, and what the command tells."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from dltrack_db import sqlfiles
from dltrack_db.cli.app import app
from dltrack_db.sqlfiles.headers import parse_header
from dltrack_db.store import template

NEEDS = {obj.full_name: obj.header.needs.split(", ") for obj in sqlfiles.all_objects() if obj.header.needs}
VIEWS = {obj.full_name for obj in sqlfiles.all_objects() if obj.kind == "view"}
CUTS = {
    "runs": "delete from store.rankings; delete from main.run_topics; delete from main.judged_rankings; "
    "delete from main.query_scores; delete from main.runs",
    "categories": "update main.runs set category = null",
    "topics": "delete from main.queries",
    "second labels": "delete from main.qrels where variant <> 'nist'; "
    "delete from main.qrels_variants where variant <> 'nist'; "
    "delete from main.passage_documents",  # by which documents have the labels of their passages
    "sparse labels": "delete from main.qrels where variant = 'msmarco'",
    "corpus": "delete from store.passages; delete from store.documents; delete from store.corpora; "
    "delete from main.passage_documents",
    "mapping": "delete from main.passage_documents",  # the mini track's own table, in the place of the view
}


def test_the_header_line_is_read_and_its_words_are_known(built_db, tmp_path):
    text = "-- What.\n-- needs: runs,\n--   topics\n-- caveats: none\n-- cost: 2 s\nselect 1"
    header, _ = parse_header(text, tmp_path)
    assert (header.needs, header.caveats, header.cost) == ("runs, topics", "none", "2 s")
    known = [word for (word,) in built_db.execute("select need from catalog.needs").fetchall()]
    assert {word for words in NEEDS.values() for word in words} <= set(known)
    assert built_db.execute("select count(*) from catalog.needs where is_met is null").fetchone() == (0,)
    told = dict(built_db.execute("select object, needs from catalog.objects where needs is not null").fetchall())
    assert {name: text.split(", ") for name, text in told.items()} == NEEDS


@pytest.mark.campaign
@pytest.mark.parametrize("need", CUTS)
def test_views_are_empty_without_what_they_need(mini_db, need):
    con = mini_db.cursor()
    con.execute("begin")
    try:
        con.execute(CUTS[need])
        views = [name for name, words in NEEDS.items() if need in words and name in VIEWS]
        assert views
        assert [name for name in views if con.execute(f"from {name} limit 1").fetchall()] == []
    finally:
        con.execute("rollback")


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    path = tmp_path_factory.mktemp("empty") / "empty.duckdb"
    template.copy_to(path)
    return path


def said(db, query):
    done = CliRunner().invoke(app, ["sql", query, "--db", str(db)], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stderr


@pytest.mark.more
def test_the_command_says_what_is_missing_and_what_adds_it(empty, sample_database):
    assert said(empty, "select * from judging.leave_one_team_out where omitted_team = 'x'").startswith(
        "judging.leave_one_team_out has no rows without an edition or collection with its labels"
    )
    told = said(sample_database, "select * from labels.panel_labels as p where p.query_id = 'x'")
    assert told == (
        "labels.panel_labels has no rows without labels that language models made; to add them: "
        "dltrack ingest qrels FILES -c COLLECTION --kind llm\n"
    )
    assert said(sample_database, "from systems.leaderboard where run_id = 'nobody'") == "there is no run 'nobody'\n"
    assert said(sample_database, "select 1 where false") == ""


@pytest.mark.more
@pytest.mark.parametrize(
    ("query", "told"),
    [
        (
            "from metrics.run_scores where measure = 'ndgc_cut_10'",
            "there is no stored measure 'ndgc_cut_10'; did you mean ndcg",
        ),
        ("from main.runs where 'p_bm26' = run_id", "there is no run 'p_bm26'; did you mean p_bm25"),
        (
            "from main.runs r where r.collection in ('sample-passagez')",
            "there is no collection 'sample-passagez'; did",
        ),
        ("with x as (from metrics.query_scores where measure = 'mapp') from x", "there is no stored measure 'mapp'"),
        ("from metrics.run_scores where measure = 'map' and value > 2", ""),
        ("from main.queries where query_id = 'none'", ""),
        ("from main.runs where run_id <> 'p_bm26' and year(now()) < 0", ""),
    ],
)
def test_a_text_that_names_nothing_here_is_told(sample_database, query, told):
    done = CliRunner().invoke(app, ["sql", query, "--db", str(sample_database)])
    assert done.exit_code == 0
    assert told in done.stderr and ("there is no" in done.stderr) == bool(told)
