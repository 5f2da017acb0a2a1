"""Many readers, one writer, and files that are not databases: each gives one clear error with a fix."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import duckdb
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli.app import app
from dltrack_db.errors import DatabaseDamagedError, DatabaseError, DatabaseLockedError, UntrustedError, UsageError
from dltrack_db.load import publish
from dltrack_db.load.ledger import Ledger
from dltrack_db.store import compact, database, database_files, patience, removal, stores, template
from dltrack_db.store.patience import Patience
from dltrack_db.store.verify import verify
from tests.commands import dltrack
from tests.copies import copied

pytestmark = pytest.mark.usefixtures("opened_anew")

HOLD = (
    "import duckdb, sys; con = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == 'read'); "
    "print('open', flush=True); sys.stdin.read()"
)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    """Commands do not wait, unless a test changes this."""
    monkeypatch.setenv("DLTRACK_WAIT", "0")


@pytest.fixture
def db(tmp_path, small_database):
    # A folder whose name holds the words that messages are searched for.
    folder = tmp_path / "lock permission denied extension"
    folder.mkdir()
    return copied(small_database, folder / "x.duckdb")


@pytest.fixture
def holder():
    """Start processes that keep a database open until their input is closed."""
    started = []

    def hold(db, how):
        process = subprocess.Popen([sys.executable, "-c", HOLD, db, how], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdout.readline() == b"open\n"
        started.append(process)
        return process

    yield hold
    for process in started:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stdin.close()


@pytest.mark.more
def test_many_readers_at_once(db, holder):
    holder(db, "read")
    holder(db, "read")
    con = database.open_readonly(db)
    assert con.execute("select count(*) from main.rankings").fetchone() == (83_900,)
    con.close()


@pytest.mark.campaign
def test_a_reader_gets_the_name_of_the_writing_process(db, holder):
    pid = holder(db, "write").pid
    with pytest.raises(
        DatabaseLockedError, match=rf"x\.duckdb is in use by process {pid} \(.+python.*\); close that process"
    ):
        database.open_readonly(db)


@pytest.mark.more
def test_a_load_reports_the_reading_process_before_any_work(db, holder):
    pid = holder(db, "read").pid
    with pytest.raises(DatabaseLockedError, match=rf"in use by process {pid} "):
        Ledger.read(db)
    with pytest.raises(DatabaseLockedError, match=rf"in use by process {pid} "):
        removal.drop(db, removal.DropRequest(("sample",)))


@pytest.mark.campaign
def test_publishing_waits_for_a_reader_that_opens_the_file_meanwhile(db, holder):
    holding = holder(db, "read")
    said = []

    def say(text):
        said.append(text)
        holding.stdin.close()

    con = database.connect()
    with stores.at(db).change(con, patience=Patience(120, say)):
        con.execute("delete from main.queries")
    assert len(said) == 1
    assert said[0].startswith("waiting up to 120 s: ")


def test_a_reading_command_waits_for_a_writer_and_names_it(db, holder, monkeypatch):
    monkeypatch.setenv("DLTRACK_WAIT", "120")
    holding = holder(db, "write")

    class Told(io.StringIO):
        def write(self, text):
            holding.stdin.close()
            return super().write(text)

    monkeypatch.setattr(sys, "stderr", Told())
    database.open_readonly(db).close()
    said = sys.stderr.getvalue()
    assert said.startswith("dltrack: waiting up to 120 s: ")
    assert f"in use by process {holding.pid} " in said


def test_the_default_wait_is_one_minute(monkeypatch):
    """The documented default; `now` replaces the clock."""
    monkeypatch.delenv("DLTRACK_WAIT")
    now, said = [1000.0], []

    def busy():
        raise DatabaseLockedError("somebody writes")

    monkeypatch.setattr(patience.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(patience.time, "sleep", lambda seconds: now.append(now.pop() + seconds))
    with pytest.raises(DatabaseLockedError):
        Patience(say=said.append).until_free(busy)
    assert said == ["waiting up to 60 s: somebody writes"]
    assert now == [pytest.approx(1060, abs=1)]


@pytest.mark.campaign
def test_waiting_ends_after_the_limit(db, holder, capsys):
    holder(db, "write")
    with pytest.raises(DatabaseLockedError):
        database.open_readonly(db, patience=Patience(0.5))
    assert capsys.readouterr().err.startswith("dltrack: waiting up to 0 s: ")


@pytest.mark.parametrize("wait", ["-1", "nan", "inf", "soon"])
def test_an_invalid_number_of_seconds_to_wait_is_rejected(db, wait, monkeypatch):
    monkeypatch.setenv("DLTRACK_WAIT", wait)
    with pytest.raises(UsageError, match="not a valid number of seconds"):
        database.open_readonly(db)


LOAD = (
    "import sys, pathlib; from dltrack_db.cli import main; from dltrack_db.load import expectations; "
    "from tests import without_gx; "
    "expectations.Validator, expectations.preload = without_gx.validator, without_gx.nothing_to_import; "
    "sys.argv = ['dltrack', 'ingest', 'runs', sys.argv[2], '-c', sys.argv[3], '--db', sys.argv[1]]; main()"
)


FULL = (
    "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); import pathlib, sys; "
    "size = pathlib.Path(sys.argv[1]).stat().st_size; resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)); "
)
"""The disk has no space for the file to grow, but its log can grow."""


@pytest.mark.campaign
def test_a_commit_is_reported_as_saved_even_if_the_log_cannot_be_merged(db, tmp_path):
    con = database.open_readonly(db)
    rows = con.execute(
        "select query_id, doc_id, rank, score from main.rankings where collection = 'sample-docs' and run_id = 'd_bm25'"
    ).fetchall()
    con.close()
    files = tmp_path / "files"
    files.mkdir()
    for number in range(8):
        lines = [f"{query} Q0 {doc} {rank} {score} t{number}\n" for query, doc, rank, score in rows]
        (files / f"late{number}.txt").write_text("".join(lines))
    done = subprocess.run([sys.executable, "-c", FULL + LOAD, db, files, "sample-docs"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (
        "x.duckdb: all changes are saved, but the log could not be merged into the file (" in done.stdout + done.stderr
    )
    assert "nothing was changed" not in done.stdout + done.stderr
    assert db.with_name("x.duckdb.wal").exists()
    con = database.open_readonly(db)
    assert con.execute("select count(*) from main.runs where run_id like 'late%'").fetchone() == (8,)
    con.close()
    again = dltrack("ingest", "runs", files, "-c", "sample-docs", "--db", db)
    assert (again.returncode, "already loaded" in again.stdout) == (0, True)
    assert verify(db) == []


def test_two_loads_and_a_reader_queue(unchanged, holder, tmp_path):
    """Both loads are planned with the same ledger: the second to publish starts again, and both succeed."""
    db = copied(unchanged, tmp_path / "x.duckdb")
    line = "1 Q0 D1 1 3.5 x\n"
    files = [tmp_path / "one.txt", tmp_path / "two.txt"]
    for file in files:
        file.write_text(line)
    holding = holder(db, "read")
    loads = [
        subprocess.Popen(
            [sys.executable, "-c", LOAD, db, file, "mini-docs"],
            env={**os.environ, "DLTRACK_WAIT": "120"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for file in files
    ]
    for load in loads:
        assert any("waiting up to" in line for line in iter(load.stderr.readline, ""))
    holding.stdin.close()
    ends = [load.communicate() for load in loads]
    assert [load.returncode for load in loads] == [0, 0], ends
    con = database.open_readonly(db)
    loaded = con.execute("select run_id from main.runs where run_id in ('one', 'two') order by all").fetchall()
    con.close()
    assert loaded == [("one",), ("two",)]
    assert verify(db) == []


@pytest.mark.campaign
def test_a_private_copy_does_not_block_loads_and_is_removed_when_closed(db, tmp_path):
    with dl.open(db, copy=True) as opened:
        removal.drop(db, removal.DropRequest(("sample-docs",)))
        assert opened.sql("select count(*) from main.collections").fetchone() == (2,)
        (place,) = opened.sql("select path from duckdb_databases() where database_name = 'dltrack'").fetchone()
        assert Path(place).exists()
    assert not Path(place).parent.exists()
    with dl.open(db) as opened:
        assert opened.sql("select count(*) from main.collections").fetchone() == (1,)


@pytest.mark.campaign
def test_a_private_copy_includes_changes_that_are_only_in_the_log(db, tmp_path):
    script = (
        "import duckdb, os, sys; con = duckdb.connect(sys.argv[1]); "
        "con.execute('pragma disable_checkpoint_on_shutdown; create table main.late as select 7 as x'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", script, db], check=True)
    assert db.with_name("x.duckdb.wal").exists()
    with dl.open(db, copy=True) as opened:
        assert opened.sql("from main.late").fetchone() == (7,)


@pytest.mark.campaign
def test_making_a_private_copy_keeps_the_locks_of_this_process(db, tmp_path):
    """If this process closed any handle of the file, DuckDB's lock on it would be lost."""
    first = dl.open(db)
    dl.open(db, copy=True).close()
    script = "import duckdb, sys; duckdb.connect(sys.argv[1])"
    refused = subprocess.run([sys.executable, "-c", script, db], capture_output=True, text=True, check=False)
    assert "Could not set lock" in refused.stderr
    first.close()


