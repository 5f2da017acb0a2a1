"""Collections by the names of ir_datasets, PyTerrier and BEIR: one place knows them, and two that fit are refused."""

from __future__ import annotations

import pytest

from dltrack_db.base import recipes
from dltrack_db.errors import UsageError
from dltrack_db.store import collections, reference


@pytest.fixture
def con(empty_db):
    reference.load(empty_db)
    empty_db.execute(
        "insert into main.collections (collection, edition, task, query_set) select name, edition, 'passages', 'q' "
        "from (select unnest(['trec2019-passages', 'trec2021-passages', 'own/dev']) as name, "
        "unnest(['trec2019', 'trec2021', 'own']) as edition)"
    )
    return empty_db


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("msmarco-passage-v2/trec-dl-2021/judged", "trec2021-passages"),
        ("irds:msmarco-passage-v2/trec-dl-2021/judged", "trec2021-passages"),
        ("beir/msmarco/test", "trec2019-passages"),
        ("beir/msmarco", "trec2019-passages"),  # the other that it may mean is not loaded
        ("trec2021", "trec2021-passages"),
    ],
)
def test_names_of_others(con, name, meant):
    assert collections.find_collection(con, name, "x.duckdb") == meant
    assert collections.is_held(con, name)


def test_two_that_fit_are_refused(con):
    con.execute("update main.collections set collection = 'msmarco-v1-dev-passages' where collection = 'own/dev'")
    with pytest.raises(UsageError, match="may mean msmarco-v1-dev-passages or trec2019-passages; choose one"):
        collections.find_collection(con, "beir/msmarco", "x.duckdb")


def test_a_loaded_name_goes_before_what_others_mean_by_it(con):
    con.execute("update main.collections set collection = 'beir/msmarco/test' where collection = 'own/dev'")
    assert collections.find_collection(con, "beir/msmarco/test", "x.duckdb") == "beir/msmarco/test"


def test_what_is_not_loaded_is_not_there(con):
    with pytest.raises(UsageError, match="does not contain 'msmarco-passage/trec-dl-2020'"):
        collections.find_collection(con, "msmarco-passage/trec-dl-2020", "x.duckdb")
    con.execute("drop view catalog.reference_checksums cascade")
    con.execute("drop table published.collection_aliases")  # as in a database of an earlier release
    with pytest.raises(UsageError, match="does not contain 'beir/msmarco'"):
        collections.find_collection(con, "beir/msmarco", "x.duckdb")


def test_aliases_are_of_collections_that_recipes_load(con):
    known = {each.collection for name in recipes.names() for each in recipes.load(name).collections}
    named = con.execute("select distinct collection from published.collection_aliases").fetchall()
    assert {name for (name,) in named} <= known
