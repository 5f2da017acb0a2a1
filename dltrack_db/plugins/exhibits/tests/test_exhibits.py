"""Each exhibit has a view of its name, shaped like the print, and the computed numbers are its cells."""

from __future__ import annotations

import csv
import functools
import re
from pathlib import Path

import pytest

from dltrack_db import sqlfiles
from dltrack_db.errors import SqlFileError
from dltrack_db.plugins.exhibits.generators.published import computed as computed_exhibits

FOLDER = Path(__file__).parents[1] / "papers"
with (FOLDER / "exhibits.csv").open(newline="") as _file:
    EXHIBITS = list(csv.DictReader(_file))
with (FOLDER / "cells.csv").open(newline="") as _file:
    CELLS = list(csv.DictReader(_file))
SHOWN = [row for row in EXHIBITS if not row["not_reproducible"]]
VIEWS = {obj.name: obj for obj in sqlfiles.all_objects() if obj.schema == "exhibits"}


def view_of(exhibit):
    return exhibit.lower().replace("-", "_")


@functools.cache
def rows_of(con, view):
    """Names of the columns and rows of a view in a database in which nothing is changed."""
    result = con.execute(f"from exhibits.{view}")
    return [column[0] for column in result.description], result.fetchall()


def test_there_is_one_view_for_each_exhibit_that_can_be_computed():
    assert len(SHOWN) >= 85
    assert {view_of(row["exhibit"]) for row in SHOWN} == set(VIEWS)
    assert {obj.kind for obj in VIEWS.values()} == {"view"}


@pytest.mark.parametrize("exhibit", SHOWN, ids=lambda row: row["exhibit"])
def test_the_view_answers_and_has_the_printed_columns(exhibit, printed_mini_db):
    name = view_of(exhibit["exhibit"])
    columns, rows = rows_of(printed_mini_db, name)
    keys = [key.strip() for key in VIEWS[name].header.grain.split(",")]
    printed = {row["column_name"] for row in CELLS if row["exhibit"] == exhibit["exhibit"]}
    assert {*keys, *printed} <= set(columns)
    picked = [tuple(row[columns.index(key)] for key in keys) for row in rows]
    assert len(picked) == len(set(picked)), "the grain in the header is not the grain of the view"


@pytest.mark.parametrize("exhibit", SHOWN, ids=lambda row: row["exhibit"])
def test_columns_have_types(exhibit, printed_db):
    """An empty view, too, tells numbers from names."""
    types = dict(
        printed_db.execute(
            f"select column_name, column_type from (describe exhibits.{view_of(exhibit['exhibit'])})"
        ).fetchall()
    )
    printed = {row["column_name"] for row in CELLS if row["exhibit"] == exhibit["exhibit"]}
    assert '"NULL"' not in types.values()
    assert all(types[column] not in ("VARCHAR", "BOOLEAN") for column in printed)


def test_no_view_is_written_to_be_empty():
    assert [name for name, obj in VIEWS.items() if re.search(r"where false|limit 0", obj.statement)] == []


def test_a_column_that_nothing_can_fill_is_one_whose_cells_say_why():
    with (FOLDER / "requirements.csv").open(newline="") as file:
        outside = {row["requirement"] for row in csv.DictReader(file) if row["kind"] == "outside"}
    empty = {
        (name, column)
        for name, obj in VIEWS.items()
        for column in re.findall(r"\bnull::\w+ as (\w+)", obj.statement.rpartition("\nselect\n")[2])
    }
    asked = {
        (view_of(row["exhibit"]), row["column_name"]): row["requirement"] in outside
        for row in sorted(CELLS, key=lambda row: row["requirement"] not in outside)
    }
    assert {column for name, column in empty if name == "c_t1"} == {"docs_bm25"}
    assert {place: asked[place] for place in empty} == dict.fromkeys(empty, True)


def test_ids_say_paper_and_kind():
    kinds = {"T": "table", "F": "figure", "S": "text"}
    for row in EXHIBITS:
        assert row["exhibit"][0] == row["paper"]
        assert kinds[row["exhibit"][2]] == row["kind"]


def test_every_view_says_where_its_numbers_are_printed():
    said = {name: set(re.findall(r"[\w.]+\w|\w", obj.header.source.lower())) for name, obj in VIEWS.items()}
    single = [row for row in SHOWN if row["paper"] != "H"]  # which is several papers
    places = {view_of(row["exhibit"]): re.findall(r"[\w.]+\w|\w", row["place"].lower()) for row in single}
    assert {name: place for name, place in places.items() if not said[name] >= set(place)} == {}
    assert len(places) > 85


