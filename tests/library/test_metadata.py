"""The tables as SQLAlchemy knows them: their keys hold in real rows, their joins give what SQL gives."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.automap import automap_base
from sqlalchemy.orm import Session

import dltrack_db as dl
from dltrack_db import sqlfiles
from dltrack_db.store import database
from tests.copies import copied


@pytest.fixture(scope="module")
def tables(sample_database):
    return dl.metadata(sample_database).tables


def test_every_table_of_main_is_there_with_its_columns_and_types(tables, sample_database):
    wanted = {obj.full_name for obj in sqlfiles.tables() if obj.schema == "main"}
    assert wanted <= set(tables) and "main.rankings" in tables
    with dl.open(sample_database) as db:
        live = db.sql("select table_name, column_name, column_index from duckdb_columns() where schema_name = 'main'")
        columns = {(table, name) for table, name, _ in live.fetchall() if f"main.{table}" in tables}
    assert {(table.name, column.name) for table in tables.values() for column in table.columns} == columns
    assert [f"{column}" for table in tables.values() for column in table.columns if not column.type.python_type] == []
    kinds = {column.name: str(column.type) for column in tables["main.rankings"].columns}
    assert (kinds["run_id"], kinds["rank"], kinds["score"]) == ("TEXT", "INTEGER", "DOUBLE")


def test_keys_are_those_of_the_schema(tables):
    def of(name):
        table = tables[f"main.{name}"]
        keys = {
            link.referred_table.name: [column.name for column in link.columns] for link in table.foreign_key_constraints
        }
        return [column.name for column in table.primary_key], keys

    assert of("qrels_variants") == (["collection", "variant"], {"collections": ["collection"]})
    assert of("rankings")[1] == {"run_topics": ["collection", "run_id", "query_id"]}
    assert of("judged_rankings")[1] == {
        "qrels": ["collection", "variant", "query_id", "doc_id"],
        "run_topics": ["collection", "run_id", "query_id"],
    }
    assert of("official_scores")[1] == {}  # of collections that need not be loaded


def offenders(con):
    """Tables whose primary key repeats, and foreign keys that lead nowhere, with the number of rows."""
    found = {}
    grains = con.execute(
        "select object, grain from catalog.objects where schema = 'main' and kind = 'table' and grain is not null"
    )
    for name, key in grains.fetchall():
        query = f"select coalesce(sum(n - 1), 0) from (select count(*) as n from {name} group by {key})"
        found[name] = con.execute(query).fetchone()[0]
    for child, parent, key in con.execute("select object, parent, columns from catalog.relations").fetchall():
        named, whole = ", ".join(key), " and ".join(f"{column} is not null" for column in key)
        query = f"select count(*) from (select {named} from {child} where {whole}) anti join {parent} using ({named})"
        found[child, parent] = con.execute(query).fetchone()[0]
    return {name: count for name, count in found.items() if count}


@pytest.mark.more
def test_keys_hold_on_the_sample(sample_database):
    con = database.open_readonly(sample_database)
    assert con.execute("select count(*) from catalog.relations").fetchone() == (27,)
    assert offenders(con) == {}
    con.close()


@pytest.mark.campaign
def test_keys_hold_on_real_data(real_db):
    assert offenders(real_db) == {}


def test_a_key_that_does_not_hold_is_found(empty_db):
    row = "('nowhere', 'nist', '1', 'd', 0)"
    empty_db.execute(f"insert into main.qrels (collection, variant, query_id, doc_id, relevance) values {row}, {row}")
    assert offenders(empty_db) == {"main.qrels": 1, ("main.qrels", "main.qrels_variants"): 2}


@pytest.mark.campaign
@pytest.mark.filterwarnings("ignore:relationship")  # two keys share columns, which matters to who writes
def test_joins_and_classes_follow_the_keys(sample_database, tmp_path):
    copy = copied(sample_database, tmp_path / "copy.duckdb")
    engine, known = dl.engine(copy), dl.metadata(copy)
    runs, answers = known.tables["main.runs"], known.tables["main.run_topics"]
    base = automap_base(metadata=known)
    base.prepare()
    with engine.connect() as con:
        query = sa.select(runs.c.run_id, sa.func.count()).join_from(answers, runs).group_by(runs.c.run_id)
        joined = dict(con.execute(query).all())
    with Session(engine) as session:
        run = session.get_one(base.classes.runs, ("sample-passages", "p_bm25"))
        assert len(run.run_topics_collection) == joined["p_bm25"] > 0
        assert run.collections.edition == "sample"
    engine.dispose()
