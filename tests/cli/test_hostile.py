"""Hostile names and places: they load, or are refused in a sentence, and never steer SQL, a terminal or the disk."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import sys

import duckdb
import pytest

import dltrack_db as dl
from dltrack_db import cli
from dltrack_db.base import interrupts
from dltrack_db.base.files import duckpath, plainfile, tempfolder
from dltrack_db.errors import DatabaseError, SourceError
from dltrack_db.show import Format, print_rows
from dltrack_db.store import database
from tests import commands
from tests.loading.mini_edition import Mini

QRELS = "1 0 a 1\n2 0 b 0\n"
RUN = "1 Q0 a 1 2.5 t\n2 Q0 b 1 1.5 t\n"


@pytest.fixture
def dltrack(monkeypatch, capsys):
    """Run the command in this process; its exit code and what it printed."""
    monkeypatch.setattr(interrupts, "install", lambda: None)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["dltrack", *map(str, arguments)])
        code = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code or 0
        return code, *capsys.readouterr()

    return run


def is_clean(text: str) -> bool:
    return all(char.isprintable() or char in "\n\t" for char in text)


# fmt: off
NAMES = [
    "a'b", 'a"b', "a;b", "a--b", "'; drop table main.qrels; --", "a*b", "c[1]", "d?e", "{x,y}", "$path", "q\\r", "é 😀",
]
RUN_NAMES = ["a--b", "SPLADE++ED", "bm25+rm3+bert(zs)", "k1=0.9,b=0.4", "org@v2", "v~1", "Müller", "東京"]
# fmt: on


@pytest.mark.campaign
def test_hostile_file_names_are_read_as_the_files_they_name(tmp_path, dltrack):
    folder = tmp_path / "score=5" / "it's [odd]"
    folder.mkdir(parents=True)
    (folder / "topics").write_text("1\tone\n2\ttwo\n")
    (folder / "qrels").write_text(QRELS)
    runs = folder / "runs*"
    runs.mkdir()
    names = RUN_NAMES
    for position, name in enumerate(names):
        (runs / f"input.{name}").write_text(RUN.replace("2.5", f"{position}.5"))
    # What the wildcards of the names above would match.
    for decoy in ("a-b", "SPLADEED", "v1", "x"):
        (runs / f".input.{decoy}").write_text(RUN.replace("2.5", "99"))
    db = tmp_path / 'it\'s; a "db".duckdb'
    collection = "it-s_(odd)"
    code, out, err = dltrack(
        "ingest", "collection", "--name", collection, "--qrels", folder / "qrels", "--topics", folder / "topics",
        "--runs", runs, "--db", db,
    )  # fmt: skip
    assert (code, is_clean(out + err)) == (0, True), err
    con = database.open_readonly(db)
    found = dict(con.execute("select run_id, max(score) from main.rankings group by run_id").fetchall())
    assert {name: found[name] for name in names} == {
        name: max(position + 0.5, 1.5) for position, name in enumerate(names)
    }
    assert con.execute("select distinct collection from main.qrels").fetchall() == [(collection,)]
    con.close()
    assert dltrack("drop", collection, "--db", db)[0] == 0


@pytest.mark.parametrize("name", ["\x1b[31mred", "a\nb", "\x9b31m", "\u202eevil", "tab\there", "a b", *NAMES[:3]])
def test_run_names_that_are_no_names_are_refused(tmp_path, dltrack, name):
    (tmp_path / f"input.{name}").write_text(RUN)
    code, out, err = dltrack("check", tmp_path / f"input.{name}")
    assert (code, is_clean(out + err)) == (1, True)
    assert "is not a valid run id" in err
    assert "rename the file after the run" in err


@pytest.mark.more
def test_escape_sequences_in_ids_and_tags_do_not_reach_the_terminal(tmp_path, dltrack):
    run = tmp_path / "evil"
    run.write_text("1 Q0 \x1b]0;owned\x07a 1 2 \x1b[31mt\n1 Q0 \x1b]0;owned\x07a 2 1 \x9b31mt\n")
    for format in set(Format) - {Format.parquet}:  # bytes, which a terminal is refused
        code, out, err = dltrack("check", run, "--format", format.value)
        assert code == 1
        if format is not Format.csv:  # written to a pipe or file, bytes are data
            assert is_clean(out + err)


def test_json_and_csv_keep_every_value(small_database):
    value = '\x1b[31m \x9b \u202e é 😀 " \\ \n'
    out = io.StringIO()
    print_rows(["v"], [(value,)], Format.json, file=out)
    assert is_clean(out.getvalue())
    assert json.loads(out.getvalue()) == [{"v": value}]
    out = io.StringIO()
    print_rows(["v"], [(value,)], Format.csv, file=out)
    assert list(csv.reader(io.StringIO(out.getvalue()))) == [["v"], [value]]


@pytest.mark.campaign
def test_markup_in_titles_and_values_is_text(tmp_path, dltrack, small_database):
    db = tmp_path / "x[b]y.duckdb"
    db.write_bytes(small_database.read_bytes())
    code, out, err = dltrack("status", "--db", db)
    assert (code, err) == (0, "")
    assert "x[b]y.duckdb" in out
    odd = tmp_path / "x[" / "b]"
    odd.mkdir(parents=True)
    (odd / "y.duckdb").write_bytes(small_database.read_bytes())
    assert dltrack("status", "--db", odd / "y.duckdb")[0] == 0


def test_messages_of_duckdb_are_made_printable(dltrack, small_database):
    code, _, err = dltrack("sql", "select error('\x1b[31mred')", "--db", small_database)
    assert code == 2
    assert is_clean(err)


def test_names_that_no_pattern_can_say(tmp_path):
    bad = tmp_path / os.fsdecode(b"input.\xff")
    bad.write_text(RUN)
    with pytest.raises(SourceError, match="is not UTF-8 text; rename"):
        duckpath.for_reader(bad)
    with pytest.raises(SourceError, match="contains both wildcards and backslashes; rename"):
        duckpath.for_reader(tmp_path / "a\\*")
    with pytest.raises(DatabaseError, match="is not UTF-8 text; choose another"):
        database.open_readonly(bad)


def test_a_pattern_matches_its_file_alone(tmp_path):
    con = duckdb.connect()
    for name in [*NAMES, "axb", "c1", "dXe", "[", "[[]", "**", "a]b", "~", "file:x", "#x", "%41"]:
        path = tmp_path / name
        path.write_text(name)
        if "\\" in name and any(char in name for char in "*?["):
            continue
        assert con.execute("select content from read_text($1)", [duckpath.for_reader(path)]).fetchall() == [(name,)]


@pytest.mark.campaign
def test_paths_that_look_like_something_else_are_files(tmp_path, monkeypatch, small_database):
    monkeypatch.chdir(tmp_path)
    from pathlib import Path

    for name in ("md:x", "sqlite:x", "postgres:x", "http:x", ":memory:"):
        Path(name).write_bytes(small_database.read_bytes())
        database.open_readonly(Path(name)).close()


def test_a_database_of_sqlite_asks_no_server(tmp_path):
    import sqlite3

    con = sqlite3.connect(tmp_path / "s.db")
    con.execute("create table t (a)")
    con.commit()
    with pytest.raises(DatabaseError, match="is not a DuckDB database"):
        database.open_readonly(tmp_path / "s.db")


def test_plain_facts_of_a_hostile_place(tmp_path):
    path = tmp_path / "a*"
    path.write_text(RUN)
    (tmp_path / "ab").write_text("other")
    assert plainfile.inspect(path).plain_bytes == len(RUN)


@pytest.mark.parametrize(
    "arguments",
    [["leaderboard", "{}"], ["ingest", "{}"], ["compare", "{}", "p1", "-c", "sample-docs"], ["sql", "--format={}"]],
)
def test_a_value_of_thousands_of_characters_is_not_printed_whole(arguments, small_database):
    done = commands.dltrack("--db", small_database, *(one.format("x" * 5_000) for one in arguments))
    assert done.returncode == 2 and "xxx…xxx" in done.stderr and len(done.stderr) < 700


@pytest.mark.more
@pytest.mark.parametrize(("where", "is_there"), [("_move_log", True), ("change_log.note_changes", False)])
def test_an_interrupt_after_the_commit_does_not_deny_it(where, is_there, tmp_path, monkeypatch, capsys):
    """On a sample that we made: labels that were published are there, and the last sentence says so."""
    db = Mini(tmp_path / "files").put_loaded(tmp_path / "x.duckdb")
    (tmp_path / "own").write_text("1 0 D1 1\n1 0 D2 0\n")

    def stop(*_, **__):
        interrupts._interrupt(signal.SIGINT, None)

    monkeypatch.setattr(interrupts, "_requested", 0)
    monkeypatch.setattr(interrupts, "_has_published", False)
    monkeypatch.setattr(f"dltrack_db.store.file_store.{where}", stop)
    with pytest.raises(SystemExit) as end:
        cli.run_and_explain(["ingest", "qrels", str(tmp_path / "own"), "-c", "mini-docs", "--db", str(db)])
    monkeypatch.setattr(interrupts, "_requested", 0)
    told = capsys.readouterr().err
    assert end.value.code == 130
    assert ("was published completely" in told) is is_there
    with dl.open(db) as opened:
        assert opened.sql("select count(*) from qrels where variant = 'own'").fetchall() == [(2 * is_there,)]


def test_a_scratch_database_is_no_publication(tmp_path):
    with tempfolder.folder() as folder:
        assert tempfolder.is_temporary(folder / "a" / "x.duckdb") and not tempfolder.is_temporary(tmp_path / "x.duckdb")


def test_a_signal_while_handlers_are_installed_is_told_in_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr(interrupts, "_requested", 0)
    with pytest.raises(SystemExit) as end:
        cli.run_and_explain(["status"], begin=lambda: interrupts._interrupt(signal.SIGTERM, None))
    assert end.value.code == 143 and capsys.readouterr().err.startswith("dltrack: interrupted")


@pytest.mark.parametrize(
    ("command", "is_taken"),
    [
        (["ingest", "scores", "none", "-c", "c", "--min-relevance", "1_0"], False),
        (["ingest", "qrels", "none", "-c", "c", "--min-relevance=1_0"], False),
        (["ingest", "scores", "none", "-c", "c", "--min-relevance", "+1"], True),
    ],
)
def test_options_take_the_numbers_that_files_may_hold(command, is_taken, small_database):
    done = commands.dltrack("--db", small_database, *command)
    assert done.returncode == 2 and ("is not a number." in done.stderr) is not is_taken
