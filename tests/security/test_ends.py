"""Failing environments: closed streams, closed pipes, compression bombs, unwritable folders, interrupts."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db import cli
from dltrack_db.base import exhaustion, interrupts
from dltrack_db.base.files import disk_space, plainfile
from dltrack_db.base.files.bytescan import ByteScan
from dltrack_db.cli.app import app
from dltrack_db.cluster import pool
from dltrack_db.errors import DatabaseError, FormatError, SourceError, UsageError
from dltrack_db.load import checking
from dltrack_db.score import readers
from dltrack_db.store import checked_files, database, stores, template
from tests.commands import dltrack
from tests.copies import copied

RUN = "1 Q0 a 1 2.5 t\n2 Q0 b 1 1.5 t\n"
QRELS = "1 0 a 1\n2 0 b 0\n"


def shell(command: str, **options) -> subprocess.CompletedProcess:
    program = f"'{sys.executable}' -m dltrack_db"
    return subprocess.run(
        ["sh", "-c", command.replace("dltrack", program)], capture_output=True, text=True, timeout=300, **options
    )


@pytest.fixture
def files(tmp_path):
    (tmp_path / "run").write_text(RUN)
    (tmp_path / "qrels").write_text(QRELS)
    return tmp_path


@pytest.mark.campaign
@pytest.mark.skipif(sys.platform == "win32", reason="shells of Unix")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("dltrack leaderboard sample-docs --db $DB >&-", 0),
        ("dltrack leaderboard sample-docs --db $DB >&- 2>&-", 0),
        ("dltrack trec-eval qrels run >&-", 0),
        ("echo | dltrack sql 'select 1' --db $DB <&-", 0),
        ("dltrack leaderboard nowhere --db $DB 2>&-", 2),
        ("dltrack leaderboard sample-docs --db $DB > /dev/full", 1),
    ],
)
def test_a_closed_stream_is_not_reported_as_a_bug(small_database, files, command, code):
    done = shell(command, cwd=files, env=os.environ | {"DB": str(small_database)})
    assert done.returncode == code, done.stderr
    assert "internal error" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.more
@pytest.mark.skipif(sys.platform == "win32", reason="shells of Unix")
@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("dltrack leaderboard nowhere --db $DB 2>&-", "nowhere"),
        ("dltrack leaderboard nowhere --db $DB 2>/dev/full", "nowhere"),
        ("ulimit -v 120000; dltrack status --db $DB 2>&1", "memory ran out, and nothing was changed; close other"),
        ("ulimit -d 60000; dltrack status --db $DB 2>&1", "memory ran out, and nothing was changed; close other"),
        ("ulimit -f 0; dltrack eval run -c sample-docs --db $DB 2>&1", "no folder for temporary files is writable"),
    ],
)
def test_errors_are_reported_even_with_a_closed_stream_or_low_limits(small_database, files, command, said):
    done = shell(command, cwd=files, env=os.environ | {"DB": str(small_database)})
    assert done.returncode in (1, 2)
    assert said in done.stdout, done.stdout


def test_a_failure_to_start_threads_is_reported_as_exhausted_memory(monkeypatch):
    for text in ("can't start new thread", "libx.so: failed to map segment from shared object", "std::bad_alloc"):
        assert exhaustion.is_memory_error(RuntimeError(text))
    assert not exhaustion.is_memory_error(RuntimeError("no such thread"))
    monkeypatch.setattr(threading.Thread, "start", lambda self: (_ for _ in ()).throw(RuntimeError("can't start")))
    interrupts._watch()  # without the thread that ends long steps


@pytest.mark.parametrize("error", [MemoryError(), duckdb.OutOfMemoryException("could not allocate block")])
def test_memory_exhausted_while_reading_is_not_reported_as_a_bug(monkeypatch, capsys, error):
    def run(arguments):
        raise error

    monkeypatch.setattr(cli, "_run", run)
    with pytest.raises(SystemExit) as ended:
        cli.run_and_explain(["check"])
    assert ended.value.code == 1
    assert capsys.readouterr().err.startswith(
        "dltrack: memory ran out, and nothing was changed; close other programs, or raise"
    )


@pytest.mark.campaign
@pytest.mark.parametrize(("encoding", "rule"), [("ascii", "──".encode()), ("latin-1", rb"\u2500\u2500")])
def test_output_encodings_without_box_characters_are_supported(small_database, encoding, rule):
    done = subprocess.run(
        [sys.executable, "-m", "dltrack_db", "leaderboard", "sample-passages", "-n", "1", "--db", str(small_database)],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding},
    )
    assert done.returncode == 0 and b"alder_p2" in done.stdout and rule in done.stdout, done.stderr


@pytest.mark.campaign
@pytest.mark.skipif(sys.platform == "win32", reason="shells of Unix")
def test_output_to_a_closed_stream_is_not_written_to_another_file(small_database, tmp_path):
    """If standard output is closed, the first file that a process opens gets its descriptor, 1."""
    path = tmp_path / "x.duckdb"
    copied(small_database, path)
    before = path.read_bytes()
    shell(f"dltrack sql 'from main.qrels' --db {path} <&- >&- 2>&-")
    assert path.read_bytes() == before


@pytest.mark.campaign
@pytest.mark.skipif(sys.platform == "win32", reason="shells of Unix")
@pytest.mark.parametrize("form", ["csv", "json", "markdown", "table"])
def test_the_reader_of_a_pipe_may_close_it_early(small_database, tmp_path, form):
    query = "from main.qrels limit 9000"
    done = shell(f"(dltrack sql '{query}' --db {small_database} -f {form}; echo $? > code) | head -1", cwd=tmp_path)
    assert (tmp_path / "code").read_text() == "0\n"
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


# ---- compression bombs


@pytest.fixture
def bomb(tmp_path, monkeypatch):
    monkeypatch.setattr(disk_space, "MOST_UNPACKED", 1_000_000)
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"1 Q0 a 1 2.5 t\n" * 200_000))
    return path


SAYS = "unpacks to more than 1,000,000 bytes"


@pytest.mark.more
def test_every_command_stops_unpacking_a_compression_bomb(bomb, files, small_database, capfd, monkeypatch):
    from dltrack_db import cli
    from dltrack_db.base import interrupts

    monkeypatch.setattr(interrupts, "install", lambda: None)
    folder = bomb.parent
    for command, code in {
        ("check", bomb): 1,
        ("eval", bomb, "-c", "sample-docs", "--db", small_database): 1,
        ("trec-eval", folder / "qrels", bomb): 2,
        ("trec-eval", bomb, folder / "run"): 2,
        ("ingest", "collection", "--name", "c", "--qrels", bomb, "--topics", bomb, "--db", folder / "n.db"): 1,
        ("ingest", "runs", bomb, "-c", "sample-docs", "--db", small_database): 1,
    }.items():  # fmt: skip
        monkeypatch.setattr(sys, "argv", ["dltrack", *map(str, command)])
        with pytest.raises(SystemExit) as ended:
            sys.exit(cli.main())
        told = "".join(capfd.readouterr())
        assert (ended.value.code, "unpacks to more than" in told) == (code, True), (command, told)
    assert not (folder / "n.db").exists()


def test_a_check_limits_the_lines_read_one_by_one_as_a_load_does(files, monkeypatch):
    monkeypatch.setattr(readers, "MOST_LINES", 1000)
    path = files / "bomb.gz"
    for begin in (b"", b"{}"):
        path.write_bytes(gzip.compress(begin + b"\n" * 2000))
        _, (finding,) = checking.check([path], files / "none.duckdb", None)
        assert finding.detail.startswith(f"{path} has ") and "which is read line by line" in finding.detail


@pytest.mark.more
def test_packed_files_are_read_by_their_content_not_by_their_name(files):
    (files / "packed").write_bytes(gzip.compress(RUN.encode()))
    (files / "plain.gz").write_text(RUN)
    (files / "r[u]n").write_text(RUN.replace("2.5", "0.5"))
    expected = dltrack("trec-eval", "-m", "map", "qrels", "run", cwd=files).stdout
    assert "map" in expected
    for name in ("packed", "plain.gz", "r[u]n"):
        done = dltrack("trec-eval", "-m", "map", "qrels", name, cwd=files)
        assert (done.returncode, done.stdout) == (0, expected), done.stderr


# ---- sizes and folders


@pytest.mark.parametrize(
    "size", ["-5", "80%", "-5GB", "0", "0GB", "4", "x", "GB", "4 GB x", "4GB;drop table x", "1e3G"]
)
def test_invalid_sizes_are_rejected(size):
    with pytest.raises(UsageError, match="is not a size; give one like 4GB"):
        database.connect(size)


@pytest.mark.more
def test_a_command_rejects_an_invalid_size(tmp_path):
    done = CliRunner().invoke(app, ["ingest", "sample", "--memory", "80%", "--db", str(tmp_path / "x.duckdb")])
    assert isinstance(done.exception, UsageError)


@pytest.mark.parametrize("size", ["4GB", "500MB", "1.5 gb", "512MiB", "100000000B"])
def test_valid_sizes_are_accepted(size):
    database.connect(size).close()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_an_unwritable_folder_is_reported_before_anything_is_read(files, monkeypatch):
    monkeypatch.setattr(plainfile, "open_all", lambda *_: pytest.fail("read files first"))
    done = CliRunner().invoke(
        app,
        [
            *("ingest", "collection", "--name", "c", "--db", "/proc/x.duckdb"),
            *("--qrels", str(files / "qrels"), "--topics", str(files / "run")),
        ],
    )
    assert isinstance(done.exception, DatabaseError)
    assert "/proc" in str(done.exception)
    assert "the file" not in str(done.exception)


@pytest.mark.campaign
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become somebody else")
def test_a_read_only_folder_as_a_normal_user(small_database, tmp_path):
    """Reading works, even without a cache; loading gives one clear error."""
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv is not installed")
    folder = tmp_path / "shelf"
    folder.mkdir()
    copied(small_database, folder / "x.duckdb")
    for each in [folder, *folder.parents]:
        if Path(tempfile.gettempdir()) in each.parents:
            each.chmod(0o755)
    program = "import os, sys; from dltrack_db.cli import main; main()"
    other = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", sys.executable, "-c", program]
    environment = os.environ | {
        "HOME": "/nonexistent",
        "XDG_CACHE_HOME": "/nonexistent",
        "DLTRACK_CACHE": "/nonexistent",
    }
    first = subprocess.run([*other, "--version"], env=environment, capture_output=True, text=True, check=False)
    if "Permission" in first.stderr or "No module" in first.stderr or "failed" in first.stderr:
        pytest.skip("a normal user may not read this checkout")

    def run(*arguments):
        return subprocess.run(
            [*other, *arguments, "--db", str(folder / "x.duckdb")], env=environment, capture_output=True, text=True,
            timeout=300, check=False, cwd="/",
        )  # fmt: skip

    assert run("sql", "select count(*) from systems.leaderboard").returncode == 0
    done = run("drop", "sample")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "cannot be" in done.stderr
    assert [each.name for each in folder.iterdir()] == ["x.duckdb"]


# ---- power cuts and interrupts


def test_a_new_file_name_is_synced_to_disk(tmp_path, monkeypatch):
    """The folder is synced after the renaming; the test records the calls, because it cannot cut the power."""
    calls = []
    real = os.fsync

    def noted(handle):
        calls.append((Path(f"/proc/self/fd/{handle}").readlink(), path.exists()))
        real(handle)

    path = tmp_path / "new.duckdb"
    monkeypatch.setattr(os, "fsync", noted)
    con = database.connect()
    with stores.at(path).change(con, begin=template.copy_to):  # as a load does; to build one takes seconds
        con.execute("create table t as select 1 as a")
        assert not path.exists()
    con.close()
    assert (tmp_path, True) in calls


def test_an_interrupted_query_returns(small_database):
    with dl.open(small_database) as db:
        timer = threading.Timer(0.2, db.duckdb.interrupt)
        timer.start()
        with pytest.raises(duckdb.InterruptException):
            db.duckdb.execute("select count(*) from metrics.ranked, range(1000000) where score + range < 0").fetchall()
        timer.join()
        assert db.sql("select 1").fetchone() == (1,)


@pytest.mark.parametrize("start", [b"1 Q0 d1 1 5.0 ", b"a", b"\xef\xbb\xbf1\t"])
def test_a_packed_file_of_one_endless_line_is_refused_as_soon_as_it_is_seen(tmp_path, start, monkeypatch):
    read = []

    class Counting(ByteScan):
        def feed(self, block):
            read.append(block)
            super().feed(block)

    monkeypatch.setattr(plainfile, "ByteScan", Counting)
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(b"1 Q0 d1 1 5.0 t\n" + start + b"a" * (20 << 20), 1))
    (tmp_path / "into").mkdir()
    with pytest.raises(FormatError, match=r"bomb\.gz:2: the line is longer than 1,048,576 bytes"):
        plainfile.open_plain(tmp_path / "bomb.gz", tmp_path / "into")
    assert not any((tmp_path / "into").iterdir())
    assert len(read) < 12, "the whole file was unpacked"


def test_long_lines_are_accepted_in_xml_and_json(tmp_path):
    for start in (b"{", b" [", b"<top>"):
        (tmp_path / "x").write_bytes(start + b"a" * (2 << 20))
        assert plainfile.inspect(tmp_path / "x").line_bound > 2 << 20


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_a_signal_ends_a_command_in_one_long_step():
    """The main thread is inside a library that does not check for signals; a shielded signal is handled afterwards."""
    code = (
        "import hashlib, os, signal, threading, time\n"
        "from dltrack_db.base import interrupts\n"
        "interrupts.GRACE = 0.1\n"
        "interrupts.install()\n"
        "threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGTERM]).start()\n"
        "hashlib.pbkdf2_hmac('sha256', b'x', b'y', 2_000_000_000)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 143 and done.stderr.startswith("dltrack: interrupted; ")


@pytest.mark.more
def test_checking_a_run_also_checks_an_unchecked_database(small_database, files, monkeypatch):
    """The checks of the run and of the database use the same connection."""
    monkeypatch.setattr(checked_files, "note", lambda *_, **__: None)
    runs, findings = checking.check([files / "run"], small_database, "sample-docs")
    assert runs == ["run"] and findings


@pytest.mark.more
def test_a_cluster_node_that_dies_at_start_gives_one_clear_error(monkeypatch):
    pytest.importorskip("ray")

    def init(**_):
        raise Exception("The current node timed out during startup.\nSee the logs")

    fake = SimpleNamespace(is_initialized=lambda: False, init=init, shutdown=lambda: None)
    monkeypatch.setattr(pool, "_library", lambda: fake)
    with pytest.raises(SourceError, match=r"2 cannot be reached \(The current node timed out during startup\)"):
        list(pool.map_units(print, None, [1], "2"))
