"""Hybrid labels are asked for by name, and give what a loaded set of the same labels gives."""

from __future__ import annotations

import json
import shutil

import mini_track
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.ask import leaderboard
from dltrack_db.ask.leaderboard import Question
from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from dltrack_db.store import database, template

HOME = "mini-docs"
LOADED = "same"
"""The labels of `labels.hybrid_document_labels`, loaded."""
VARIANTS = ("hybrid", LOADED)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The mini track without documents of the passages, and with them; of its documents d02 and d04 have no label."""
    plain, mapped = (tmp_path_factory.mktemp("hybrid") / name for name in ("plain.duckdb", "mapped.duckdb"))
    template.copy_to(plain)
    con = database.connect()
    database.attach(con, plain, read_only=False)
    mini_track.build(con, maps_passages=False)
    con.execute(f"delete from main.qrels where collection = '{HOME}' and doc_id in ('d02', 'd04')")
    mini_track.derive(con)
    con.execute("use memory; detach dltrack")
    shutil.copy(plain, mapped)
    database.attach(con, mapped, read_only=False)
    con.execute(
        "insert into store.corpora by name select 1 as load_no, 'mini-passage' as corpus, "
        "'mini-passage' as item_corpus, 'passages' as kind, 'ids' as profile, false as is_subset, "
        "true as is_published, '' as source, '' as format, now() as started_at"
    )
    con.execute(
        "insert into store.passages by name select 1 as load_no, 0 as member_no, corpus.stem(p) as stem, "
        "corpus.key(p) as key, 0 as num_bytes, 0 as num_chars, corpus.stem(d) as document_stem, "
        "corpus.key(d) as document_key from (select format('p{:02d}', i) as p, format('d{:02d}', i * 5 % 12) as d "
        "from range(30) as _ (i))"
    )
    con.execute(
        "insert into main.qrels by name select collection, $1 as variant, query_id, doc_id, relevance "
        "from labels.hybrid_document_labels where rule = 'max'",
        [LOADED],
    )
    con.execute(
        "insert into main.qrels_variants by name select $1 as collection, $2 as variant, min_relevance, "
        "from main.collections where collection = $1",
        [HOME, LOADED],
    )
    mini_track.derive(con)
    assert con.execute("select count(distinct origin) from labels.hybrid_document_labels").fetchone() == (2,)
    con.close()
    return plain, mapped


@pytest.fixture(scope="module")
def db(files):
    with dl.open(files[1]) as opened:
        yield opened


@pytest.mark.more
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"measures": ["ndcg_cut_5", "P@5", "AP(rel=2)", "bpref"]},
        {"sort": "map", "runs": ["beta0", "theirs", "alpha1"]},
        {"measures": ["map"], "where": "team = 'alpha'"},
    ],
)
def test_a_leaderboard_by_hybrid_labels_is_that_by_the_same_loaded(db, asked):
    by_name, loaded = (db.leaderboard(HOME, labels=labels, **asked) for labels in VARIANTS)
    assert by_name.rows() == loaded.rows() and by_name.columns == loaded.columns and by_name.height > 1
    official = db.leaderboard(HOME, **asked)
    measure = by_name.columns[[name in ("ndcg_cut_10", "ndcg_cut_5", "map") for name in by_name.columns].index(True)]
    assert set(by_name[measure]) != set(official[measure])
    ((name, one),) = by_name.basis.items()
    assert name == HOME and one == loaded.basis[HOME] | {"labels": "hybrid"} and one["min_relevance"] == 1


@pytest.mark.more
def test_runs_are_scored_and_compared_by_hybrid_labels(db):
    run = db.sql(f"select * from main.rankings where collection = '{HOME}' and run_id = 'gamma0'").pl()
    run = run.select("run_id", "query_id", "doc_id", "score")
    asked = [None, ["P_5", "recall_10", "bpref"]]
    with pytest.warns(UserWarning, match="q4|unjudged"):
        by_name, loaded = ([db.evaluate(run, HOME, m, labels=x).rows() for m in asked] for x in VARIANTS)
        assert by_name == loaded and by_name != [db.evaluate(run, HOME, m).rows() for m in asked]
    by_name, loaded = (db.compare("alpha0", "beta0", collection=HOME, labels=x) for x in VARIANTS)
    assert by_name.rows() == loaded.rows() != db.compare("alpha0", "beta0", collection=HOME).rows()


@pytest.mark.more
def test_the_database_is_in_use_again_afterwards(db):
    before = db.sql("select current_database(), count(*) from main.qrels").fetchone()
    queries = {labels: leaderboard.read(db.duckdb, HOME, Question(labels=labels))[1].query for labels in VARIANTS}
    assert queries["hybrid"] == "" and "labels.standings" in queries[LOADED]  # which a bare shell can be asked
    with pytest.raises(UsageError, match="nosuch"):
        db.leaderboard(HOME, ["nosuch"], labels="hybrid")
    assert db.sql("select current_database(), count(*) from main.qrels").fetchone() == before
    databases = db.sql("select database_name from duckdb_databases() where not internal").fetchall()
    assert "with_derived_labels" not in {name for (name,) in databases}


def ask(*words):
    """Return what a command prints; raise what it refuses with."""
    done = CliRunner().invoke(app, list(map(str, words)))
    if done.exception:
        raise done.exception
    return done.stdout


def path_of_run(db, folder):
    """Write a loaded run into a file."""
    rows = db.sql(f"from main.rankings where collection = '{HOME}' and run_id = 'beta0'").pl().rows(named=True)
    run = folder / "mine.txt"
    run.write_text("".join("{query_id} Q0 {doc_id} {rank} {score} x\n".format(**row) for row in rows))
    return run


@pytest.mark.more
def test_commands_take_them_by_name(files, tmp_path):
    with dl.open(files[1]) as db:
        run = path_of_run(db, tmp_path)

    def told(*words):
        return json.loads(ask(*words, "--db", files[1], "-f", "json"))

    for words in (("leaderboard", HOME), ("eval", run, "-c", HOME), ("compare", "alpha0", "beta0", "-c", HOME)):
        assert told(*words, "--labels", "hybrid") == told(*words, "--labels", LOADED) != told(*words)


@pytest.mark.parametrize("words", [("leaderboard", HOME), ("compare", "alpha0", "beta0", "-c", HOME)])
def test_without_documents_of_passages_there_are_none(files, words):
    lack = "has no labels 'hybrid', because hybrid labels need .* dltrack ingest corpus msmarco-v2-passage"
    with pytest.raises(UsageError, match=f"{HOME} {lack}"):
        ask(*words, "--labels", "hybrid", "--db", str(files[0]))
    with pytest.raises(UsageError, match=f"mini-passages {lack}"):
        ask("leaderboard", "mini-passages", "--labels", "hybrid", "--db", str(files[1]))


@pytest.mark.more
def test_a_loaded_set_of_that_name_counts(files, tmp_path):
    path = tmp_path / "own.duckdb"
    shutil.copy(files[1], path)
    con = database.connect()
    database.attach(con, path, read_only=False)
    for table in ("qrels", "qrels_variants"):
        con.execute(
            f"insert into main.{table} by name select * replace ('hybrid' as variant) from main.{table} "
            f"where variant = 'msmarco' and collection = '{HOME}'"
        )
    mini_track.derive(con)
    con.close()
    with dl.open(path) as db:
        own, sparse = (db.leaderboard(HOME, ["map"], labels=labels) for labels in ("hybrid", "msmarco"))
        assert own.rows() == sparse.rows()
        with pytest.warns(UserWarning, match="unjudged"):
            value = db.evaluate(path_of_run(db, tmp_path), HOME, ["map"], labels="hybrid")["value"].item()
        assert round(value, 12) in set(own["map"])
