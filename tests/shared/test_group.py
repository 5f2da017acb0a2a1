"""A group's use of a shared database: concurrent loads, earlier snapshots, maintenance, and killed processes."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

import dltrack_db as dl
from dltrack_db.base import parts, resources
from dltrack_db.errors import DatabaseError, SourceError, UntrustedError, UsageError
from dltrack_db.load import loader, plan
from dltrack_db.sqlfiles import part_queries
from dltrack_db.store import collections, database, derive, lake, removal, verify
from dltrack_db.store.lake import address as addresses
from dltrack_db.store.lake import lake_store, overlay, session, snapshots
from dltrack_db.store.lake.lake_store import LakeStore
from tests.asking import asked
from tests.commands import dltrack
from tests.loading.mini_edition import RUN_A, Mini

CONSISTENT = """
select
    list_sort((select list(distinct run_id) from main.run_topics)) = list_sort((select list(distinct run_id) from main.rankings))
    and list_sort((select list(distinct run_id) from main.run_topics)) = list_sort((select list(distinct run_id) from metrics.query_scores))
    and list_sort((select list(distinct run_id) from main.run_topics)) = list_sort((select list(name) from main.loads where part = 'runs'))
    and list_sort((select list(distinct run_id) from main.run_topics))
    = list_sort((select list(run_id) from main.runs where source_file is not null))
"""  # noqa: E501


def load_run(db, folder, name, text=RUN_A, *, replace=False, cluster=None):
    """Load one run file into mini-docs."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{name}.txt"
    file.write_text(text.replace("tagA", name))
    owner, spec = collections.in_database(db, "mini-docs")
    options = loader.LoadOptions(replace=replace, cluster=cluster, say=lambda _: None)
    return loader.load(plan.plan_part("runs", owner, spec, [file]), db, options)


def relabel(db, folder, cluster=None):
    """Replace the official labels of mini-docs by others."""
    folder.mkdir(exist_ok=True)
    file = folder / "other.qrels"
    file.write_text("1 0 D1 1\n1 0 D2 3\n1 0 D9 2\n2 0 D1 0\n2 0 D4 2\n")
    owner, spec = collections.in_database(db, "mini-docs")
    options = loader.LoadOptions(replace=True, cluster=cluster, say=lambda _: None)
    return loader.load(plan.plan_part("qrels", owner, spec, [file], labels="nist"), db, options)


@pytest.mark.campaign
def test_a_run_description_can_be_loaded_into_a_lake_alone(filled, tmp_path):
    (tmp_path / "qrels.txt").write_text("1 0 D1 1\n")
    (tmp_path / "one.txt").write_text("1 Q0 D1 1 1 one\n")
    given = ("--qrels", tmp_path / "qrels.txt", "--runs", tmp_path / "one.txt", "--metadata", tmp_path / "runs.csv")
    for team in ("north", "south"):
        (tmp_path / "runs.csv").write_text(f"run_id,team\none,{team}\n")
        done = dltrack("ingest", "collection", "--name", "mine", *given, "--db", filled)
        assert done.returncode == 0, done.stderr
        assert asked(filled, "select team from main.runs where collection = 'mine'") == [(team,)]


@pytest.mark.campaign
def test_submissions_are_decided_by_the_same_rule_in_a_lake(filled, tmp_path):
    """Set by an option, or by notes before and after the run, and kept by later loads."""
    submissions = "select run_id, is_submission from main.runs where run_id in ('a', 'b', 'c', 'd') order by run_id"
    (tmp_path / "n.csv").write_text("collection,run_id,is_submission\nmini-docs,a,false\nmini-docs,d,false\n")
    done = dltrack("ingest", "run-notes", tmp_path / "n.csv", "--db", filled)
    assert done.returncode == 0, done.stderr
    for run, option in (("c", "--not-submitted"), ("d", "--replace")):
        (tmp_path / run).write_text(RUN_A.replace("tagA", run))
        done = dltrack("ingest", "runs", tmp_path / run, "-c", "mini-docs", option, "--db", filled)
        assert done.returncode == 0, done.stderr
    assert asked(filled, submissions) == [("a", False), ("b", True), ("c", False), ("d", False)]
    (tmp_path / "n.csv").write_text("collection,run_id,is_submission\nmini-docs,a,true\nmini-docs,c,true\n")
    done = dltrack("ingest", "run-notes", tmp_path / "n.csv", "--replace", "--db", filled)
    assert done.returncode == 0, done.stderr
    assert asked(filled, submissions)[::2] == [("a", True), ("c", True)]
    assert [one for one in verify.verify(filled) if one.is_fault] == []


