"""The option --at: every reading command reads a shared database at an earlier snapshot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.cli.commands import all_commands, takes_snapshot
from dltrack_db.errors import DatabaseError, UsageError
from dltrack_db.plugins.site import page, parts, published
from dltrack_db.store import removal, template
from dltrack_db.store.lake import snapshots
from tests.shared.conftest import copied

WRITING = {
    "ingest",
    "paper",
    "drop",
    "fuse",
    "rename",
    "score",
    "simulate",
    "build",
    "compact",
    "connect",
    "snapshots",
    "lake",
}
"""Commands that use the current state: they change the database, or list all snapshots."""
WITHOUT = {"plugins", "sources", "trec-eval"}
"""Commands that open no database."""


@pytest.fixture(scope="module")
def shared(server, mini_lake, tmp_path_factory):
    """A shared database after a drop of its only collection."""
    db = copied(server, mini_lake, tmp_path_factory.mktemp("at"))
    removal.drop(db, removal.DropRequest(("mini-docs",)))
    return db


@pytest.fixture(scope="module")
def past(shared):
    """The number of the snapshot with the collection and two runs."""
    return str(snapshots.list_snapshots(shared)[1][1][0])


def run(*arguments):
    done = CliRunner().invoke(app, [str(one) for one in arguments])
    if isinstance(done.exception, DatabaseError | UsageError):
        return str(done.exception)
    assert done.exit_code in (0, 1), repr(done.exception)
    return done.output


def test_every_command_takes_at_or_is_listed_as_an_exception():
    group = get_command(app)
    takers = {
        name
        for name in all_commands()
        if any("--at" in option.opts for option in group.get_command(None, name).params) and name != "snapshots"
    }
    assert takers == {name for name in all_commands() if takes_snapshot(name)}
    assert not takers & (WRITING | WITHOUT)
    assert set(all_commands()) == takers | WRITING | WITHOUT
    refused = CliRunner().invoke(app, ["simulate", "mini-docs", "--at", "2"])
    assert (refused.exit_code, "No such option: --at" in refused.output) == (2, True)


def test_check_and_site(shared, past, tmp_path, monkeypatch):
    (tmp_path / "n.txt").write_text("1 Q0 D2 1 9.5 t\n1 Q0 D1 2 3 t\n2 Q0 D1 1 9 t\n")
    checking = ("check", tmp_path / "n.txt", "-c", "mini-docs", "--db", shared)
    assert "there is no collection 'mini-docs'" in run(*checking)
    assert "n: " in run(*checking, "--at", past)
    assert "reads no database; leave out --at" in run("check", tmp_path / "n.txt", "--at", past)
    assert "there is no database" in run(*checking[:-1], tmp_path / "none", "--at", past)
    # the page itself takes its time, and is the same whatever state it is of
    monkeypatch.setattr(parts, "sizes", lambda: dict.fromkeys((parts.WASM, parts.WORKER), 1))
    monkeypatch.setattr(published, "write", lambda source, copy, *_, **__: template.copy_to(copy))
    monkeypatch.setattr(page, "build", lambda con, title, wanted, *_, **__: wanted)
    site = ("site", tmp_path / "page.html", "--single-file", "--db", shared)
    assert "contains no judged collection" in run(*site)
    run(*site, "--at", past)
    assert (tmp_path / "page.html").read_text() == "mini-docs"


def test_the_shell_with_at(shared, past, monkeypatch):
    beside = Path(sys.executable).parent / "duckdb"
    if not beside.exists() and shutil.which("duckdb") is None:
        pytest.skip("needs duckdb-cli")
    told = []

    def execute(program, command):
        done = subprocess.run(
            [program, *command[1:], "-csv", "-c", "select run_id from main.runs order by all"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        told.append((done.stdout.split(), done.stderr))
        sys.exit()

    monkeypatch.setattr(os, "execv", execute)
    for options in ([], ["--at", past], ["--copy", "--at", past]):
        run("shell", "--db", shared, *options)
    assert told == [(["run_id"], ""), (["run_id", "a", "b"], ""), (["run_id", "a", "b"], "")]
    assert "snapshot 99 does not exist or was deleted" in run("shell", "--db", shared, "--at", "99")


@pytest.mark.campaign
def test_assistants_with_at(shared, past):
    pytest.importorskip("mcp", reason="needs the Python SDK of the Model Context Protocol (extra mcp)")
    from mcp.client.stdio import StdioServerParameters, stdio_client

    from dltrack_db.plugins.mcp.tests.test_server import asked

    command = ["-m", "dltrack_db", "mcp", "--db", str(shared), "--at", past]
    started = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
    _, _, (answer,) = asked(stdio_client(started), ("query", {"sql": "select run_id from main.runs order by all"}))
    assert answer.structured_content["rows"] == [["a"], ["b"]]
