"""Loads with a cluster hold what loads without one do."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from dltrack_db import cli
from dltrack_db.base import interrupts
from dltrack_db.cluster import load_scores as cluster_loading
from dltrack_db.cluster import pool
from dltrack_db.errors import FormatError, SourceError, UsageError
from dltrack_db.load import loader, plan
from dltrack_db.load.corpus import cluster_workers
from dltrack_db.store import collections, database, derive, verify
from tests.asking import asked
from tests.corpus import small
from tests.loading.mini_edition import RUN_A, Mini

CORPUS = "msmarco-v2-passage"
RELATIONS = "metrics.query_scores", "main.judged_rankings", "main.rankings", "main.run_topics"


def load_run(db, folder, name, cluster=None, say=lambda _: None):
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.txt").write_text(RUN_A.replace("tagA", name).replace("0.1", "7"))
    owner, spec = collections.in_database(db, "mini-docs")
    runs = plan.plan_part("runs", owner, spec, [folder / f"{name}.txt"])
    return loader.load(runs, db, loader.LoadOptions(cluster=cluster, say=say))


def relabel(db, folder, cluster=None):
    folder.mkdir(exist_ok=True)
    (folder / "other.qrels").write_text("1 0 D1 1\n1 0 D2 3\n1 0 D9 2\n2 0 D1 0\n2 0 D4 2\n")
    owner, spec = collections.in_database(db, "mini-docs")
    labels = plan.plan_part("qrels", owner, spec, [folder / "other.qrels"], labels="nist")
    return loader.load(labels, db, loader.LoadOptions(cluster=cluster, replace=True, say=lambda _: None))


def test_a_new_file_a_run_more_and_other_labels(units_here, tmp_path):
    there, alone = tmp_path / "there.duckdb", tmp_path / "alone.duckdb"
    steps = (
        lambda db, cluster: Mini(tmp_path / "mini").load(db, cluster=cluster),
        lambda db, cluster: load_run(db, tmp_path / "more", "c", cluster),
        lambda db, cluster: relabel(db, tmp_path / "labels", cluster),
    )
    for step, units in zip(steps, (2, 2, 5), strict=True):
        step(there, "2")
        step(alone, None)
        assert len(units_here) == units  # a single run is not worth it
        for relation in RELATIONS:
            query = f"from {relation} order by all"
            assert asked(there, query) == asked(alone, query) != [], relation
    assert [one for one in verify.verify(there) if one.is_fault] == []


@pytest.mark.campaign
def test_with_workers(two_workers, tmp_path, monkeypatch):
    monkeypatch.setattr(derive, "ROWS_PER_UNIT", 1)
    there, alone = tmp_path / "there.duckdb", tmp_path / "alone.duckdb"
    said = []
    Mini(tmp_path / "mini").load(alone)
    Mini(tmp_path / "mini").load(there, cluster="2")
    for relation in RELATIONS:
        query = f"from {relation} order by all"
        assert asked(there, query) == asked(alone, query) != [], relation
    given = small.passages(rows_per_member=20, members=3)
    tar = small.tar_of_gz(tmp_path / "p.tar", given.members)
    report = small.load(there, CORPUS, tar, cluster="2", say=said.append)
    assert (report.members, report.rows_stored) == (3, 60)
    assert "3 units for 2 workers" in said
    assert len(asked(there, "from main.passages")) == 60


def test_workers_that_fail_leave_the_database_as_it_was(units_here, tmp_path, monkeypatch):
    db = tmp_path / "mini.duckdb"
    Mini(tmp_path / "mini").load(db)
    before = db.read_bytes()

    def dead(*_, **__):
        raise SourceError("workers died")
        yield

    monkeypatch.setattr(pool, "map_units", dead)
    with pytest.raises(SourceError, match="workers died"):
        relabel(db, tmp_path / "labels", "2")
    assert asked(db, "from main.table_checksums") != []
    assert [one for one in verify.verify(db) if one.is_fault] == []
    assert len(db.read_bytes()) == len(before)
    with pytest.raises(SourceError, match="workers died"):
        Mini(tmp_path / "mini").load(tmp_path / "new.duckdb", cluster="2")
    assert not (tmp_path / "new.duckdb").exists()


@pytest.mark.campaign
def test_ctrl_c_leaves_the_database_as_it_was_and_no_worker_at_work(two_workers, tmp_path, monkeypatch, capsys):
    db, runs, begun = tmp_path / "mini.duckdb", tmp_path / "runs", tmp_path / "begun"
    Mini(tmp_path / "mini").load(db)
    before = db.read_bytes()
    for folder in (runs, begun):
        folder.mkdir()
    for name in ("x", "y"):
        (runs / f"{name}.txt").write_text(RUN_A.replace("tagA", name))

    def slow(labels, rankings):
        (begun / str(os.getpid())).touch()
        time.sleep(60)

    def press_ctrl_c():
        until = time.monotonic() + 60
        while len(list(begun.iterdir())) < 2 and time.monotonic() < until:
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(derive, "ROWS_PER_UNIT", 1)
    monkeypatch.setattr(cluster_loading, "work", slow)
    monkeypatch.setattr(interrupts, "_requested", 0)  # and what else interrupts.install changes, put back in the end
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    command = ["dltrack", "ingest", "runs", str(runs), "--collection", "mini-docs", "--db", str(db), "--cluster", "2"]
    monkeypatch.setattr(sys, "argv", command)
    pressing = threading.Thread(target=press_ctrl_c)
    pressing.start()
    try:
        with pytest.raises(SystemExit) as ended:
            cli.main()
    finally:
        pressing.join()
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert ended.value.code == 130
    assert "interrupted" in capsys.readouterr().err
    assert db.read_bytes() == before
    at_work = [int(each.name) for each in begun.iterdir()]
    assert len(at_work) == 2
    until = time.monotonic() + 20
    while any(map(is_running, at_work)) and time.monotonic() < until:
        time.sleep(0.02)
    assert not any(map(is_running, at_work))


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


JUDGED = """
insert into main.collections by name
select 'c' as collection, 'e' as edition, 'q' as query_set, 'passages' as task, 'c' as title, 'n' as qrels_variant,
    1 as min_relevance, 'float' as tie_rule, $corpus as corpus;