def test_a_run_is_read_at_two_snapshots_and_after_maintenance(filled, tmp_path):
    before = int(asked(filled, "select max(snapshot_id) from lake.snapshots()")[0][0])
    assert snapshots.set_name(filled, "paper") == before
    scores = asked(filled, "from metrics.run_scores order by all")
    load_run(filled, tmp_path / "later", "third")
    assert len(asked(filled, "from systems.leaderboard")) == 3
    for at in (before, str(before), "paper"):
        with dl.open(filled, at=at) as db:
            assert db.sql("from metrics.run_scores order by all").fetchall() == scores
    done = snapshots.maintain(filled, 0, grace=0)
    assert done.num_expired > 0
    assert asked(filled, CONSISTENT) == [(True,)]
    with dl.open(filled, at="paper") as db:  # named: kept
        assert db.sql("from metrics.run_scores order by all").fetchall() == scores
    with pytest.raises(DatabaseError, match="snapshot 1 does not exist or was deleted"), dl.open(filled, at=1):
        pass
    with pytest.raises(UsageError, match="no snapshot named 'paper2'"), dl.open(filled, at="paper2"):
        pass
    with pytest.raises(UsageError, match="is a number"):
        snapshots.set_name(filled, "12")
    messages = [row[3] for row in snapshots.list_snapshots(filled)[1]]
    assert "ingest runs third of mini-docs" in messages
    assert [one for one in verify.verify(filled) if one.is_fault] == []


def test_an_earlier_snapshot_is_restored(filled, tmp_path):
    """Labels, ledger and scores are restored while the change log continues; the undone state can be restored, too."""
    everything = "from metrics.run_scores order by all"
    scores, before = asked(filled, everything), snapshots.list_snapshots(filled)[1][0][0]
    removed = removal.drop(filled, removal.DropRequest(("a",)))
    assert removed.state_before == before
    relabel(filled, tmp_path / "labels")
    after = asked(filled, everything)
    assert after != scores
    assert snapshots.restore(filled, before) == before
    assert asked(filled, everything) == scores
    assert [one for one in verify.verify(filled) if one.is_fault] == []
    snapshots.restore(filled, str(before + 2))
    assert asked(filled, everything) == after
    assert [one for one in verify.verify(filled) if one.is_fault] == []
    log = [row[0] for row in asked(filled, "select command from main.changes order by change_no desc limit 4")]
    assert log[:2] + log[3:] == [f"restore {before + 2}", f"restore {before}", "drop a"]
    with pytest.raises(UsageError, match="no snapshot named"):
        snapshots.restore(filled, "never")
    with pytest.raises(DatabaseError, match="snapshot 999 does not exist or was deleted"):
        snapshots.restore(filled, 999)


@pytest.mark.campaign
def test_a_load_that_finds_many_small_files_merges_them(filled, tmp_path, monkeypatch):
    rows = RUN_A + "".join(f"1 Q0 X{number} 9 -{number} tagA\n" for number in range(2000))
    files = "select file_count from ducklake_table_info('lake') where table_name = 'rankings'"
    for name in ("third", "fourth"):  # of so many rows that they lie in files
        load_run(filled, tmp_path / "later", name, rows)
    ((before,),) = asked(filled, files)
    snapshot = int(asked(filled, "select max(snapshot_id) from lake.snapshots()")[0][0])
    scores = asked(filled, "from metrics.run_scores order by all")
    monkeypatch.setattr(snapshots, "MANY", 2)
    load_run(filled, tmp_path / "later", "fifth", rows)
    ((after,),) = asked(filled, files)
    assert (before, after) == (2, 1)
    assert len(asked(filled, "from systems.leaderboard")) == 5
    with dl.open(filled, at=snapshot) as db:
        assert db.sql("from metrics.run_scores order by all").fetchall() == scores
    assert [one for one in verify.verify(filled) if one.is_fault] == []


@pytest.mark.campaign
def test_dropping_replacing_and_relabelling_work_as_in_a_file(filled, tmp_path, units_here):
    file = tmp_path / "file.duckdb"
    Mini(tmp_path / "mini").load(file)
    for db, cluster in ((filled, "2"), (file, None)):
        load_run(db, tmp_path / "later", "third", cluster=cluster)
        load_run(db, tmp_path / "again", "a", RUN_A.replace("2.5", "0.01"), replace=True, cluster=cluster)
        relabel(db, tmp_path / "labels", cluster)
        removal.drop(db, removal.DropRequest(("b",)))
    assert len(units_here) == 3  # the runs that the labels are for
    for relation in (
        "main.run_topics",
        "main.rankings",
        "main.judged_rankings",
        "metrics.query_scores",
        "main.qrels",
        "main.runs",
    ):
        hidden = {"answer_id", "source_file"}
        names = [row[0] for row in asked(file, f"describe from {relation}") if row[0] not in hidden]
        query = f"select {', '.join(names)} from {relation} order by all"
        assert asked(filled, query) == asked(file, query), relation
    assert asked(filled, CONSISTENT) == [(True,)]
    assert [one for one in verify.verify(filled) if one.is_fault] == []
    with pytest.raises(SourceError, match="--replace"):
        load_run(filled, tmp_path / "later", "third", RUN_A.replace("9 tagA", "8 tagA"))
    removal.drop(filled, removal.DropRequest(("mini-docs",)))
    assert asked(filled, "select (select count(*) from main.rankings) + (select count(*) from main.loads)") == [(0,)]


