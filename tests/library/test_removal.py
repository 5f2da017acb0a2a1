"""Single runs and sets of labels leave a database as if they had never been loaded."""

from __future__ import annotations

import shutil

import pytest
from cli.test_cli import dltrack

import dltrack_db as dl

COLLECTION = "sample-passages"
TABLES = ("main.rankings", "main.run_topics", "main.judged_rankings", "main.query_scores", "main.qrels")


@pytest.fixture
def db(sample_database, tmp_path):
    path = tmp_path / "copy.duckdb"
    shutil.copy(sample_database, path)
    return path


def counts(path):
    """Rows of each table by collection, and the runs that are loaded."""
    with dl.open(path) as db:
        found = {
            table: dict(db.sql(f"select collection, count(*) from {table} group by all order by all").fetchall())
            for table in TABLES
        }
        query = "select collection, run_id from main.runs where source_file is not null order by all"
        return found | {"runs": db.sql(query).fetchall()}


def test_a_run_loaded_and_dropped_leaves_nothing(db, tmp_path):
    before = counts(db)
    run = tmp_path / "mine.txt"
    with dl.open(db) as opened:
        rows = opened.sql("select query_id, doc_id, rank, score from main.rankings where run_id = 'p_bm25'").fetchall()
    run.write_text("".join(f"{query} Q0 {doc} {rank} {score!r} mine\n" for query, doc, rank, score in rows))
    assert dltrack("ingest", "runs", run, "-c", COLLECTION, "--db", db).returncode == 0
    assert len(counts(db)["runs"]) == len(before["runs"]) + 1
    dropped = dltrack("drop", "mine", "--db", db)
    assert dropped.stdout == f"dropped run mine of {COLLECTION}: {len(rows):,} rows\n", dropped.stderr
    assert counts(db) == before
    with dl.open(db) as opened:
        assert opened.sql("select count(*) from main.runs where run_id = 'mine'").fetchone() == (0,)
        assert opened.sql("select count(*) from main.loads where name = 'mine'").fetchone() == (0,)
    checked = dltrack("verify", "--db", db)
    assert checked.returncode == 0, checked.stdout


def test_a_submission_dropped_is_still_known(db):
    before = counts(db)
    assert dltrack("drop", "p_bm25", "--db", db).returncode == 0
    after = counts(db)
    assert set(before["runs"]) - set(after["runs"]) == {(COLLECTION, "p_bm25")}
    with dl.open(db) as opened:
        query = "select team, source_file, source_md5 from main.runs where run_id = 'p_bm25'"
        assert opened.sql(query).fetchone() == ("BASELINES", None, None)
        assert opened.sql("select count(*) from systems.leaderboard where run_id = 'p_bm25'").fetchone() == (0,)
    assert dltrack("verify", "--db", db).returncode == 0


def test_labels_are_dropped_with_the_measures_that_are_by_them(db):
    done = dltrack("drop", "--variant", "msmarco", "-c", COLLECTION, "--db", db)
    assert done.returncode == 0, done.stderr
    with dl.open(db) as opened:
        left = opened.sql(f"select distinct variant from main.qrels where collection = '{COLLECTION}'").fetchall()
        assert left == [("nist",)]
        known = opened.sql(
            f"select count(*) filter (where measure = 'rr_ms'), count(*) > 0 from metrics.run_scores "
            f"where collection = '{COLLECTION}'"
        ).fetchone()
        assert known == (0, True)
    assert dltrack("verify", "--db", db).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--variant", "nist", "-c", COLLECTION], "«nist» are the official labels"),
        (["--variant", "msmarko", "-c", COLLECTION], "has no labels «msmarko»; did you mean msmarco?"),
        (["--variant", "msmarco"], "--variant drops labels of one collection"),
        ([], "say what to drop"),
        (["p_bm52"], "holds no «p_bm52»"),
        (["p_bm52", "-c", COLLECTION], "has no run «p_bm52»; did you mean p_bm25"),
    ],
)
def test_what_cannot_be_dropped_is_said(sample_database, arguments, message):
    done = dltrack("drop", *arguments, "--db", sample_database)
    assert done.returncode == 2 and message in done.stderr, done.stderr