insert into main.qrels by name
select 'c' as collection, 'n' as variant, '1' as query_id, unnest($ids) as doc_id, 1 as relevance;
"""


def judge(db, ids):
    """Judge some items of a corpus."""
    con = database.connect()
    database.attach(con, db, read_only=False)
    for statement in JUDGED.split(";")[:2]:
        values = {"corpus": CORPUS, "ids": ids}
        con.execute(statement, {key: value for key, value in values.items() if f"${key}" in statement})
    con.close()


@pytest.mark.campaign
@pytest.mark.parametrize("profile", ["full", "judged"])
def test_the_members_of_a_corpus(units_here, tmp_path, profile):
    given = small.passages(rows_per_member=30, members=3)
    tar = small.tar_of_gz(tmp_path / "p.tar", given.members)
    stored = []
    for name, cluster in (("there", "auto"), ("alone", None)):
        db = tmp_path / f"{name}.duckdb"
        small.make_empty(db)
        if profile == "judged":
            judge(db, list(given.rows)[::7])
        report = small.load(db, CORPUS, tar, profile=profile, cluster=cluster)
        assert report.members == 3
        tables = "store.passages", "store.members", "main.passages"
        stored.append([asked(db, f"from {table} order by all") for table in tables])
        assert [one for one in verify.verify(db) if one.is_fault and one.check == "corpus"] == []
    assert stored[0] == stored[1]
    assert len(stored[0][0]) == (13 if profile == "judged" else 90)
    assert len(units_here) == 3


def test_a_damaged_member_stops_or_is_set_aside_and_the_load_goes_on(units_here, tmp_path):
    given = small.passages(rows_per_member=10, members=3)
    names = list(given.members)
    sound = given.members[names[1]]
    given.members[names[1]] = sound.replace(b'"pid"', b'"pit"', 1)
    db = tmp_path / "c.duckdb"
    tar = small.tar_of_gz(tmp_path / "p.tar", given.members)
    with pytest.raises(FormatError, match="msmarco_passage_01"):
        small.load(db, CORPUS, tar, cluster="auto")
    assert asked(db, "select count(*) from main.passages") == [(0,)]
    report = small.load(db, CORPUS, tar, cluster="auto", reject_files=True)
    assert list(report.rejected) == [names[1]]
    assert report.resumed_members == 1  # what comes before the fault
    assert len(units_here) == 3 + 2
    assert asked(db, "select count(*) from main.passages") == [(20,)]


def test_what_a_load_without_a_cluster_began_is_read_anew(units_here, tmp_path):
    given = small.passages(rows_per_member=30, members=2)
    tar = small.tar_of_gz(tmp_path / "p.tar", given.members)
    db = tmp_path / "c.duckdb"

    class Stop(Exception):
        pass

    def stop(done, total, rows):
        if rows:
            raise Stop

    with suppress(Stop):
        small.load(db, CORPUS, tar, on_progress=stop)
    con = database.connect()
    database.attach(con, db, read_only=True)
    assert con.execute("select count(*) from store.members where state = 'partial'").fetchall() == [(1,)]
    con.close()
    report = small.load(db, CORPUS, tar, cluster="auto")
    assert (report.members, report.rows_stored) == (2, 60)
    assert [one for one in verify.verify(db) if one.is_fault] == []


def test_refused_before_work_begins(tmp_path, monkeypatch):
    said = []
    for cluster in ("elsewhere", "0", "-1"):
        with pytest.raises(UsageError, match="ray://HOST:PORT"):
            Mini(tmp_path / "mini").load(tmp_path / "m.duckdb", cluster=cluster)
        with pytest.raises(UsageError, match="ray://HOST:PORT"):
            small.load(tmp_path / "c.duckdb", CORPUS, Path(__file__), cluster=cluster, say=said.append)
    assert not said
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"dltrack\[cluster\]"):
        Mini(tmp_path / "mini").load(tmp_path / "m.duckdb", cluster="auto")
    assert not (tmp_path / "m.duckdb").exists()


def test_a_packed_tar_is_read_here(units_here, tmp_path):
    import gzip

    given = small.passages(rows_per_member=10, members=2)
    packed = tmp_path / "p.tar.gz"
    packed.write_bytes(gzip.compress(small.tar_of_gz(tmp_path / "p.tar", given.members).read_bytes()))
    said = []
    report = small.load(tmp_path / "c.duckdb", CORPUS, packed, cluster="auto", say=said.append)
    assert report.rows_stored == 20
    assert [one for one in said if "must be read from start to end" in one]
    assert units_here == []
    assert cluster_workers.can_share(small.corpus.open_source(tmp_path / "p.tar", small.spec(CORPUS)))
