"""A shared database with data files in an object store."""

from __future__ import annotations

from contextlib import suppress

import duckdb
import pytest

from dltrack_db.errors import DatabaseError
from dltrack_db.store import database, lake, verify
from dltrack_db.store.lake import extensions, lake_store
from tests.loading.mini_edition import Mini

SECRET = """
create persistent secret bucket (
    type s3, key_id 'k', secret 's', region 'us-east-1', endpoint '{}', use_ssl false, url_style 'path'
)
"""


@pytest.fixture
def bucket(tmp_path, monkeypatch):
    """An object store on this machine; DuckDB has its keys as stored secrets, like a user's."""
    pytest.importorskip("moto.server", reason="needs moto, of the extra test")
    pytest.importorskip("duckdb_extension_httpfs", reason="needs DuckDB's extension httpfs: make postgresql")
    import httpx2
    from moto.server import ThreadedMotoServer

    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "k")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "s")
    monkeypatch.setenv("HOME", str(tmp_path))
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    httpx2.put(f"http://{host}:{port}/trec").raise_for_status()
    con = duckdb.connect()
    extensions.load(con, extensions.OBJECT_STORE)
    con.execute(SECRET.format(f"{host}:{port}"))
    con.close()
    yield server
    with suppress(Exception):  # a test may have stopped it
        server.stop()


def test_loading_querying_and_verifying_in_an_object_store(server, bucket, tmp_path):
    path = tmp_path / "group.duckdb"
    address = lake.parse(server.address(tmp_path).catalogue, "s3://trec/lake")
    lake.connect(address, path, init=True)
    Mini(tmp_path / "mini").load(path)
    con = database.open_readonly(path)
    assert con.execute("select run_id from systems.leaderboard order by all").fetchall() == [("a",), ("b",)]
    assert con.execute("select count(*) from main.rankings").fetchall() == [(8,)]
    with pytest.raises(duckdb.Error, match="disabled by configuration"):
        con.execute("from read_text('s3://other/file')")
    con.close()
    assert [one for one in verify.verify(path) if one.is_fault] == []


def test_an_object_store_that_becomes_unreachable_leaves_the_database_unchanged(server, bucket, tmp_path, monkeypatch):
    path = tmp_path / "group.duckdb"
    lake.connect(lake.parse(server.address(tmp_path).catalogue, "s3://trec/lake"), path, init=True)
    host, port = bucket.get_host_and_port()

    describe = lake_store.session.describe

    def cut(con, command):
        monkeypatch.setattr(lake_store.session, "describe", describe)
        bucket.stop()

    monkeypatch.setattr(lake_store.session, "describe", cut)
    with pytest.raises(DatabaseError, match="nothing was changed"):
        Mini(tmp_path / "mini").load(path)
    again = type(bucket)(ip_address=host, port=port, verbose=False)  # with what it had
    again.start()
    try:
        con = database.open_readonly(path)
        assert con.execute("select count(*) from main.runs").fetchall() == [(0,)]
        con.close()
        Mini(tmp_path / "mini").load(path)
        assert [one for one in verify.verify(path) if one.is_fault] == []
    finally:
        again.stop()
