"""The library: what it returns equals what the views hold, and its errors help."""

from __future__ import annotations

import subprocess
import sys

import duckdb
import polars as pl
import pytest
import sqlalchemy

import dltrack_db as dl
from dltrack_db.errors import DatabaseError, UsageError
from tests.copies import copied

COLLECTION = "sample-passages"


@pytest.fixture
def db(sample_database):
    with dl.open(sample_database) as opened:
        yield opened


def test_importing_the_package_imports_nothing_heavy():
    heavy = ("duckdb", "polars", "sqlalchemy", "pyarrow", "altair", "typer", "great_expectations")
    script = f"import sys, dltrack_db; print([name for name in {heavy} if name in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_sql_gives_polars_frames_with_parameters(db):
    frame = db.sql("select count(*) as runs from main.runs where collection = $1", [COLLECTION]).pl()
    assert isinstance(frame, pl.DataFrame)
    assert (
        frame.item()
        == db.duckdb.execute("select count(*) from main.runs where collection = $1", [COLLECTION]).fetchone()[0]
    )


def test_leaderboard_is_ordered_and_has_the_scores_of_the_runs(db):
    board = db.leaderboard(COLLECTION)
    assert board["ndcg_cut_10"].is_sorted(descending=True)
    scores = db.scores(COLLECTION, measure="ndcg_cut_10")
    assert dict(board.select("run_id", "ndcg_cut_10").iter_rows()) == dict(scores.select("run_id", "value").iter_rows())


def test_scores_per_query_average_to_the_scores_of_the_run(db):
    run = db.leaderboard(COLLECTION)["run_id"][0]
    per_query = db.scores(COLLECTION, measure="map", run=run, per_query=True)
    assert per_query["value"].mean() == pytest.approx(
        db.scores(COLLECTION, measure="map", run=run)["value"][0], abs=1e-12
    )


def test_objects_and_columns_come_from_the_live_comments(db):
    objects = db.objects().filter(pl.col("object") == "systems.leaderboard").row(0, named=True)
    assert objects["kind"] == "view"
    assert objects["summary"].startswith("Every known run")
    assert "TREC 2021 overview" in objects["source"]
    assert objects["example"].startswith("select")
    columns = db.columns("qrels")
    assert columns["name"].to_list() == [
        "collection",
        "variant",
        "query_id",
        "doc_id",
        "relevance",
        "iteration",
        "gain",
        "stratum",
    ]
    assert columns["meaning"].null_count() == 0


def test_parameters_and_columns_of_macros_are_told_apart(db):
    columns = db.columns("systems.measure_agreement")
    parameters = columns.filter(pl.col("role") == "parameter")["name"].to_list()
    assert parameters == ["measure_x", "measure_y", "run_set", "run_ids"]
    live = db.sql("describe from systems.measure_agreement('map', 'P_10')").pl()["column_name"].to_list()
    assert columns.filter(pl.col("role") == "column")["name"].to_list() == live


def test_every_object_has_a_summary(db):
    assert db.sql("select object from catalog.objects where coalesce(summary, '') = ''").fetchall() == []


@pytest.mark.more
def test_unknown_names_are_answered_with_the_known_ones(db):
    with pytest.raises(UsageError, match=r"does not contain 'trec1999'; loaded collections: .*sample-passages"):
        db.leaderboard("trec1999")
    with pytest.raises(UsageError, match=r"there is no 'leaderbord'; did you mean systems\.leaderboard"):
        db.columns("leaderbord")
    with pytest.raises(UsageError, match="no stored score of 'ndgc'; did you mean ndcg"):
        db.scores(measure="ndgc")
    with pytest.raises(UsageError, match="there is no measure 'ndgc' of sample-passages; did you mean ndcg"):
        db.scores("sample-passages", measure="ndgc")
    with pytest.raises(UsageError, match="no stored score of 'p_bm26'; did you mean p_bm25"):
        db.scores(run="p_bm26")


@pytest.mark.campaign
def test_scores_take_a_measure_as_ir_measures_writes_it_and_columns_a_plain_name(db):
    named = db.scores("sample-passages", measure="nDCG@10", run="p_bm25")
    assert named.equals(db.scores("sample-passages", measure="ndcg_cut_10", run="p_bm25"))
    assert len(named) == 1
    assert db.columns("rankings").equals(db.columns("main.rankings"))  # and not store.rankings
    assert db.columns("leaderboard").equals(db.columns("systems.leaderboard"))


def test_the_file_cannot_be_written(db):
    with pytest.raises(duckdb.Error, match="read-only"):
        db.sql("delete from main.qrels")


def test_queries_see_local_frames(db):
    wanted = pl.DataFrame({"collection": [COLLECTION]})
    db.duckdb.register("wanted", wanted)
    assert db.sql("select count(*) from main.collections semi join wanted using (collection)").fetchone() == (1,)


def test_a_missing_file_is_explained(tmp_path):
    with pytest.raises(DatabaseError, match="there is no database"):
        dl.open(tmp_path / "none.duckdb")
    with pytest.raises(DatabaseError, match="there is no database"):
        dl.engine(tmp_path / "none.duckdb")


@pytest.mark.more
@pytest.mark.usefixtures("opened_anew")
def test_the_engine_reflects_tables_and_views_beside_an_open_database(sample_database, tmp_path):
    # a copy: in one process DuckDB opens a file with one configuration only, and other tests hold the original
    copy = copied(sample_database, tmp_path / "copy.duckdb")
    db, engine = dl.open(copy), dl.engine(copy)
    plain = duckdb.connect(str(copy), read_only=True)  # with other settings than the engine's
    board = sqlalchemy.Table("leaderboard", sqlalchemy.MetaData(), schema="systems", autoload_with=engine)
    with engine.connect() as connection:
        query = (
            sqlalchemy.select(board.c.run_id)
            .where(board.c.collection == COLLECTION)
            .order_by(board.c.ndcg_cut_10.desc(), board.c.run_id)
        )
        assert [row.run_id for row in connection.execute(query)] == db.leaderboard(COLLECTION)["run_id"].to_list()
    engine.dispose()
    plain.close()
    db.close()
    with duckdb.connect(str(copy)) as writer:  # nothing holds it any more
        writer.execute("create table main.mine (a integer)")
