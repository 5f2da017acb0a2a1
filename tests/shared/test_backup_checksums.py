"""Checksums in a backup: the copied files are checked before they are restored. These tests need no server."""

from __future__ import annotations

import duckdb
import pytest
from commands import dltrack

from dltrack_db.errors import DatabaseDamagedError, UsageError
from dltrack_db.store import database
from dltrack_db.store.lake import address, backup


@pytest.fixture
def kept(tmp_path):
    """A folder as `lake backup` writes it: two data files, and a catalogue with their checksums."""
    folder = tmp_path / "kept"
    (folder / backup.DATA / "main").mkdir(parents=True)
    con = database.connect()
    sums = {}
    for name in ("main/a.parquet", "main/b.parquet"):
        source = tmp_path / name.replace("/", "-")
        source.write_bytes(name.encode() * 1000)
        sums[name] = backup._copy_file(source, folder / backup.DATA / name)
        assert (folder / backup.DATA / name).read_bytes() == source.read_bytes()
    backup._write_checksums(con, folder / backup.CATALOGUE, sums)
    assert backup._read_checksums(con, folder / backup.CATALOGUE) == sums
    con.close()
    return folder


def test_an_intact_backup_passes_the_check(kept):
    assert backup.check(kept) == 2
    done = dltrack("lake", "verify", kept)
    assert (done.returncode, "the checksums of 2 data files are correct" in done.stdout) == (0, True)


def test_ten_changed_bytes_are_found_before_anything_is_restored(kept, tmp_path):
    path = kept / backup.DATA / "main/b.parquet"
    content = path.read_bytes()
    path.write_bytes(content[:50] + b"0123456789" + content[60:])
    with pytest.raises(DatabaseDamagedError, match=r"b\.parquet is damaged"):
        backup.check(kept)
    target = address.Address("postgres:dbname=nobody", str(tmp_path / "new"))
    with pytest.raises(DatabaseDamagedError, match=r"b\.parquet is damaged"):
        backup.restore(kept, target, tmp_path / "x.duckdb")
    assert not (tmp_path / "new").exists()


def test_a_missing_data_file_and_a_damaged_catalogue_are_reported(kept):
    (kept / backup.DATA / "main/a.parquet").unlink()
    with pytest.raises(DatabaseDamagedError, match="No such file"):
        backup.check(kept)
    (kept / backup.CATALOGUE).write_bytes(b"no database" * 2000)
    with pytest.raises(DatabaseDamagedError, match=r"catalogue\.duckdb is damaged"):
        backup.check(kept)


def test_a_backup_without_checksums_is_reported_as_unchecked(tmp_path):
    duckdb.connect(str(tmp_path / backup.CATALOGUE)).close()
    assert backup.check(tmp_path) is None
    assert dltrack("lake", "verify", tmp_path).returncode == 4
    with pytest.raises(UsageError, match="is not a backup"):
        backup.check(tmp_path / "other")


def test_a_truncated_file_in_a_backup_is_copied_again(tmp_path):
    """If a data file in a backup has lost its end, the next backup copies the file again."""
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(b"abc")
    noted = backup._copy_file(source, target)
    assert backup._is_kept(target, source, noted)
    assert not backup._is_kept(target, source, None)
    target.write_bytes(b"ab")
    assert not backup._is_kept(target, source, noted)
