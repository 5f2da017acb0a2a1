"""Exports: TREC files that score the same when read back, tables with every row."""

from __future__ import annotations

import polars as pl
import pytest
import pytrec_eval

import dltrack_db as dl
from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.errors import UsageError
from dltrack_db.export.collection_files import export
from dltrack_db.load import loader, plan
from dltrack_db.store import database

COLLECTION = "sample-docs"


@pytest.fixture(scope="module")
def db(sample_database):
    with dl.open(sample_database) as opened:
        yield opened


def exported(path, folder, *arguments, **options):
    """What the command does: a connection that may write to the folder alone."""
    con = database.open_readonly(path, into=folder)
    try:
        return list(export(con, arguments[0], folder, *arguments[1:], **options))
    finally:
        con.close()


@pytest.fixture(scope="module")
def trec(sample_database, tmp_path_factory):
    folder = tmp_path_factory.mktemp("trec")
    files = exported(sample_database, folder, COLLECTION, "trec")
    assert all(path.is_file() for path in files)
    assert not list(folder.rglob("*.part"))
    return folder


def test_runs_and_labels_score_the_same_for_trec_eval(db, trec):
    with (trec / COLLECTION / "qrels.nist.txt").open() as file:
        qrels = pytrec_eval.parse_qrel(file)
    with (trec / "runs" / COLLECTION / "input.d_bm25").open() as file:
        run = pytrec_eval.parse_run(file)
    scores = pytrec_eval.RelevanceEvaluator(qrels, {"map", "ndcg_cut_10"}).evaluate(run)
    for measure in ("map", "ndcg_cut_10"):
        ours = db.scores(COLLECTION, measure=measure, run="d_bm25", per_query=True)
        theirs = {query: values[measure] for query, values in scores.items()}
        assert dict(ours.select("query_id", "value").iter_rows()) == pytest.approx(theirs, abs=1e-9)


def test_what_was_exported_can_be_ingested_and_is_the_same(db, trec, tmp_path):
    spec = CollectionSpec(
        collection="again", task="docs", query_set="again", title="again", year=None, min_relevance=1, tie_rule="float"
    )
    path = tmp_path / "again.duckdb"
    loading = plan.plan_collection(
        spec, trec / COLLECTION / "qrels.nist.txt", trec / COLLECTION / "topics.tsv", [trec / "runs" / COLLECTION]
    )
    loader.load(loading, path, loader.LoadOptions(say=lambda text: None))
    with dl.open(path) as again:
        rows = "select run_id, query_id, doc_id, submitted_rank, score, rank from main.rankings where collection = $1"
        assert again.sql(rows, ["again"]).pl().sort(pl.all()).equals(db.sql(rows, [COLLECTION]).pl().sort(pl.all()))
        texts = "select query_id, text from main.queries where query_set = $1 order by all"
        assert again.sql(texts, ["again"]).fetchall() == db.sql(texts, ["sample"]).fetchall()


@pytest.mark.campaign
@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_tables_have_the_rows_of_the_collection(db, sample_database, tmp_path, form):
    files = {path.stem: path for path in exported(sample_database, tmp_path, COLLECTION, form)}
    read = pl.read_parquet if form == "parquet" else pl.read_csv
    for table in ("qrels", "runs", "rankings", "query_scores"):
        count = db.sql(f"select count(*) from main.{table} where collection = $1", [COLLECTION]).fetchone()[0]
        assert read(files[table]).height == count > 0
    assert read(files["queries"]).height == db.sql("select count(*) from main.queries").fetchone()[0]


def test_wrong_asking_is_explained(db, tmp_path):
    with pytest.raises(UsageError, match="--format must be one of parquet, csv, trec, not 'xml'"):
        list(export(db.duckdb, COLLECTION, tmp_path, "xml"))
    with pytest.raises(UsageError, match="does not contain 'trec1999'; loaded collections: sample"):
        list(export(db.duckdb, "trec1999", tmp_path, "csv"))
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        list(export(db.duckdb, COLLECTION, tmp_path / "file", "csv"))
