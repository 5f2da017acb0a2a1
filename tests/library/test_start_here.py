"""Where a stranger begins: `main.start_here`, and exhibits that are found by what they show."""

from __future__ import annotations

import csv

import pytest

import dltrack_db as dl
from dltrack_db.base import resources
from dltrack_db.store import catalogue


@pytest.fixture(scope="module")
def db(sample_database):
    with dl.open(sample_database) as opened:
        yield opened


@pytest.mark.campaign
def test_twenty_questions_have_a_query_that_names_its_view_and_answers(db):
    rows = db.sql("select position, question, object, query from main.start_here order by position").fetchall()
    assert db.sql("select count(lacks) from main.start_here").fetchone() == (0,)
    assert [row[0] for row in rows] == list(range(1, 21))
    known = {name for (name,) in db.sql("select object from catalog.objects").fetchall()}
    for _, question, name, query in rows:
        assert question.endswith("?")
        assert name in known and name in query
        assert db.sql(query).fetchall(), query
    assert len({row[2] for row in rows}) == 20


def test_the_queries_are_about_the_collection_with_most_runs(db):
    largest = db.sql("select collection from main.run_topics group by all order by count(distinct run_id) desc limit 1")
    (name,) = largest.fetchone()
    queries = [query for (query,) in db.sql("select query from main.start_here").fetchall()]
    assert sum(f"'{name}'" in query for query in queries) > 10
    assert not any("{" in query for query in queries)


@pytest.mark.campaign
def test_the_queries_run_where_nothing_is_loaded(empty_db):
    answered = "select count(*) from main.start_here where lacks is null"
    assert empty_db.execute("select object from main.start_here where lacks like 'runs, or scores%'").fetchall() != []
    places = empty_db.execute("select position, lacks is null from main.start_here").fetchall()
    assert [position for position, _ in places] == list(range(1, 21)), "in order without order by"
    assert [is_ready for _, is_ready in places] == sorted((is_ready for _, is_ready in places), reverse=True)
    rows = empty_db.execute("select query, lacks from main.start_here order by position").fetchall()
    for query, lacks in rows:
        assert not empty_db.execute(query).fetchall() or lacks is None, query
    (before,) = empty_db.execute(answered).fetchone()
    scores = "('b-docs', 'r2', 'q', 'ndcg_cut_10', 0.5), ('b-docs', 'r1', 'q', 'ndcg_cut_10', 0.5)"
    columns = "collection, run_id, query_id, measure, value"
    empty_db.execute(f"insert into main.stand_in_scores ({columns}) values {scores}")
    (query,) = empty_db.execute("select query from main.start_here where object = 'metrics.query_scores'").fetchone()
    assert [value for _, value in empty_db.execute(query).fetchall()] == [0.5], "of the run with public scores"
    assert empty_db.execute(answered).fetchone()[0] == before + 6


def test_an_exhibit_has_the_title_of_its_print_as_alias(db):
    with (resources.PAPERS / "exhibits.csv").open(encoding="utf-8", newline="") as file:
        titles = {row["exhibit"].lower().replace("-", "_"): row["title"] for row in csv.DictReader(file)}
    # what nobody can compute is a row with its reason, and has no view
    titles = {name: title for name, title in titles.items() if (resources.SQL / f"exhibits/{name}.sql").exists()}
    assert len(titles) > 90
    found = dict(db.sql("select name, alias from catalog.objects where schema = 'exhibits'").fetchall())
    assert found == titles
    others = db.sql("select count(*) from catalog.objects where schema <> 'exhibits' and alias is not null").fetchone()
    assert others == (0,)


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("words", "view"),
    [
        ("leaderboard", "exhibits.d_t3"),
        ("passage runs 2021", "exhibits.d_t3"),
        ("kappa actual", "exhibits.d_s13"),
        ("full ranking reranking", "exhibits.a_f5"),
    ],
)
def test_words_find_exhibits(db, words, view):
    listed = {name: told for name, _, told in catalogue.list_objects(db.duckdb, words).fetchall()}
    assert view in listed
    assert "TREC 20" in listed[view]
    assert len(listed) < 40