@pytest.mark.campaign
def test_changes_by_another_program_are_detected(filled):
    con = database.connect()
    session.attach(con, overlay.find_address(filled), read_only=False)
    con.execute("update lake.main.runs set team = 'X' where run_id = 'a'")
    con.close()
    assert {one.check for one in verify.verify(filled) if one.is_fault} >= {"facts"}


LOADS = """
import sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.shared.test_group import load_run
db, folder, name, count = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
for number in range(count):
    load_run(db, folder, f"{{name}}{{number}}")
"""
ROOT = str(Path(__file__).resolve().parents[2])


def writer(db, folder, name, count):
    """Start a process that loads runs one after the other."""
    command = [sys.executable, "-c", LOADS.format(root=ROOT), str(db), str(folder), name, str(count)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)


def test_two_writers_and_a_reader(filled, tmp_path):
    count = int(os.environ.get("DLTRACK_SHARED_LOADS", "2"))
    lake.connect(overlay.find_address(filled), tmp_path / "other.duckdb")
    writers = [
        writer(filled, tmp_path / "x", "x", count),
        writer(tmp_path / "other.duckdb", tmp_path / "y", "y", count),
    ]
    polls = []
    while any(one.poll() is None for one in writers):
        polls.append(asked(filled, CONSISTENT))
    assert [(one.returncode, one.stderr.read()[-500:]) for one in writers if one.returncode] == []
    print(f"{2 * count} loads, {len(polls)} polls, {sum(poll != [(True,)] for poll in polls)} inconsistent")
    assert polls
    assert all(poll == [(True,)] for poll in polls)
    assert asked(filled, "select count(*), count(distinct answer_id) from main.run_topics") == [
        (5 + 6 * count, 5 + 6 * count)
    ]
    assert asked(filled, "select count(*) - count(distinct load_id) from main.loads") == [(0,)]
    assert asked(filled, CONSISTENT) == [(True,)]
    assert [one for one in verify.verify(filled) if one.is_fault] == []