def test_a_private_copy_waits_for_a_writer(db, holder):
    holder(db, "write")
    with pytest.raises(DatabaseLockedError):
        dl.open(db, copy=True)


def test_an_open_connection_in_this_process_is_reported(db):
    con = duckdb.connect(str(db))
    with pytest.raises(DatabaseLockedError, match=r"already open in this process, in dl\.open"):
        database.open_readonly(db)
    con.close()


def test_two_loads_into_a_new_file_create_one_database(tmp_path):
    """Both loads find no file; the second to finish is rejected, and the first one's database is kept."""
    db = tmp_path / "new.duckdb"
    first, second = database.connect(), database.connect()
    refused = pytest.raises(
        DatabaseError, match="was created by another process in the meantime; run the command again"
    )
    with refused, stores.at(db).change(first, begin=template.copy_to):  # as a load does; to build one takes seconds
        first.execute("create table t as select 1 as x")
        with stores.at(db).change(second, begin=template.copy_to):
            second.execute("create table t as select 2 as x")
    assert duckdb.connect(str(db), read_only=True).execute("from t").fetchone() == (2,)
    assert [path.name for path in tmp_path.iterdir()] == ["new.duckdb"]


@pytest.mark.campaign
def test_files_of_a_running_load_are_not_removed(tmp_path):
    db = tmp_path / "new.duckdb"
    script = (
        "import sys, time, pathlib; from dltrack_db.store import database, stores\n"
        "con = database.connect()\n"
        "with stores.at(pathlib.Path(sys.argv[1])).change(con):\n"
        "    con.execute('create table t as select 1 as x'); print('open', flush=True); sys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, db], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout.readline() == b"open\n"
    other = tmp_path / "other"
    con = database.connect()
    with stores.at(other).change(con):
        con.execute("create table t as select 1 as x")
    database_files.remove_unfinished(db)
    assert len(list(tmp_path.glob(".new.duckdb.unfinished-*"))) >= 1
    process.communicate(b"")
    assert process.returncode == 0
    assert db.exists()


@pytest.mark.campaign
def test_leftovers_of_a_load_killed_after_renaming_are_removed_later(tmp_path, monkeypatch):
    (tmp_path / "qrels.txt").write_text("1 0 a 1\n")
    (tmp_path / "topics.tsv").write_text("1\tone\n")
    db = tmp_path / "made" / "x.duckdb"
    db.parent.mkdir()
    command = ["ingest", "collection", "--name", "mine", "--db", str(db)]
    command += ["--qrels", str(tmp_path / "qrels.txt"), "--topics", str(tmp_path / "topics.tsv")]
    with monkeypatch.context() as killed:
        killed.setattr(database_files, "remove", lambda path: None)
        assert CliRunner().invoke(app, command).exit_code == 0
    (left,) = db.parent.glob(".x.duckdb.unfinished-*")
    assert left.samefile(db)
    # another's name that only looks like it stays
    held = db.parent / ".y.duckdb.unfinished-0"
    held.write_text("")
    opened = []
    monkeypatch.setattr(database_files, "_is_abandoned", opened.append)
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0 and "nothing changed" in done.output + done.stderr, done.output
    assert sorted(path.name for path in db.parent.iterdir()) == [held.name, db.name]
    assert not opened and [finding for finding in verify(db) if finding.is_fault] == []


@pytest.mark.more
def test_a_drop_by_another_command_meanwhile_is_detected(db):
    before = Ledger.read(db)
    removal.drop(db, removal.DropRequest(("sample-docs",)))
    assert Ledger.read(db).state != before.state


def test_a_database_without_tables_is_treated_as_missing(tmp_path):
    db = tmp_path / "x.duckdb"
    duckdb.connect(str(db)).close()
    assert Ledger.read(db) == Ledger({}, None)


def test_unsuitable_database_paths_are_rejected(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("no database" * 5000)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "link").symlink_to("gone.duckdb")
    for name, says in [
        ("missing/x.duckdb", r"the folder .*missing does not exist; create it"),
        ("text/x.duckdb", r"the folder .*text does not exist; create it"),
        ("pipe", "is not a regular file"),
        ("empty", "is not a DuckDB database; choose another file"),
        ("text", "is not a DuckDB database; choose another file"),
        ("", "is a folder; name a file"),
        ("loop", "cannot be opened"),
        ("link", r"link is a link to gone\.duckdb, which does not exist; remove the link"),
        ("x" * 300, "cannot be opened"),
    ]:
        for act in (Ledger.read, compact.compact):
            with pytest.raises(DatabaseError, match=says):
                act(tmp_path / name)
    with pytest.raises(DatabaseError, match=r"there is no database .*; make one with: dltrack ingest sample"):
        database.open_readonly(tmp_path / "none.duckdb")
    with pytest.raises(
        DatabaseError, match=r"contains a '\?', and DuckDB cannot write files with such names; choose another"
    ):
        database_files.check_writable(tmp_path / "a?b.duckdb")


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are POSIX")
def test_an_unwritable_folder_is_rejected(tmp_path, monkeypatch):
    # Root may write anywhere, so the attempt fails for it.
    def refuse(*_args, **_kwargs):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    with pytest.raises(
        DatabaseError, match=r"cannot be written \(Permission denied\); choose another folder with --db"
    ):
        Ledger.read(tmp_path / "x.duckdb")


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("version", "cure"), [("1", "load the data again into another file"), ("99", "update dltrack")]
)
def test_older_and_newer_table_schemas_are_rejected_with_what_to_do(db, version, cure):
    con = duckdb.connect(str(db))
    con.execute("update main.database_info set value = $1 where key = 'schema_version'", [version])
    con.close()
    drop = lambda path: removal.drop(path, removal.DropRequest(("sample",)))  # noqa: E731
    for act in (database.open_readonly, Ledger.read, drop, publish.rebuild):
        with pytest.raises(DatabaseError, match=f"has table schema {version}, .*; {cure}"):
            act(db)


