"""A load that is killed continues where it stopped and ends with the identical content."""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from corpus import small

from dltrack_db.errors import SourceError
from dltrack_db.load.corpus import acceptance

ROOT = Path(__file__).resolve().parents[2]
CONTENT = """
    select 'passage' as kind, member_no, stem, key, text, document_stem, document_key, spans
    from store.passages order by rowid
"""
KILLED = """
import sys
from pathlib import Path
sys.path[:0] = [{tests!r}]
from corpus import small
say = lambda text: print(text, flush=True)
small.load(Path({db!r}), "msmarco-v2-passage", Path({tar!r}), say=say)
"""


@pytest.fixture(scope="module")
def tar(tmp_path_factory) -> Path:
    given = small.passages(rows_per_member=3000, members=4)
    return small.tar_of_gz(tmp_path_factory.mktemp("tar") / "p.tar", given.members)


@pytest.fixture(scope="module")
def whole(tar) -> list[tuple]:
    db = tar.parent / "whole.db"
    small.load(db, "msmarco-v2-passage", tar)
    return small.query(db, CONTENT)


class Killed(Exception):
    """Stands for a process that ends in the middle of a load."""


def break_off(after: int):
    """A progress callback that ends the load after so many reports."""
    reports = itertools.count()

    def on_progress(_done, _total, _rows):
        if next(reports) == after:
            raise Killed

    return on_progress


@pytest.mark.parametrize("after", [2, *(pytest.param(after, marks=pytest.mark.campaign) for after in (1, 4, 7))])
def test_a_load_broken_off_after_some_batches_continues(tar, whole, tmp_path, after):
    db = tmp_path / "a.db"

    with pytest.raises(Killed):
        small.load(db, "msmarco-v2-passage", tar, on_progress=break_off(after))
    assert small.query(db, "select count(*) from main.passages") == [(0,)]
    said = []
    small.load(db, "msmarco-v2-passage", tar, say=said.append)
    assert any("continuing" in sentence for sentence in said)
    assert small.query(db, CONTENT) == whole
    assert small.query(db, "select count(*) from store.corpora") == [(1,)]


def kill_at(db: Path, tar: Path, delay: float) -> bool:
    """Start a load in a process of its own and kill it; whether it was still running."""
    script = KILLED.format(tests=str(ROOT / "tests"), db=str(db), tar=str(tar))
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()  # the plan: reading begins
    time.sleep(delay)
    was_running = process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    return was_running


def assert_continues(db: Path, tar: Path, whole: list[tuple]) -> None:
    small.load(db, "msmarco-v2-passage", tar)
    assert small.query(db, CONTENT) == whole
    assert not list(db.parent.glob(f".{db.name}.load-*")), "chunks of the killed load are left over"


@pytest.mark.campaign
def test_a_killed_process_continues(tar, whole, tmp_path):
    db = tmp_path / "a.db"
    assert kill_at(db, tar, 0.3)
    assert_continues(db, tar, whole)


@pytest.mark.campaign
def test_processes_killed_at_random_moments_continue(tar, whole, tmp_path):
    """Three here; `make torture` kills hundreds."""
    rng = random.Random(10)
    for number in range(3):
        db = tmp_path / f"{number}.db"
        was_killed = kill_at(db, tar, rng.uniform(0, 1.5))
        while was_killed and rng.random() < 0.3:  # some more than once
            was_killed = kill_at(db, tar, rng.uniform(0, 1.5))
        assert_continues(db, tar, whole)


@pytest.mark.more
def test_another_file_is_not_taken_for_the_rest(tar, tmp_path):
    db = tmp_path / "a.db"

    with pytest.raises(Killed):
        small.load(db, "msmarco-v2-passage", tar, on_progress=break_off(1))
    other = small.passages(rows_per_member=3000, members=4, seed=5)
    path = small.tar_of_gz(tmp_path / "p.tar", other.members)
    with pytest.raises(SourceError, match="has changed since the load began; start the load again with --restart"):
        small.load(db, "msmarco-v2-passage", path)
    small.load(db, "msmarco-v2-passage", path, restart=True)
    assert small.query(db, "select count(*) from main.passages") == [(12_000,)]


@pytest.mark.campaign
def test_a_reader_sees_the_old_corpus_until_the_new_one_is_published(tmp_path, monkeypatch):
    db = tmp_path / "a.db"
    first, second = small.passages(), small.passages(seed=9)
    small.load(db, "msmarco-v2-passage", small.tar_of_gz(tmp_path / "p.tar", first.members))

    def fail(*_args, **_kwargs):
        raise Killed

    monkeypatch.setattr(acceptance, "validate_and_publish", fail)
    path = small.tar_of_gz(tmp_path / "q.tar", second.members)
    with pytest.raises(Killed):
        small.load(db, "msmarco-v2-passage", path, replace=True)
    texts = dict(small.query(db, "select passage_id, text from main.passages"))
    assert texts == {pid: row["passage"] for pid, row in first.rows.items()}
    monkeypatch.undo()
    small.load(db, "msmarco-v2-passage", path, replace=True)
    texts = dict(small.query(db, "select passage_id, text from main.passages"))
    assert texts == {pid: row["passage"] for pid, row in second.rows.items()}
