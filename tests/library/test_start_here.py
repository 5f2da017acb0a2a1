"""Where a stranger begins: `main.start_here`, and exhibits that are found by what they show."""

from __future__ import annotations

import csv

import duckdb
import pytest

import dltrack_db as dl
from dltrack_db.base import resources
from dltrack_db.errors import UsageError
from dltrack_db.sqlfiles import places, reference
from dltrack_db.store import catalogue


@pytest.fixture(scope="module")
def db(sample_database):
    with dl.open(sample_database) as opened:
        yield opened


@pytest.mark.campaign
def test_questions_have_a_query_that_names_its_view_and_answers(db):
    rows = db.sql("select position, question, object, query from main.start_here order by position").fetchall()
    assert db.sql("select count(lacks) from main.start_here").fetchone() == (0,)
    assert [row[0] for row in rows] == list(range(1, 26))
    known = {name for (name,) in db.sql("select object from catalog.objects").fetchall()}
    for _, question, name, query in rows:
        assert question.endswith("?")
        assert name in known and name in query
        assert db.sql(query).fetchall(), query
    assert len({row[2] for row in rows}) == 25


def test_the_queries_are_about_the_collection_with_most_runs(db):
    largest = db.sql("select collection from main.run_topics group by all order by count(distinct run_id) desc limit 1")
    (name,) = largest.fetchone()
    queries = [query for (query,) in db.sql("select query from main.start_here").fetchall()]
    assert sum(f"'{name}'" in query for query in queries) > 10
    assert not any("{" in query for query in queries)


@pytest.mark.campaign
def test_the_queries_run_where_nothing_is_loaded(empty_db):
    answered = "select count(*) from main.start_here where lacks is null"
    assert (
        empty_db.execute("select object from main.start_here where lacks like 'runs, or per-topic%'").fetchall() != []
    )
    places = empty_db.execute("select position, lacks is null from main.start_here").fetchall()
    assert [position for position, _ in places] == list(range(1, 26)), "in order without order by"
    assert [is_ready for _, is_ready in places] == sorted((is_ready for _, is_ready in places), reverse=True)
    rows = empty_db.execute("select query, lacks from main.start_here order by position").fetchall()
    for query, lacks in rows:
        try:
            found = empty_db.execute(query).fetchall()
        except duckdb.InvalidInputException as error:
            assert lacks is not None and "there is no collection 'sample-passages'" in str(error), query
        else:
            assert not found or lacks is None, query
    (before,) = empty_db.execute(answered).fetchone()
    scores = "('b-docs', 'r2', 'q', 'ndcg_cut_10', 0.5), ('b-docs', 'r1', 'q', 'ndcg_cut_10', 0.5)"
    columns = "collection, run_id, query_id, measure, value"
    empty_db.execute(f"insert into main.stand_in_scores ({columns}) values {scores}")
    (query,) = empty_db.execute("select query from main.start_here where object = 'metrics.query_scores'").fetchone()
    assert [value for _, value in empty_db.execute(query).fetchall()] == [0.5], "of the run with public scores"
    assert empty_db.execute(answered).fetchone()[0] == before + 6


def test_an_exhibit_has_the_title_of_its_print_as_alias(db):
    with reference.find("exhibits").open(encoding="utf-8", newline="") as file:
        titles = {row["exhibit"].lower().replace("-", "_"): row["title"] for row in csv.DictReader(file)}
    # what nobody can compute is a row with its reason, and has no view
    titles = {name: title for name, title in titles.items() if places.find(resources.SQL, "exhibits", name)}
    assert len(titles) > 90
    found = dict(db.sql("select name, alias from catalog.objects where schema = 'exhibits'").fetchall())
    assert found == titles
    others = db.sql("select count(*) from catalog.objects where schema <> 'exhibits' and alias is not null").fetchone()
    assert others == (0,)


@pytest.mark.more
@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("maximum drop", "judging.simulation_stability"),
        ("MRR (MS)", "systems.leaderboard"),
        ("t-SNE", "report.run_vectors"),
        ("HiCAL", "judging.strategy_comparison"),
        ("hybrid", "labels.hybrid_document_labels"),
        ("ASL", "search_length.run_lengths"),
        ("ASL@g1-10", "search_length.run_lengths"),
        ("holes", "metrics.unjudged_at"),
        ("Checkpoints", "validity.checkpoint_selection"),
        ("D-T4", "exhibits.d_t4"),
        ("A-T6", "A-T6"),
        # without a term: the name before what only speaks of it
        ("kappa", "labels.kappa"),
    ],
)
def test_words_of_the_papers_find_what_answers_first(db, words, first):
    assert catalogue.list_objects(db.duckdb, words).fetchone()[0] == first


def test_terms_name_what_there_is_each_once(db):
    rows = db.sql("select term, position, object from catalog.terms order by all").fetchall()
    known = {name for (name,) in db.sql("select object from catalog.objects").fetchall()}
    known |= {name for (name,) in db.sql("select exhibit from published.exhibit_guide where view is null").fetchall()}
    assert {name for *_, name in rows} <= known
    assert len({row[:2] for row in rows}) == len(rows) > 50
    assert all(term == term.lower() for term, *_ in rows)


@pytest.mark.more
def test_a_list_of_all_has_no_exhibit_without_a_view(db):
    (count,) = db.sql("select count(*) from catalog.objects").fetchone()
    assert len(catalogue.list_objects(db.duckdb).fetchall()) == count
    assert all(kind == "view" for _, kind, _ in catalogue.list_objects(db.duckdb, "exhibits").fetchall())


def test_exhibits_of_simulations_say_the_commands(db):
    rows = db.sql("select exhibit, definition from published.exhibit_guide where view is null").fetchall()
    told = {exhibit: text for exhibit, text in rows if "dltrack simulate trec2019-docs" in text}
    assert set(told) == {"A-T6", "A-F9", "B-F4"}
    assert all("--leave-out-teams" in text for text in told.values())
    assert "judging.simulation_stability('official')" in told["A-T6"]
    assert "judging.simulation_ranks('official')" in told["A-F9"] and "judging.simulation_ranks" in told["B-F4"]


@pytest.mark.more
def test_a_notebook_finds_and_describes(db):
    assert db.objects("maximum drop")["object"][0] == "judging.simulation_stability"
    assert db.objects().height > 700
    with pytest.raises(UsageError, match="no table, view or macro matches 'zzxq'"):
        db.objects("zzxq")
    described = db.describe("rankings")
    assert described["name"].to_list()[-1] == "rank"
    assert any("judged_rankings" in note for note in described.notes)
    assert dict(db.describe("A-T6").select("name", "value").rows())["place"] == "Table 6"
    with pytest.raises(UsageError, match="there is no 'zzxq'"):
        db.describe("zzxq")


def test_completion_shows_public_names_alone():
    own = {"Answer", "Database", "__version__", "engine", "evaluate", "gate", "irm", "metadata", "open", "question"}
    assert set(dir(dl)) == own
    assert all(hasattr(dl, name) for name in dir(dl))


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
    assert len(listed) < 60