@pytest.mark.more
@pytest.mark.parametrize("text", ["9" * 5000, "x", "-1", ""])
def test_a_schema_version_that_is_not_a_number_is_reported_as_damage(db, text):
    with duckdb.connect(str(db)) as con:
        con.execute("update main.database_info set value = $1 where key = 'schema_version'", [text])
    with pytest.raises(DatabaseDamagedError, match=f"has the schema_version '{text[:20]}.{{,41}}', which"):
        database.open_readonly(db)


def test_a_newer_file_format_is_refused(db):
    content = bytearray(db.read_bytes())
    content[12] = 250  # the number of the storage format
    db.write_bytes(content)
    with pytest.raises(DatabaseError, match=r"was written by a newer DuckDB|is damaged"):
        database.open_readonly(db)


@pytest.mark.more
def test_a_file_with_another_versions_views_is_read_through_current_views_and_can_be_rebuilt(db, capsys):
    con = duckdb.connect(str(db))
    con.execute("drop view systems.run_census; update main.database_info set value = 'x' where key = 'views_hash'")
    con.close()
    for _ in range(2):  # of which the second finds the note on the first
        with closing(database.open_readonly(db)) as reader:
            assert reader.execute("select count(*) from systems.run_census").fetchone() == (14,)
            assert reader.execute("select count(*) from main.runs").fetchone() == (40,)
    assert capsys.readouterr().err.count("read through current views") == 1
    with pytest.raises(UntrustedError, match="has the views of another version of dltrack"):
        removal.drop(db, removal.DropRequest(("sample",)))
    assert publish.rebuild(db) == 2
    with closing(database.open_readonly(db)) as reader:
        assert reader.execute("select count(*) from systems.run_census").fetchone() == (14,)
    assert capsys.readouterr().err == ""
