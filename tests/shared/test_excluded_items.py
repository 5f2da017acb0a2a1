"""Excluded items in a shared database: ranks, counts and scores are the same as in a file."""

from __future__ import annotations

import tarfile

from dltrack_db.store import lake, stores, verify
from dltrack_db.store.lake import backup, upgrade
from tests.asking import asked
from tests.commands import dltrack
from tests.shared.test_care import RELEASED, quiet

ASKED = (
    "select run_id, query_id, doc_id, rank from main.rankings order by all",
    "select run_id, query_id, num_ret from main.run_topics order by all",
    "select run_id, query_id, measure, value from main.query_scores order by all",
)
RUN = "a Q0 a 1 9 x\na Q0 d3 2 8 x\na Q0 d1 3 7 x\nb Q0 b 1 9 x\nb Q0 d2 2 8 x\n"


def test_a_load_into_a_lake_excludes_the_same_items_as_a_load_into_a_file(server, tmp_path):
    shared, file = tmp_path / "group.duckdb", tmp_path / "file.duckdb"
    lake.connect(server.address(tmp_path / "data"), shared, init=True)
    (tmp_path / "topics").write_text("a\tfirst\nb\tsecond\n")
    (tmp_path / "qrels").write_text("a 0 d1 1\nb 0 d2 1\nb 0 d5 1\n")
    (tmp_path / "list.txt").write_text("a d3\nb d5\n")
    for run in ("x", "y"):
        (tmp_path / f"{run}.run").write_text(RUN)
    words = ["collection", "--name", "c", "--topics", tmp_path / "topics", "--qrels", tmp_path / "qrels"]
    steps = (
        [*words, "--runs", tmp_path / "x.run"],
        ["exclusions", tmp_path / "list.txt", "-c", "c"],
        ["runs", tmp_path / "y.run", "-c", "c"],
        [*words, "--exclude", "self"],
    )
    for step in steps:
        for db in (file, shared):
            assert (done := dltrack("ingest", *step, "--db", db)).returncode == 0, done.stderr
        assert [asked(shared, query) for query in ASKED] == [asked(file, query) for query in ASKED]
    assert asked(shared, "select count(*) from main.rankings where rank is null") == [(6,)]
    assert [one for one in verify.verify(shared) if one.is_fault] == []


def test_an_upgraded_lake_accepts_null_ranks(server, tmp_path):
    with tarfile.open(RELEASED / "0.2.0-lake.tar.xz") as packed:
        packed.extractall(tmp_path / "backup", filter="data")
    db = tmp_path / "old.duckdb"
    backup.restore(tmp_path / "backup", server.address(tmp_path / "data"), db, say=quiet)
    upgrade.upgrade(db, say=quiet)
    ((home, topic, item),) = asked(db, "select collection, query_id, doc_id from main.rankings where rank = 1 limit 1")
    (tmp_path / "list.txt").write_text(f"{topic}\t{item}\n")
    done = dltrack("ingest", "exclusions", tmp_path / "list.txt", "-c", home, "--db", db)
    assert done.returncode == 0, done.stderr
    assert asked(db, "select count(*) > 0 from main.rankings where rank is null") == [(True,)]
    assert [one for one in verify.verify(db) if one.is_fault] == [] and stores.at(db).exists
