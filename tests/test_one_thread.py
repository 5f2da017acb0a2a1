"""No statement of ours meets the union that DuckDB 1.5.5 never ends with one thread: asked of the made sample."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dltrack_db.store import connection, database

PROGRAM = Path(__file__).with_name("one_thread.py")


def asked(db: Path, kind: str, folder: Path, *seconds: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(PROGRAM), str(db), kind, str(folder), *seconds],
        env={**os.environ, "PYTHONPATH": str(PROGRAM.parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_union_that_hangs_is_seen(small_database, tmp_path):
    """When it ends, DuckDB has mended it: then `connection.LEAST_THREADS` and docs/duckdb.md can go."""
    done = asked(small_database, "hanging", tmp_path, "3")
    assert done.returncode == 1 and "Timeout" in done.stderr, done.stdout


@pytest.mark.campaign
@pytest.mark.parametrize("kind", ["cookbook", "commands", pytest.param("views", marks=pytest.mark.campaign)])
def test_every_answer_comes_with_one_thread(sample_database, tmp_path, kind):
    with database.open_readonly(sample_database) as con:
        lines = con.execute(
            "select concat_ws(' ', query_id, 'Q0', doc_id, rank, score, 'mine') from main.rankings "
            "where run_id = 'alder_p1' and collection = 'sample-passages'"
        ).fetchall()
    (tmp_path / "mine.run").write_text("".join(f"{line}\n" for (line,) in lines))
    done = asked(sample_database, kind, tmp_path)
    assert done.returncode == 0, (done.stdout.splitlines()[-1:], done.stderr[-3000:])


@pytest.mark.usefixtures("opened_anew")
def test_whatever_answers_has_two_threads_on_a_machine_with_one(small_database, monkeypatch):
    monkeypatch.setattr(connection, "LEAST_THREADS", 99)
    for con in (database.connect(), database.open_readonly(small_database)):
        with con:
            assert con.execute("select current_setting('threads')").fetchone() == (99,)
