"""Single runs and sets of labels leave a database as if they had never been loaded."""

from __future__ import annotations

import re

import duckdb
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli import drop as drop_command
from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from dltrack_db.store import removal
from dltrack_db.store.verify import verify
from tests.commands import dltrack
from tests.copies import copied, noted

COLLECTION = "sample-passages"
TABLES = ("main.rankings", "main.run_topics", "main.judged_rankings", "main.query_scores", "main.qrels")


@pytest.fixture
def db(small_database, tmp_path):
    path = tmp_path / "copy.duckdb"
    copied(small_database, path)
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


@pytest.mark.campaign
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
        said = opened.sql("select arg_max(command, change_no) from main.changes").fetchone()
        assert said == ("drop mine",)
    checked = dltrack("verify", "--db", db)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.campaign
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


def test_several_names_go_at_once_or_not_at_all(db, monkeypatch):
    """Killed between two, the database is as before; the same command again completes, and once more says so."""
    before = counts(db)
    first, second, third = [run for home, run in before["runs"] if home == COLLECTION][:3]
    two = removal.DropRequest((first, second), COLLECTION)
    execute, asked = removal.resources.script, []

    def killed(name):
        asked.append(name)
        if asked.count("store/drop/run") == 2:
            raise KeyboardInterrupt
        return execute(name)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(removal.resources, "script", killed)
        removal.drop(db, two)
    assert counts(db) == before
    with pytest.raises(UsageError, match="has no run 'p_bm52'"):
        removal.drop(db, removal.DropRequest((first, "p_bm52"), COLLECTION))
    assert counts(db) == before
    removal.drop(db, removal.DropRequest((first,), COLLECTION))
    said = []
    assert [one.name for one in removal.drop(db, two, say=said.append).things] == [second]
    assert said == [f"'{first}' was already dropped from {db}"]
    assert removal.drop(db, two, say=said.append).things == []
    assert set(before["runs"]) - set(counts(db)["runs"]) == {(COLLECTION, first), (COLLECTION, second)}
    with pytest.raises(UsageError, match=f"no run '{second}'"):  # which was never dropped from there
        removal.drop(db, removal.DropRequest((second,), "sample-docs"))
    removal.drop(db, removal.DropRequest((third, "sample")))  # a run with the collection that it is of
    assert counts(db)["main.rankings"] == {}


def test_on_a_terminal_it_says_what_goes_and_asks(db, monkeypatch):
    before = counts(db)
    monkeypatch.setattr(drop_command, "_is_on_terminal", lambda: True)
    first, second, *_ = [run for home, run in before["runs"] if home == COLLECTION]
    command = ["drop", first, second, "-c", COLLECTION, "--db", str(db)]
    refused = CliRunner().invoke(app, command, input="n\n")
    assert re.search(rf"drops run {first} of {COLLECTION}: [\d,]+ rows\ndrops run {second} of", refused.output)
    assert (refused.exit_code, "nothing was changed" in refused.output) == (1, True)
    assert counts(db) == before
    assert f"dropped run {second}" in CliRunner().invoke(app, command, input="y\n").output
    unasked = CliRunner().invoke(app, ["drop", "sample-docs", "--yes", "--db", str(db)])
    assert "?" not in unasked.output
    assert "sample-docs" not in counts(db)["main.rankings"]


@pytest.mark.campaign
def test_labels_are_dropped_with_the_measures_that_are_by_them(db):
    done = dltrack("drop", "--labels", "msmarco", "-c", COLLECTION, "--db", db)
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
        (["--labels", "nist", "-c", COLLECTION], "'nist' are the official labels"),
        (["--labels", "msmarko", "-c", COLLECTION], "has no labels 'msmarko'; did you mean msmarco?"),
        (["--labels", "msmarco"], "--labels drops labels of one collection"),
        ([], "nothing to drop was named"),
        (["p_bm52"], "does not contain 'p_bm52'"),
        (["p_bm52", "-c", COLLECTION], "has no run 'p_bm52'; did you mean p_bm25"),
    ],
)
def test_what_cannot_be_dropped_is_said(small_database, arguments, message):
    done = dltrack("drop", *arguments, "--db", small_database)
    assert done.returncode == 2 and message in done.stderr, done.stderr


