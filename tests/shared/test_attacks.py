"""A shared database with untrusted users, members with few rights, unusual names and failing servers."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.cli.commands import takes_snapshot
from dltrack_db.errors import DatabaseError, DatabaseUnreachableError, UsageError
from dltrack_db.store import database, lake
from dltrack_db.store.lake import address as addresses
from dltrack_db.store.lake import overlay, session
from tests.loading.mini_edition import Mini
from tests.shared.postgresql import PORT


def said(*arguments):
    """Return the output of a command that must end with one clear error."""
    done = CliRunner().invoke(app, [str(one) for one in arguments])
    if isinstance(done.exception, DatabaseError | UsageError):
        return str(done.exception)
    assert done.exception is None, repr(done.exception)
    return done.output


def psql(server, address, statement):
    here = ("-h", str(server.folder), "-p", PORT, "-U", "postgres")
    server.run("psql", *here, "-c", statement, address.catalogue.partition("dbname=")[2])


SECRETS = [
    ("postgres:dbname=x password=hush", "d"),
    ("ducklake:postgres:dbname=x sslpassword = hush", "d"),
    ("ducklake:postgres:postgresql://h/x?pass%77ord=hush", "d"),
    ("ducklake:postgres:postgresql://me:hush@h/x", "d"),
    ("ducklake:postgres:dbname=x", "s3://b/f?s3_secret_access_key=hush"),
    ("ducklake:postgres:dbname=x", "s3://me:hush@b/f"),
]


@pytest.mark.parametrize(("catalogue", "data"), SECRETS)
def test_a_secret_is_neither_kept_nor_shown(catalogue, data, tmp_path):
    told = said("connect", catalogue, "--data", data, "--db", tmp_path / "x.duckdb")
    assert "leave out the " in told
    assert "hush" not in told
    assert list(tmp_path.iterdir()) == []


def test_ordinary_names_are_not_mistaken_for_secrets():
    address = lake.parse("ducklake:postgres:dbname=secret user=password", "s3://key_id/token")
    assert address.data == "s3://key_id/token/"


def test_a_member_who_may_only_read(filled, server, tmp_path):
    address = overlay.find_address(filled)
    role = address.catalogue.rpartition("dbname=")[2]
    psql(server, address, f"create role {role} login; grant select on all tables in schema public to {role}")
    reader = lake.parse(address.catalogue.replace("user=postgres", f"user={role}"), address.data)
    db = tmp_path / "reader.duckdb"
    lake.connect(reader, db)
    assert "0.75" in said("leaderboard", "mini-docs", "--db", db)
    (tmp_path / "n.txt").write_text("1 Q0 D2 1 2.5 t\n")
    for writes in (
        ("ingest", "runs", tmp_path / "n.txt", "-c", "mini-docs"),
        ("drop", "mini-docs"),
        ("lake", "maintain"),
        ("snapshots", "--name", "x"),
        ("score",),
    ):
        assert "you may only read" in said(*writes, "--db", db), writes


def test_names_with_blanks_and_quotes(server, tmp_path):
    """Blanks and quotes in the names of the folder, the PostgreSQL database and the overlay."""
    name = f"odd 'n\" {tmp_path.name}"
    server.run("createdb", "-h", str(server.folder), "-p", PORT, "-U", "postgres", name)
    escaped = name.replace("'", "\\'")
    catalogue = f"ducklake:postgres:host={server.folder} port={PORT} user=postgres dbname='{escaped}'"
    db = tmp_path / 'it\'s "mine".duckdb'
    assert "the tables were created" in said(
        "connect", catalogue, "--data", tmp_path / "a b" / "c'd", "--db", db, "--init"
    )
    Mini(tmp_path / "mini").load(db)
    assert "is sound" in said("verify", "--db", db)
    # as if a stranger's: the command to paste has every name quoted
    addresses._record_path(overlay.find_address(db)).unlink()
    assert f"--data '{tmp_path}/a b/c'\"'\"'d/' --db '" in said("leaderboard", "mini-docs", "--db", db)


def test_a_wrong_data_folder_and_an_invalid_schema_version_are_reported(filled, tmp_path):
    address = overlay.find_address(filled)
    told = said("connect", address.catalogue, "--data", tmp_path / "other", "--db", tmp_path / "x.duckdb")
    assert f"connect with --data {address.data}" in told
    assert not (tmp_path / "x.duckdb").exists()
    con = database.connect()
    session.attach(con, address, read_only=False)
    con.execute("update lake.main.database_info set value = 'x' where key = 'schema_version'")
    con.close()
    assert "has the schema_version 'x', which must be a number" in said("leaderboard", "mini-docs", "--db", filled)


def test_a_catalogue_that_names_other_users_files_is_rejected(filled, server, tmp_path):
    """A user who may write a lake's catalogue cannot make it name files of the users who read it."""
    said("lake", "maintain", "--db", filled)  # so that the rankings are in a file
    data = Path(overlay.find_address(filled).data)
    for lost in (data, data / "main" / "query_scores"):
        lost.rename(tmp_path / "away")
        told = said("leaderboard", "mini-docs", "--db", filled, "--where", "ap >= 0")
        assert f"are missing in {data}/ (" in told
        assert "--where" not in told
        (tmp_path / "away").rename(lost)
    con = database.connect()
    columns = "1::integer as answer_id, 'hush' as doc_id, 1 as submitted_rank, 1.0::double as score, 1 as rank"
    con.execute(f"copy (select {columns}) to '{tmp_path}/foreign.parquet'")
    con.close()
    table = "(select table_id from ducklake_table where table_name = 'rankings')"
    path = f"path = '{tmp_path}/foreign.parquet', path_is_relative = false"
    psql(server, overlay.find_address(filled), f"update ducklake_data_file set {path} where table_id = {table}")
    told = said("verify", "--db", filled)
    assert "names a file outside of" in told
    assert "disabled by configuration" in said("sql", "from store.rankings", "--db", filled)


