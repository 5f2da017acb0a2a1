"""Corpora in a shared database: maintenance removes the rows of killed loads, but not those of running loads."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from corpus import small

from dltrack_db.store import database
from dltrack_db.store.lake import overlay, session, snapshots
from dltrack_db.store.lake.lake_store import LakeStore
from tests.asking import asked


class Killed(Exception):
    """Simulates a process that ends when its rows are in the lake but not published."""


def stored(path):
    """Return the number of passages and the load numbers in the lake, published or not."""
    con = database.connect()
    session.attach(con, overlay.find_address(path), read_only=True)
    counts = "select count(*), (select count(*) from lake.store.corpora) from lake.store.passages"
    found = con.execute(counts).fetchone()
    con.close()
    return found


def shown(path):
    return asked(path, "select count(*) from main.passages")


@pytest.mark.campaign
def test_maintenance_removes_unpublished_rows_of_a_killed_load(filled, tmp_path, monkeypatch, units_here):
    given = small.passages(rows_per_member=20, members=2)
    tar = small.tar_of_gz(tmp_path / "p.tar", given.members)
    add, during = LakeStore.add_hidden_rows, []

    @contextmanager
    def killed(store, con, command):
        with add(store, con, command):
            yield
        snapshots.maintain(filled, 0, grace=0)  # by somebody else, meanwhile
        during.append(stored(filled))
        raise Killed

    monkeypatch.setattr(LakeStore, "add_hidden_rows", killed)
    with pytest.raises(Killed):
        small.load(filled, "msmarco-v2-passage", tar)
    monkeypatch.setattr(LakeStore, "add_hidden_rows", add)
    assert during == [(40, 1)]
    assert stored(filled) == (40, 1)
    assert shown(filled) == [(0,)]
    snapshots.maintain(filled, 0, grace=0)
    assert stored(filled) == (0, 0)
    small.load(filled, "msmarco-v2-passage", tar, restart=True, cluster="2")
    assert len(units_here) == 2
    assert shown(filled) == [(40,)]
    snapshots.maintain(filled, 0, grace=0)
    assert stored(filled) == (40, 1)
