"""What killed commands leave goes with the next one or is named, and no file has its name before it is whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dltrack_db.base.files import tempfolder, whole
from dltrack_db.store import connection, database, leftovers, stores
from dltrack_db.store.verify import verify
from tests.commands import dltrack
from tests.copies import copied, noted


@pytest.fixture
def db(small_database, tmp_path):
    path = tmp_path / "x.duckdb"
    copied(small_database, path)
    return path


def test_what_a_killed_query_wrote_aside_goes_with_the_next_one(tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    path = tmp_path / "x.duckdb"
    own, of_another_file = connection.spill_folder(path), connection.spill_folder(tmp_path / "x.duckdb.tmp-y.duckdb")
    dead = own.with_name(own.name.replace(f"-{os.getpid()}-", f"-{ended.pid}-"))
    elsewhere = own.with_name("x.duckdb.tmp-00000000-1-0")
    assert dead != own
    for folder in (own, dead, elsewhere, of_another_file):
        folder.mkdir()
        (folder / "duckdb_temp_storage-0.tmp").write_bytes(b"x")
    connection.spill_folder(path)
    assert {folder.exists() for folder in (own, elsewhere, of_another_file)} == {True}
    assert not dead.exists()
    assert tempfolder._is_alive(os.getpid()) and not tempfolder._is_alive(ended.pid)


def test_a_leftover_counts_with_its_log(tmp_path):
    db = tmp_path / "x.duckdb"
    for name, size in (("x.duckdb", 9), (".x.duckdb.unfinished-1", 5), (".x.duckdb.unfinished-1.wal", 2)):
        (tmp_path / name).write_bytes(b"x" * size)
    assert [(one.path.name, one.num_bytes) for one in leftovers.find(db)] == [(".x.duckdb.unfinished-1", 7)]


@pytest.mark.more
def test_what_a_killed_load_left_goes_with_the_next_that_writes_and_a_study_is_named(db):
    left = [db.with_name(f".{db.name}.unfinished-{name}") for name in ("1", "1.wal", "2.wal")]
    study = db.with_name(f".{db.name}.simulating-abc")
    for path in (*left, study):
        path.write_bytes(b"x" * 200_000)
    told = dltrack("status", "--db", db)
    assert f"note: {study.name} (0.2 MB) is next to the database: an interrupted study" in told.stderr
    assert (
        f"note: {left[0].name} (0.4 MB) is next to the database: a file of a running or killed command" in told.stderr
    )
    assert dltrack("status", "--db", db, "-f", "csv").stderr == ""
    con = database.connect()
    with stores.at(db).change(con):
        pass
    con.close()
    assert [one.path for one in leftovers.find(db)] == [study]
    assert sorted(path.name for path in db.parent.iterdir()) == sorted([db.name, study.name])


KILLED = (
    "import os, sys; from dltrack_db.cli import main; from dltrack_db.load import expectations, publish; "
    "from tests import without_gx; "
    "expectations.Validator, expectations.preload = without_gx.validator, without_gx.nothing_to_import; "
    "fill = publish._fill; "
    "publish._fill = lambda *given, **named: (fill(*given, **named), os.kill(os.getpid(), 9)); main()"
)
"""A command that is killed when all its rows are written, before they are committed."""


def test_a_load_killed_while_it_publishes_changes_and_leaves_nothing(unchanged, tmp_path):
    run, db, new = tmp_path / "mine.txt", tmp_path / "file" / "x.duckdb", tmp_path / "new" / "y.duckdb"
    run.write_text("1 Q0 D1 1 1.0 x\n")
    db.parent.mkdir()
    new.parent.mkdir()
    copied(unchanged, db)
    load = ["ingest", "runs", run, "-c", "mini-docs", "--db", db]
    make = ["ingest", "collection", "--name", "own", "--qrels", tmp_path / "qrels", "--db", new]
    (tmp_path / "qrels").write_text("1 0 D1 1\n")
    for command in (load, make):
        killed = subprocess.run([sys.executable, "-c", KILLED, *command], capture_output=True, check=False)
        assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert not new.exists()
    noted(db)
    assert verify(db) == verify(unchanged) == []
    runs = "select count(*) from main.runs where run_id = 'mine'"
    assert dltrack("sql", runs, "--db", db, "-f", "csv").stdout.split()[-1] == "0"
    for command in (load, make):
        assert dltrack(*command).returncode == 0
    assert [path.name for path in (*db.parent.iterdir(), *new.parent.iterdir())] == ["x.duckdb", "y.duckdb"]
    assert dltrack("sql", runs, "--db", db, "-f", "csv").stdout.split()[-1] == "1"


def test_a_file_has_its_name_only_when_it_is_whole(tmp_path):
    target, link = tmp_path / "page.html", tmp_path / "link.html"
    with pytest.raises(OSError, match="full"), whole.new_file(target) as place:
        place.write_text("half a")
        raise OSError(28, "full")
    assert list(tmp_path.iterdir()) == []
    whole.write(target, b"first")
    target.chmod(0o640)
    link.symlink_to(target)
    with pytest.raises(OSError, match="full"), whole.new_file(link) as place:
        place.write_text("half a")
        raise OSError(28, "full")
    assert target.read_bytes() == b"first"
    whole.write(link, b"second")
    assert (link.is_symlink(), target.read_bytes(), target.stat().st_mode & 0o777) == (True, b"second", 0o640)
    whole.write(tmp_path / "page.html", b"third")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.html", "page.html"]
    whole.write(Path("/dev/null"), b"nothing")
