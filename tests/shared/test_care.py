"""Maintenance of a shared database: upgrading, copying, backing up, restoring, and waiting for a server."""

from __future__ import annotations

import re
import stat
import tarfile
import threading
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli.app import app
from dltrack_db.errors import DatabaseError, DatabaseUnreachableError, UsageError
from dltrack_db.store import lake, stores, verify, versions
from dltrack_db.store.lake import backup, snapshots, upgrade
from dltrack_db.store.lake.lake_store import LakeStore
from tests.asking import asked
from tests.shared.test_group import load_run

RELEASED = Path(__file__).parents[1] / "migrations" / "released"
SCORES = "from metrics.run_scores order by all"


def quiet(_: str) -> None:
    """Ignore progress messages."""


def sound(db: Path) -> bool:
    """Return True if `dltrack verify` finds no fault."""
    return [one for one in verify.verify(db) if one.is_fault] == []


def test_a_lake_of_an_earlier_release_is_restored_and_upgraded(server, tmp_path):
    with tarfile.open(RELEASED / "0.2.0-lake.tar.xz") as packed:
        packed.extractall(tmp_path / "backup", filter="data")
    db, told = tmp_path / "old.duckdb", []
    backup.restore(tmp_path / "backup", server.address(tmp_path / "data"), db, say=quiet)
    with pytest.raises(DatabaseError, match="dltrack lake upgrade"):
        asked(db, SCORES)
    done = upgrade.upgrade(db, say=told.append)
    assert (done.version, done.earlier_states) == (3, ["paper-old"])
    assert any("paper-old" in text for text in told)
    board = asked(db, "select run_id, round(ndcg_cut_10, 4) from systems.leaderboard where run_id = 'r3'")
    assert board == [("r3", 0.5147)]  # as dltrack 0.2.0 printed it
    assert asked(db, "select value from lake.main.database_info where key = 'schema_version'") == [
        (versions.SCHEMA_VERSION,)
    ]
    assert sound(db)
    load_into = tmp_path / "again.duckdb"
    assert upgrade.upgrade(db, say=quiet) is None
    stores.at(db).copy_to(load_into)
    assert asked(load_into, SCORES) == asked(db, SCORES)


def test_maintenance_commands_report_the_lake_not_the_overlay(filled, tmp_path, monkeypatch):
    """Size and file count are those of the data files; a user who never connected gets the command, on its own line."""
    load_run(filled, tmp_path / "later", "third")

    def told(*arguments, code=0):
        done = CliRunner().invoke(app, [*arguments, "--db", str(filled)])
        assert done.exit_code == code, done.output
        return done.output

    ((folder_size,),) = asked(filled, "select sum(file_size_bytes)::bigint from ducklake_table_info('lake')")
    ((size,),) = asked(filled, f"select format_bytes({folder_size})")
    assert size in told("status") and folder_size < filled.stat().st_size
    found = re.search(r"has (\d+) data files .* merged from (\d+), (\d+) of them new", told("lake", "maintain"))
    after, before, new = map(int, found.groups())
    assert 0 < after <= before and 0 < new <= before
    again = told("lake", "maintain")
    assert re.search(rf"has {after} data files .* merged from {after}; \d+ snapshots were deleted", again)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "of-another-user"))
    lines = told("verify", code=4).splitlines()
    assert lines[0] == f"{filled} was not checked" and "to which you never connected" in lines[1]
    assert "dltrack connect 'ducklake:postgres:" in lines[2] or "dltrack connect ducklake:postgres:" in lines[2]
    assert len(lines) == 3


@pytest.mark.campaign
def test_copies_in_all_directions_are_sound_and_equal(server, filled, tmp_path):
    snapshots.set_name(filled, "paper")
    file, other, third = tmp_path / "file.duckdb", tmp_path / "other.duckdb", tmp_path / "third.duckdb"
    stores.at(file).copy_from(stores.at(filled), quiet)
    ledger = "select part, name, checksum from main.loads order by all"
    before = asked(filled, SCORES)
    lake.connect(server.address(tmp_path / "other"), other, init=True)
    assert sound(other)
    stores.at(other).copy_from(stores.at(file), quiet)
    load_run(filled, tmp_path / "later", "third")
    lake.connect(server.address(tmp_path / "third"), third, init=True)
    assert stores.at(third).copy_from(stores.at(filled), quiet) == ["paper"]
    for db, source in ((file, before), (other, before), (third, asked(filled, SCORES))):
        assert asked(db, SCORES) == source
    assert sound(third)  # into which each of the others' ways led, and files are looked at before they get their name
    assert asked(third, ledger) == asked(filled, ledger)
    with dl.open(third, at="paper") as db:
        assert db.sql(SCORES).fetchall() == before
    with pytest.raises(UsageError, match="already contains loads"):
        stores.at(third).copy_from(stores.at(file), quiet)
    with pytest.raises(UsageError, match="exists; name a new file"):
        stores.at(file).copy_from(stores.at(filled), quiet)
    with pytest.raises(UsageError, match="are both files"):
        stores.at(tmp_path / "new.duckdb").copy_from(stores.at(file), quiet)


def test_a_backup_is_restored_elsewhere_and_later_copies_only_new_files(server, filled, tmp_path):
    rows = "".join(f"1 Q0 X{number} 9 -{number} tagA\n" for number in range(2000))
    load_run(filled, tmp_path / "later", "third", rows)  # of so many rows that they lie in a file
    kept = tmp_path / "backup"
    first = backup.backup(filled, kept, say=quiet)
    assert first.num_files == first.num_copied > 0
    load_run(filled, tmp_path / "later", "fourth", rows)
    second = backup.backup(filled, kept, say=quiet)
    assert 0 < second.num_copied < second.num_files
    db, address = tmp_path / "restored.duckdb", server.address(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere").chmod(0o2775)
    backup.restore(kept, address, db, say=quiet)
    folders = [each for each in (tmp_path / "elsewhere").rglob("*") if each.is_dir()]
    assert {stat.S_IMODE(each.stat().st_mode) for each in folders} == {0o2775}, "a table is closed to the group"
    assert asked(db, SCORES) == asked(filled, SCORES)
    assert sound(db)
    load_run(db, tmp_path / "later", "fifth", rows)
    assert len(asked(db, "from systems.leaderboard")) == 5
    with pytest.raises(UsageError, match="is not empty"):
        backup.restore(kept, address, tmp_path / "twice.duckdb", say=quiet)
    with pytest.raises(UsageError, match="is not a backup"):
        backup.restore(tmp_path, server.address(tmp_path / "new"), tmp_path / "twice.duckdb", say=quiet)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_load_waits_for_a_server_that_stops_while_it_publishes(server, filled, tmp_path, monkeypatch, moment):
    """The server stops before the transaction, or after a commit without a response; the run is loaded once."""
    put, calls = LakeStore._put, []

    def interrupted(*given):
        calls.append(given)
        if len(calls) == 1 and moment == "after":
            put(*given)
        if len(calls) == 1:
            server.stop()
            threading.Thread(target=lambda: (time.sleep(0.5), server.start())).start()
            raise DatabaseUnreachableError("went away")
        put(*given)

    monkeypatch.setattr(LakeStore, "_put", interrupted)
    load_run(filled, tmp_path / "later", "third")
    assert len(calls) == (2 if moment == "before" else 1)
    assert len(asked(filled, "from systems.leaderboard")) == 3
    assert sound(filled)