READS = {
    "leaderboard": ("mini-docs",),
    "eval": ("{}/n.txt", "-c", "mini-docs"),
    "judges": ("mini-docs",),
    "describe": ("a",),
    "sql": ("from main.runs",),
    "verify": (),
}
"""Commands with --at, one for each way of opening a database."""


def test_reading_commands_read_an_earlier_state(filled, tmp_path):
    (tmp_path / "n.txt").write_text("1 Q0 D2 1 2.5 t\n2 Q0 D1 1 9 t\n")
    assert all(map(takes_snapshot, READS))
    for name, given in READS.items():
        arguments = [one.format(tmp_path) for one in given]
        done = CliRunner().invoke(app, [name, *arguments, "--db", str(filled), "--at", "2"])
        assert done.exit_code != 2, (name, done.output)
        assert done.exception is None or "only the official labels" in str(done.exception), (name, done.exception)
    for at in ("99", "9" * 23):
        assert f"snapshot {at} does not exist or was deleted" in said("sql", "select 1", "--db", filled, "--at", at)


def test_a_server_that_stops_while_a_command_reads(filled, server, monkeypatch):
    opened = database.open_readonly

    def stopping(*given, **options):
        con = opened(*given, **options)
        server.stop()
        return con

    monkeypatch.setattr(database, "open_readonly", stopping)
    try:
        told = said("leaderboard", "mini-docs", "--db", filled)
    finally:
        server.start()
    assert "was lost" in told
    assert "try again" in told
    monkeypatch.undo()
    server.stop()
    try:
        told = said("leaderboard", "mini-docs", "--db", filled)
    finally:
        server.start()
    assert "cannot be opened: connection to server" in told


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (duckdb.Error("Failed to get global stats information from DuckLake"), DatabaseUnreachableError),
        (duckdb.BinderException("server closed the connection unexpectedly"), DatabaseUnreachableError),
        (duckdb.BinderException("no such column"), duckdb.BinderException),
    ],
)
def test_a_connection_lost_during_a_query_is_reported_as_such(error, told):
    with pytest.raises(told), session.reading():
        session._followed.set(lake.parse("ducklake:postgres:dbname=x", "d"))
        raise error
