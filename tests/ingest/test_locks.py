"""Many readers, one writer, and files that are no database: one sentence each, which names the holder and the cure."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from dltrack_db.errors import DatabaseError, DatabaseLockedError
from dltrack_db.ingest import publish
from dltrack_db.ingest.ledger import Ledger
from dltrack_db.store import collections, database, writing

HOLD = (
    "import duckdb, sys, time; con = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == 'read'); "
    "print('open', flush=True); time.sleep(float(sys.argv[3]))"
)


@pytest.fixture
def db(tmp_path, sample_database):
    # A folder whose name holds the words that messages are searched for.
    folder = tmp_path / "lock permission denied extension"
    folder.mkdir()
    return Path(shutil.copy(sample_database, folder / "x.duckdb"))


@pytest.fixture
def holder():
    """Start processes that hold a database for some seconds."""
    started = []

    def hold(db, how, seconds=60.0):
        process = subprocess.Popen([sys.executable, "-c", HOLD, db, how, str(seconds)], stdout=subprocess.PIPE)
        assert process.stdout.readline() == b"open\n"
        started.append(process)
        return process

    yield hold
    for process in started:
        process.kill()
        process.communicate()


def test_many_readers_at_once(db, holder):
    holder(db, "read")
    holder(db, "read")
    con = database.open_readonly(db)
    assert con.execute("select count(*) from main.rankings").fetchone() == (239_900,)
    con.close()


def test_a_reader_is_told_who_writes(db, holder):
    pid = holder(db, "write").pid
    with pytest.raises(DatabaseLockedError, match=rf"x\.duckdb is in use by process {pid} \(.+python.*\); close it"):
        database.open_readonly(db)


def test_a_load_is_told_at_once_who_reads_before_any_work(db, holder):
    pid = holder(db, "read").pid
    with pytest.raises(DatabaseLockedError, match=rf"in use by process {pid} "):
        Ledger.read(db)
    with pytest.raises(DatabaseLockedError, match=rf"in use by process {pid} "):
        collections.drop(db, "sample")


def test_publishing_waits_for_a_reader_that_comes_in_between(db, holder):
    holder(db, "read", 1.5)
    said = []
    con = database.connect()
    started = time.monotonic()
    with writing.writing(con, db, patience=30, say=said.append):
        con.execute("delete from main.queries")
    assert time.monotonic() - started > 0.5
    assert len(said) == 1
    assert said[0].startswith("waiting up to 30 s: ")


def test_an_open_connection_of_this_process_is_told(db):
    con = duckdb.connect(str(db))
    with pytest.raises(DatabaseLockedError, match="open in this very process; close that connection"):
        database.open_readonly(db)
    con.close()


def test_two_loads_make_one_database(tmp_path):
    """Both find no file; the second to end is refused, and what the first wrote stays."""
    db = tmp_path / "new.duckdb"
    first, second = database.connect(), database.connect()
    refused = pytest.raises(DatabaseError, match="was made by somebody else meanwhile; run the command again")
    with refused, writing.writing(first, db):
        first.execute("create table t as select 1 as x")
        with writing.writing(second, db):
            second.execute("create table t as select 2 as x")
    assert duckdb.connect(str(db), read_only=True).execute("from t").fetchone() == (2,)
    assert [path.name for path in tmp_path.iterdir()] == ["new.duckdb"]


def test_what_a_living_load_writes_is_not_swept_away(tmp_path):
    db = tmp_path / "new.duckdb"
    script = (
        "import sys, time, pathlib; from dltrack_db.store import database, writing\n"
        "con = database.connect()\n"
        "with writing.writing(con, pathlib.Path(sys.argv[1])):\n"
        "    con.execute('create table t as select 1 as x'); print('open', flush=True); sys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, db], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout.readline() == b"open\n"
    other = tmp_path / "other"
    con = database.connect()
    with writing.writing(con, other):
        con.execute("create table t as select 1 as x")
    writing._remove_unfinished(db)
    assert len(list(tmp_path.glob(".new.duckdb.unfinished-*"))) >= 1
    process.communicate(b"")
    assert process.returncode == 0
    assert db.exists()


def test_a_drop_in_between_is_noticed(db):
    before = Ledger.read(db)
    collections.drop(db, "sample-docs")
    assert Ledger.read(db).state != before.state


def test_a_database_without_tables_is_as_good_as_none(tmp_path):
    db = tmp_path / "x.duckdb"
    duckdb.connect(str(db)).close()
    assert Ledger.read(db) == Ledger({}, None)


def test_places_that_do_not_do(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("no database" * 5000)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name, says in [
        ("missing/x.duckdb", r"the folder .*missing does not exist; create it"),
        ("text/x.duckdb", r"the folder .*text does not exist; create it"),
        ("pipe", "is no regular file"),
        ("empty", "is not a DuckDB database; choose another file"),
        ("text", "is not a DuckDB database; choose another file"),
        ("", "is a folder; name a file"),
        ("loop", "cannot be opened"),
        ("x" * 300, "cannot be opened"),
    ]:
        with pytest.raises(DatabaseError, match=says):
            Ledger.read(tmp_path / name)
    with pytest.raises(DatabaseError, match=r"there is no database .*; make one with: dltrack ingest sample"):
        database.open_readonly(tmp_path / "none.duckdb")


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are POSIX")
def test_a_folder_that_may_not_be_written(tmp_path, monkeypatch):
    # Root may write anywhere, so the question is answered for it.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(DatabaseError, match="cannot be written; choose another place with --db"):
        Ledger.read(tmp_path / "x.duckdb")


@pytest.mark.parametrize(("version", "cure"), [("0", "load it anew into another file"), ("99", "update dltrack")])
def test_older_and_newer_tables_are_refused_with_the_cure(db, version, cure):
    con = duckdb.connect(str(db))
    con.execute("update main.database_info set value = $1 where key = 'schema_version'", [version])
    con.close()
    for act in (database.open_readonly, Ledger.read, lambda path: collections.drop(path, "sample"), publish.rebuild):
        with pytest.raises(DatabaseError, match=f"has table schema {version}, .*: {cure}"):
            act(db)


def test_a_newer_file_format_is_refused(db):
    content = bytearray(db.read_bytes())
    content[12] = 250  # the number of the storage format
    db.write_bytes(content)
    with pytest.raises(DatabaseError, match=r"was written by a newer DuckDB|cannot be opened"):
        database.open_readonly(db)


def test_views_of_another_dltrack_can_be_read_and_are_rebuilt(db):
    con = duckdb.connect(str(db))
    con.execute("drop view systems.run_census; update main.database_info set value = 'x' where key = 'views_hash'")
    con.close()
    reader = database.open_readonly(db)
    assert reader.execute("select count(*) from main.runs").fetchone() == (40,)
    reader.close()
    assert publish.rebuild(db) == 2
    reader = database.open_readonly(db)
    assert reader.execute("select count(*) from systems.run_census").fetchone() == (40,)
    reader.close()
