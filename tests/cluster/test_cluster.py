"""Scores and studies on the workers of a cluster are those of one process, whoever dies meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dltrack_db.cluster import pool, rescore
from dltrack_db.errors import DatabaseChangedError, FormatError, SourceError, UsageError
from dltrack_db.plugins.simulate.options import StudyOptions
from dltrack_db.plugins.simulate.study import simulate
from dltrack_db.store import database, stores, verify
from dltrack_db.store.patience import Patience
from tests.asking import asked
from tests.loading.mini_edition import Mini

DERIVED = "metrics.query_scores", "main.judged_rankings"
ROOT = Path(__file__).resolve().parents[2]


def spoil(path):
    """Scores as if labels had been other ones."""
    con = database.connect()
    with stores.at(path).change(con):
        con.execute("update main.query_scores set value = 0.125 where run_id = 'a'")
        con.execute("delete from main.judged_rankings where run_id = 'b'")
        con.execute("delete from main.query_scores where run_id = 'b'")
    con.close()


@pytest.fixture
def mini(tmp_path):
    return Mini(tmp_path / "mini").put_loaded(tmp_path / "mini.duckdb")


@pytest.mark.parametrize("cluster", [None, pytest.param("2", marks=pytest.mark.campaign)])
def test_scores_are_those_of_a_load(mini, cluster, request):
    if cluster:
        request.getfixturevalue("two_workers")
    known = [asked(mini, f"from {relation} order by all") for relation in DERIVED]
    spoil(mini)
    said = []
    rows = rescore.score(mini, [], cluster, patience=Patience(say=said.append), unit_rows=1, anyway=True)
    assert rows == len(known[0]) > 0
    assert [asked(mini, f"from {relation} order by all") for relation in DERIVED] == known
    assert [one for one in verify.verify(mini) if one.is_fault] == []
    assert said[:1] == (["2 units for 2 workers"] if cluster else [])
    assert asked(mini, "select command from main.changes order by change_no desc limit 1") == [("score mini-docs",)]


def test_what_others_changed_meanwhile_is_not_overwritten(mini, monkeypatch):
    work = rescore.work

    def late(origin, unit):
        made = work(origin, unit)
        con = database.connect()
        with stores.at(mini).change(con):
            con.execute("update main.collections set min_relevance = 3")
        con.close()
        return made

    monkeypatch.setattr(rescore, "work", late)
    known = asked(mini, "from metrics.query_scores order by all")
    with pytest.raises(DatabaseChangedError, match="was changed by another command in the meantime"):
        rescore.score(mini, ["mini-docs"], None)
    assert asked(mini, "from metrics.query_scores order by all") == known


def test_refusals(mini, monkeypatch):
    with pytest.raises(UsageError, match="mini-docs"):
        rescore.score(mini, ["mini-docz"], None)
    with pytest.raises(UsageError, match="or add --anyway"):
        rescore.score(mini, [], "2")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"dltrack\[cluster\]"):
        list(pool.map_units(dies_once, None, [1], "2"))


def dies_once(folder, unit):
    """Ends its worker at the first try of unit 3."""
    mark = folder / f"tried-{unit}"
    if unit == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if unit == 7:
        raise FormatError("file x, line 7: no number; mend it")
    return unit * unit


def always_dies(_, unit):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.campaign
def test_the_unit_of_a_killed_worker_is_done_again_and_errors_keep_their_words(two_workers, tmp_path):
    ray = sys.modules["ray"]
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers do not see the tests
    said = []
    assert sorted(pool.map_units(dies_once, tmp_path, range(6), "2", said.append)) == [0, 1, 4, 9, 16, 25]
    assert "a worker died; unit 4 will be computed again" in said
    with pytest.raises(FormatError, match="line 7"):
        list(pool.map_units(dies_once, tmp_path, [7], "1", said.append))
    with pytest.raises(SourceError, match="workers died 4 times while computing unit 1 of 1, and nothing was changed"):
        list(pool.map_units(always_dies, None, [1], "1", said.append))
    with pytest.raises(UsageError, match="ray://HOST:PORT"):
        list(pool.map_units(dies_once, tmp_path, [1], "elsewhere"))


@pytest.mark.campaign
def test_a_study_is_the_same(two_workers, mini):
    options = {"collection": "mini-docs", "strategy": "random", "trials": 3, "pool_depth": 1}
    simulate(mini, StudyOptions(**options, name="here"), lambda _: None)
    simulate(mini, StudyOptions(**options, name="there"), lambda _: None, "2")
    traces = "select * exclude simulation from main.simulation_traces where simulation = '{}' order by all"
    here, there = (asked(mini, traces.format(name)) for name in ("here", "there"))
    assert here == there != []


INTERRUPTED = """
import sys, time
from pathlib import Path
from dltrack_db.base import interrupts
from dltrack_db.cluster import rescore
interrupts.install()
begun = Path(sys.argv[2])
def slow(origin, unit):
    begun.touch()
    time.sleep(60)
rescore.work = slow
rescore.score(Path(sys.argv[1]), [], "1", anyway=True)
"""


def test_interrupted_leaves_the_database_as_it_was(mini, tmp_path):
    pytest.importorskip("ray", reason="needs Ray: pip install -e '.[cluster]'")
    before = mini.read_bytes()
    begun = tmp_path / "begun"
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED, str(mini), str(begun)], cwd=ROOT, stderr=-3)
    try:
        until = time.monotonic() + 120
        while not begun.exists() and time.monotonic() < until and process.poll() is None:
            time.sleep(0.1)
        assert begun.exists()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) != 0
    finally:
        process.kill()
    assert mini.read_bytes() == before