@pytest.mark.campaign
def test_a_run_renamed_is_the_same_run(db, tmp_path):
    run = tmp_path / "mine.txt"
    with dl.open(db) as opened:
        rows = opened.sql("select query_id, doc_id, rank, score from main.rankings where run_id = 'p_bm25'").fetchall()
    run.write_text("".join(f"{query} Q0 {doc} {rank} {score!r} mine\n" for query, doc, rank, score in rows))
    assert dltrack("ingest", "runs", run, "-c", COLLECTION, "--db", db).returncode == 0
    with dl.open(db) as opened:
        scores = opened.sql(
            "select measure, value from metrics.run_scores where run_id = 'mine' order by all"
        ).fetchall()
    before = counts(db)
    renamed = dltrack("rename", "mine", "yours", "--db", db)
    assert renamed.stdout == f"run mine of {COLLECTION} is now called yours\n", renamed.stderr
    after = counts(db)
    assert set(after["runs"]) ^ set(before["runs"]) == {(COLLECTION, "mine"), (COLLECTION, "yours")}
    assert {name: after[name] for name in TABLES} == {name: before[name] for name in TABLES}
    with dl.open(db) as opened:
        query = "select measure, value from metrics.run_scores where run_id = 'yours' order by all"
        assert opened.sql(query).fetchall() == scores
        assert opened.sql("select count(*) from main.rankings where run_id = 'yours'").fetchone() == (len(rows),)
        places = "select count(*) from main.judged_rankings where run_id = '{}'"
        assert opened.sql(places.format("mine")).fetchone() == (0,) != opened.sql(places.format("yours")).fetchone()
    checked = dltrack("verify", "--db", db)
    assert checked.returncode == 0, checked.stdout
    assert dltrack("drop", "yours", "--db", db).returncode == 0


@pytest.mark.more
def test_labels_renamed_are_the_same_labels(db):
    with dl.open(db) as opened:
        rows = opened.sql(
            f"select query_id, doc_id, relevance from main.qrels where collection = '{COLLECTION}' "
            "and variant = 'msmarco' order by all"
        ).fetchall()
    done = dltrack("rename", "--labels", "msmarco", "sparse", "-c", COLLECTION, "--db", db)
    assert done.stdout == f"labels msmarco of {COLLECTION} are now called sparse\n", done.stderr
    with dl.open(db) as opened:
        query = (
            "select query_id, doc_id, relevance from main.qrels where collection = '{}' and variant = '{}' order by all"
        )
        assert opened.sql(query.format(COLLECTION, "sparse")).fetchall() == rows != []
        assert opened.sql(query.format(COLLECTION, "msmarco")).fetchall() == []
        known = f"select count(*) from metrics.run_scores where collection = '{COLLECTION}' and measure = 'rr_ms'"
        assert opened.sql(known).fetchone() == (0,)  # it is by labels of that name
        judge = f"select variant from main.qrels_variants where collection = '{COLLECTION}' order by all"
        assert ("msmarco",) not in opened.sql(judge).fetchall()
    assert verify(db) == []


def test_what_cannot_be_renamed_is_said(db):
    cases = (
        (["p_bm25", "other"], "'p_bm25' was submitted to sample-passages and cannot be renamed"),
        (["p_bm52", "other"], "has no run 'p_bm52'; did you mean p_bm25"),
        (["p_bm25", "../x"], "cannot be a name: it contains '/'"),
        (["--labels", "nist", "other", "-c", COLLECTION], "'nist' are the official labels"),
        (["--labels", "msmarco", "nist", "-c", COLLECTION], "already has labels 'nist'"),
        (["--labels", "msmarco", "other"], "--labels needs the collection of the labels"),
        (["d_bm25", "other"], "is a run of several collections (sample-docs, sample-passages); choose one"),
    )
    with duckdb.connect(str(db)) as con:
        of_both = "select * replace ('sample-passages' as collection) from main.runs where run_id = 'd_bm25'"
        con.execute(f"insert into main.runs by name {of_both}")
    noted(db)
    before = counts(db)
    for arguments, message in cases:
        done = dltrack("rename", *arguments, "--db", db)
        assert done.returncode == 2 and message in done.stderr, done.stderr
    assert counts(db) == before


@pytest.mark.more
def test_a_run_takes_no_name_that_is_known(db, tmp_path):
    run = tmp_path / "mine.txt"
    with dl.open(db) as opened:
        query = "select query_id, min(doc_id) from main.rankings where collection = 'sample-passages' group by all"
        rows = opened.sql(query).fetchall()
    run.write_text("".join(f"{query_id} Q0 {doc_id} 1 2.0 mine\n" for query_id, doc_id in rows))
    done = dltrack("ingest", "runs", run, "-c", COLLECTION, "--db", db)
    assert done.returncode == 0, done.stderr
    done = dltrack("rename", "mine", "p_bm25", "--db", db)
    assert done.returncode == 2 and "already has a run 'p_bm25'" in done.stderr, done.stderr