@pytest.mark.more
def test_computed_has_the_cells_of_the_views(printed_mini_db):
    """Against an unpivot of our own: every value of a printed column, under its key."""
    found: dict[str, dict] = {}
    for exhibit, key, name, value in printed_mini_db.execute(
        "select exhibit, row_key, column_name, value from published.computed"
    ).fetchall():
        found.setdefault(exhibit, {})[key, name] = value
    for exhibit, names in computed_exhibits.printed_columns().items():
        view = VIEWS[view_of(exhibit)]
        keys = [key.strip() for key in view.header.grain.split(",")]
        columns, rows = rows_of(printed_mini_db, view.name)
        expected = {
            (" ".join(str(row[columns.index(key)]) for key in keys), name): row[columns.index(name)]
            for row in rows
            for name in names
            if row[columns.index(name)] is not None
        }
        assert found.pop(exhibit, {}) == pytest.approx(expected, abs=1e-12), exhibit
    assert found == {}


@pytest.mark.more
def test_a_number_changed_in_a_view_is_a_mismatch(printed_db):
    statement = VIEWS["c_s3"].statement
    assert "(1 + 1000) / 2" in statement
    printed_db.execute("begin")
    printed_db.execute(statement.replace("(1 + 1000) / 2", "(1 + 1000) / 3"))
    found = printed_db.execute(
        "select exhibit, \"column\", status from published.comparison where status = 'mismatch'"
    ).fetchall()
    printed_db.execute("rollback")
    assert found == [("C-S3", "mean_search_length", "mismatch")]


def test_a_printed_number_without_a_view_or_a_column_is_refused(monkeypatch):
    for name, match in {"E-T1": r"e_t1\.sql does not exist", "C-S3": r"c_s3\.sql: .* has no column median"}.items():
        monkeypatch.setattr(computed_exhibits, "printed_columns", lambda name=name: {name: ["median"]})
        with pytest.raises(SqlFileError, match=match):
            computed_exhibits.render()


@pytest.mark.real
@pytest.mark.parametrize("name", ["d_t3", "d_f4", "d_f5", "d_f2", "d_f6", "d_s11", "a_t5", "a_s9", "b_t1"])
def test_real_views_return_rows(name, real_db):
    assert real_db.execute(f"from exhibits.{name}").fetchall()


@pytest.mark.real
def test_the_passage_table_of_2021_is_in_the_order_of_the_print(real_db):
    shown = [row[0] for row in real_db.execute("select ndcg_cut_10 from exhibits.d_t3").fetchall()]
    assert len(shown) == 62
    assert [round(value, 4) for value in shown] == sorted((round(value, 4) for value in shown), reverse=True)


@pytest.mark.more
def test_an_edition_that_names_what_another_has_changes_no_row_of_its_exhibits(complete_db):
    """`a_t1` counted a query set once for each edition that names it."""
    views = ["a_t1", "b_t1", "b_s4", "d_s12", "d_s15", "f_s1"]
    queries = {each: f"from exhibits.{each}" for each in views} | {
        "complete_labels": "from published.complete_labels order by all",
    }
    before = {name: complete_db.execute(query).fetchall() for name, query in queries.items()}
    assert len(before["a_t1"]) == 6 and before["complete_labels"]
    complete_db.execute("begin")
    complete_db.execute(
        "insert into main.collection_parts by name select * replace ('unrelated' as edition) from main.collection_parts"
    )
    after = {name: complete_db.execute(query).fetchall() for name, query in queries.items()}
    complete_db.execute("rollback")
    assert after == before


def test_no_other_collection_of_a_year_is_counted_by_an_exhibit(empty_db):
    """TREC-COVID is of 2020, too, and judged documents: the papers count the track's own editions."""
    columns = "(collection, edition, task, year, query_set, qrels_variant, min_relevance, tie_rule)"
    for collection, edition, year in (("a", "trec2020", 2020), ("b", "trec-covid-round1", 2020), ("c", "own", 2019)):
        empty_db.execute(
            f"insert into main.collections {columns} values ($1, $2, 'docs', $3, 'q', 'nist', 1, 'float')",
            [collection, edition, year],
        )
        empty_db.execute(
            "insert into main.runs (collection, run_id, team, is_submission) values ($1, 'r', 't', true)", [collection]
        )
    assert empty_db.execute("from exhibits.b_s2").fetchall() == [(2020, 1, 1)]
    by_year = [obj for obj in VIEWS.values() if "collections.year" in obj.body]
    assert [obj.name for obj in by_year if "main.collections as" in obj.body] == []