@pytest.mark.parametrize("moment", ["before", "in"])
def test_a_killed_writer_leaves_no_rows(filled, tmp_path, moment):
    """The writer is killed just before the commit, and before it gets the lock."""
    known = asked(filled, "from main.run_topics order by all")
    files = set((tmp_path / "lake").rglob("*.parquet"))
    kill = (
        "import os, signal\n"
        + {
            "in": "from dltrack_db.store.lake import lock\nlock.Lock.check = lambda _: ",
            "before": "from dltrack_db.store.lake.lake_store import LakeStore\nLakeStore.change = lambda *_, **__: ",
        }[moment]
        + "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    script = LOADS.format(root=ROOT)
    command = [sys.executable, "-c", kill + script, str(filled), str(tmp_path / "z"), "z", "1"]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == -signal.SIGKILL
    assert asked(filled, "from main.run_topics order by all") == known
    left = set((tmp_path / "lake").rglob("*.parquet")) - files
    began = time.monotonic()
    load_run(filled, tmp_path / "z", "z0")  # the lock went with the process
    assert time.monotonic() - began < 50
    assert asked(filled, CONSISTENT) == [(True,)]
    if moment == "in":
        snapshots.maintain(filled, 0, grace=0)
        assert not left & set((tmp_path / "lake").rglob("*.parquet"))


@pytest.mark.campaign
def test_a_load_waits_for_a_postgresql_that_restarts_within_its_transaction(filled, tmp_path, server, monkeypatch):
    """The connection is lost with all uncommitted rows; the load is repeated once."""
    known, restarts = asked(filled, "from main.run_topics order by all"), []

    def restart(con, command):
        monkeypatch.undo()
        restarts.append(command)
        server.stop()
        server.start()

    monkeypatch.setattr(lake_store.session, "describe", restart)
    load_run(filled, tmp_path / "r", "r")
    assert len(restarts) == 1
    assert asked(filled, "from main.run_topics where run_id <> 'r' order by all") == known
    assert asked(filled, "select count(*) from main.runs where run_id = 'r'") == [(1,)]
    assert asked(filled, CONSISTENT) == [(True,)]
    assert [one for one in verify.verify(filled) if one.is_fault] == []


@pytest.mark.campaign
def test_a_load_starts_again_if_labels_were_replaced_while_it_ran(filled, tmp_path, monkeypatch):
    original, times = LakeStore.publish, []

    def late(store, con, *given):
        times.append(1)
        if len(times) == 1:
            relabel(filled, tmp_path / "labels")
        original(store, con, *given)

    monkeypatch.setattr(LakeStore, "publish", late)
    load_run(filled, tmp_path / "n", "n")
    assert len(times) == 3  # the first load, the one in between, the first again
    assert asked(filled, CONSISTENT) == [(True,)]
    assert [one for one in verify.verify(filled) if one.is_fault] == []


def test_a_plain_duckdb_shell_can_read_the_lake(filled):
    program = Path(sys.executable).parent / "duckdb"
    found = str(program) if program.exists() else shutil.which("duckdb")
    if found is None:
        pytest.skip("needs duckdb-cli")
    lines = [*lake.shell_lines(overlay.find_address(filled)), "select run_id from systems.leaderboard order by all;"]
    done = subprocess.run(
        [found, "-readonly", "-csv", str(filled)], input="\n".join(lines), capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["run_id", "a", "b"], done.stderr


@pytest.mark.campaign
def test_sqlalchemy_reads_a_lake_with_table_keys(filled):
    engine, tables = dl.engine(filled), dl.metadata(filled).tables
    ranked = sa.select(sa.func.count()).join_from(tables["main.rankings"], tables["main.run_topics"])
    with engine.connect() as con, dl.open(filled) as db:
        assert con.execute(ranked).scalar_one() == db.sql("select count(*) from main.rankings").fetchone()[0] > 0
    engine.dispose()


def test_invalid_requests_on_a_shared_database_are_rejected(filled, tmp_path, server, monkeypatch):
    with pytest.raises(UsageError, match="the address contains a password"):
        lake.parse("ducklake:postgres:dbname=x password=secret", "d")
    with pytest.raises(UsageError, match="the address contains a password"):
        lake.parse("ducklake:postgres:postgresql://me:secret@host/x", "d")
    with pytest.raises(UsageError, match="not the address of a shared database"):
        lake.parse("ducklake:sqlite:x", "d")
    with pytest.raises(DatabaseError, match="--init"):
        lake.connect(server.address(tmp_path / "none"), tmp_path / "none.duckdb")
    (tmp_path / "taken.duckdb").write_text("x")
    with pytest.raises(DatabaseError, match="not an overlay"):
        lake.connect(overlay.find_address(filled), tmp_path / "taken.duckdb")
    with pytest.raises(UsageError, match="lake maintain"):
        from dltrack_db.store.compact import compact

        compact(filled)
    # a file of a stranger's leads nobody anywhere
    address = overlay.find_address(filled)
    addresses._record_path(address).unlink()
    with pytest.raises(UntrustedError, match="to which you never connected"):
        database.open_readonly(filled)
    addresses.remember(address)
    con = database.connect()
    session.attach(con, address, read_only=False)
    con.execute("update lake.main.database_info set value = '99' where key = 'schema_version'")
    con.close()
    with pytest.raises(DatabaseError, match=r"schema 99.*update dltrack"):
        database.open_readonly(filled)


@pytest.mark.campaign
def test_a_query_on_a_lake_cannot_read_other_files(filled, tmp_path):
    (tmp_path / "secret.csv").write_text("a\n1\n")
    con = database.open_readonly(filled)
    assert con.execute("select count(*) from main.rankings").fetchall() == [(8,)]
    with pytest.raises(Exception, match="disabled by configuration"):
        con.execute(f"from read_csv('{tmp_path / 'secret.csv'}')")
    with pytest.raises(Exception, match=r"read-only|read only"):
        con.execute("delete from lake.main.runs")
    con.close()


def test_an_extension_for_another_duckdb_is_rejected_naming_the_matching_version(tmp_path, monkeypatch):
    from dltrack_db.store.lake import extensions

    (tmp_path / "v1.4.0").mkdir()
    monkeypatch.setattr(extensions, "_folder", lambda name: tmp_path)
    con = database.connect()
    with pytest.raises(DatabaseError, match=r"pip install duckdb==1\.4\.0"):
        extensions.load(con, "ducklake_of_nowhere")


def test_every_shared_table_is_filled_by_a_script():
    """A table that is added to the schema must be added to the scripts that fill a lake."""
    scripts = "".join(
        text
        for folder in ("load/shared/publish", "load/corpus/shared", "plugins/simulate/publish", "store/change_log")
        for text in resources.scripts(folder).values()
    )
    scripts += "".join(text for part in parts.all_parts() for text in part_queries.copy_to_lake(part))
    filled = set(re.findall(r"insert into (?:lake\.)?((?:main|store)\.\w+)", scripts))
    # every change decides anew what stands in (derive.stand_in)
    assert overlay.shared_tables() - filled == {derive.STAND_INS}
