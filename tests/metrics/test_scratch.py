"""Scratch databases from the cache: the same as built in place, and never those of other files."""

from __future__ import annotations

import shutil

import duckdb
import pytest

from dltrack_db.base import config, resources
from dltrack_db.score import scratch
from dltrack_db.store import connection

OBJECTS = ["metrics.ndcg", "metrics.run_scores", "main.rankings"]
NAMES = (
    "select schema_name || '.' || function_name from duckdb_functions() where not internal "
    "union all select schema_name || '.' || view_name from duckdb_views() where not internal "
    "union all select schema_name || '.' || table_name from duckdb_tables()"
)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache of its own."""
    monkeypatch.setenv("DLTRACK_CACHE", str(tmp_path))
    return tmp_path


def names(con):
    return {name for (name,) in con.execute(NAMES).fetchall()}


def definition(con):
    (text,) = con.execute(
        "select macro_definition from duckdb_functions() where schema_name = 'metrics' and function_name = 'gain'"
    ).fetchone()
    return text.replace('"', "")  # kept in a file, names of types lose their quotes


@pytest.mark.more
def test_nothing_is_built_that_the_cache_has(cache, monkeypatch):
    built = names(scratch.connect(OBJECTS))
    assert set(OBJECTS) <= built
    monkeypatch.setattr(scratch, "_make", lambda *_: pytest.fail("made again"))
    executed = []
    real = scratch.sqlfiles.required_objects
    monkeypatch.setattr(
        scratch.sqlfiles, "required_objects", lambda *given: executed.extend(real(*given)) or real(*given)
    )
    con = scratch.connect(OBJECTS)
    assert executed == []
    assert names(con) == built


@pytest.mark.more
def test_without_a_cache_the_same_is_built_in_place(cache, monkeypatch):
    wanted = definition(scratch.connect(OBJECTS))
    (cache / "file").touch()
    monkeypatch.setenv("DLTRACK_CACHE", str(cache / "file"))
    con = scratch.connect(OBJECTS)
    assert set(OBJECTS) <= names(con)
    assert "scratch.held" not in names(con)
    assert definition(con) == wanted


@pytest.mark.more
def test_a_changed_file_is_not_taken_from_the_cache(cache, monkeypatch):
    scratch.connect(OBJECTS)
    changed = cache / "sql"
    shutil.copytree(resources.SQL, changed)
    gain = changed / "metrics" / "gain.sql"
    gain.write_text(gain.read_text(encoding="utf-8").replace(">= 0", ">= 1"), encoding="utf-8")
    monkeypatch.setattr(resources, "SQL", changed)
    assert ">= 1" in definition(scratch.connect(OBJECTS))


@pytest.mark.more
def test_a_spoiled_or_foreign_file_in_the_cache_is_not_used(cache):
    wanted = definition(scratch.connect(OBJECTS))
    (file,) = (config.cache_folder() / "measures").glob("*.duckdb")
    with duckdb.connect(str(file)) as con:
        con.execute("update scratch.mark set mark = 'of other files'")
        con.execute("create or replace macro metrics.gain(relevance, gains) as 7")
    assert definition(scratch.connect(OBJECTS)) == wanted
    file.write_bytes(b"no database")
    assert definition(scratch.connect(OBJECTS)) == wanted


@pytest.mark.more
def test_one_thread_until_there_is_much_to_read(cache, tmp_path):
    con = scratch.connect(OBJECTS, is_small=True)
    threads = "select current_setting('threads')"
    assert con.execute(threads).fetchone() == (1,)
    file = tmp_path / "run.txt"
    file.write_bytes(b"x")
    scratch.expect(con, [file])
    assert con.execute(threads).fetchone() == (1,)
    with file.open("r+b") as out:
        out.truncate(connection.SMALL + 1)
    scratch.expect(con, [file])
    assert con.execute(threads).fetchone() == duckdb.connect().execute(threads).fetchone()
