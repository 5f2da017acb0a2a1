"""Third-party databases: their objects cannot replace dltrack's, read files or write outside the chosen folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import closing
from functools import partial

import duckdb
import polars
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.base import resources
from dltrack_db.cli.app import app
from dltrack_db.errors import UntrustedError, UsageError
from dltrack_db.export.collection_files import export
from dltrack_db.load import corpora, sample
from dltrack_db.load.corpus import loading as corpus_loading
from dltrack_db.plugins.site.writing import write_site
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.store import checked_files, database, database_files, file_objects, stores, template, trust
from dltrack_db.store.verify import verify
from tests.asking import asked
from tests.copies import noted

pytestmark = pytest.mark.usefixtures("opened_anew")


@pytest.fixture
def altered(tmp_path, unchanged):
    """A copy of the mini edition, or of another `source`, altered by statements in plain DuckDB."""

    def alter(*statements, name="x.duckdb", source=unchanged):
        path = tmp_path / name
        shutil.copy(source, path)
        with duckdb.connect(str(path)) as con:
            for statement in statements:
                con.execute(statement)
        return path

    return alter


@pytest.fixture
def altered_sample(altered, small_database):
    return partial(altered, source=small_database)


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("secret")
    return path


SHADOWS = [
    ("create macro main.sum(x) as list_sum(list(x)) * 1.1", "macro main.sum"),
    ('create macro main."+"(a, b) as 7', "macro main.+"),
    ("create macro metrics.Count(x) as 7", "macro metrics.Count"),
    ("create macro main.duckdb_tables() as table select 1 as x", "macro main.duckdb_tables"),
    ("create macro main.log2(x) as 7", "macro main.log2"),
    ("create view main.duckdb_views as select 1 as x", "view main.duckdb_views"),
    ("create table main.sqlite_master (x int)", "table main.sqlite_master"),
    ("create schema temp", "schema temp"),
    ("create schema memory", "schema memory"),
    ("alter table main.queries rename to q; create view main.queries as select * from main.q", "view main.queries"),
    ("drop view systems.leaderboard; create table systems.leaderboard (x int)", "table systems.leaderboard"),
]
OF_OTHER_VIEWS = "update main.database_info set value = 'x' where key = 'views_hash'"
ALTERED = [
    ("create or replace view systems.leaderboard as select 1 as x", "view systems.leaderboard"),
    ("create or replace macro metrics.float_score(x) as 7", "macro metrics.float_score"),
    ("drop table metrics.summaries; create view metrics.summaries as select 1 as x", "table metrics.summaries"),
]


def test_objects_that_shadow_others_are_rejected_and_named(altered):
    """All cases are in one file: the error names the first objects, and `dltrack verify` lists all."""
    named = sorted(name for _, name in SHADOWS)
    path = altered(*(statement for statement, _ in SHADOWS))
    with pytest.raises(UntrustedError) as caught:
        dl.open(path)
    assert [name for name in named if name in str(caught.value)] == named[: file_objects.SHOWN]
    assert f" and {len(named) - file_objects.SHOWN} more" in str(caught.value)
    assert [(one.check, one.subject) for one in verify(path)] == [("objects", name) for name in named]


def test_every_way_of_reading_rejects_an_altered_file(altered, tmp_path):
    statement, named = SHADOWS[0]
    path = altered(statement)
    for opening in (
        lambda: dl.open(path),
        lambda: dl.engine(path),
        lambda: database.open_readonly(path),
        lambda: Evaluation(path, "mini-docs"),
    ):
        with pytest.raises(UntrustedError) as caught:
            opening()
        assert named in str(caught.value)
    for command in (
        ["sql", "select 1"],
        ["verify"],
        ["build"],
        ["export", "mini", "--to", tmp_path / "out"],
        ["status"],
    ):
        done = CliRunner().invoke(app, [*command, "--db", str(path)])
        assert done.exit_code == (3 if command == ["verify"] else 1)
        assert named in (done.output if command == ["verify"] else str(done.exception))


def test_altered_objects_are_rejected_and_can_be_rebuilt(altered, unchanged):
    """A third party's objects, and a column that an earlier version's table does not have: one build fixes both."""
    path = altered(*(statement for statement, _ in ALTERED))
    with pytest.raises(UntrustedError, match="dltrack build") as caught:
        dl.open(path)
    assert [named for _, named in ALTERED if named not in str(caught.value)] == []
    earlier = ("alter table main.queries drop column text_field", OF_OTHER_VIEWS)
    told = r"was made by an earlier version of dltrack: table main.queries \(.*\); update it with: dltrack build --db"
    with pytest.raises(UntrustedError, match=told) as caught, closing(database.connect()) as con:
        database.attach(con, altered(*earlier, name="earlier.duckdb"), read_only=False)  # to read it is another matter
    assert "drop" not in str(caught.value)
    with duckdb.connect(str(path)) as con:
        for statement in earlier:
            con.execute(statement)
    assert CliRunner().invoke(app, ["build", "--db", str(path)]).exit_code == 0
    query = "select query_set, query_id, text from main.queries order by all"
    with dl.open(path) as db:
        assert db.sql(query).fetchall() == asked(unchanged, query) != []
        assert db.sql("select count(text_field) from main.queries").fetchone() == (0,)
    assert verify(path) == []


@pytest.mark.more
def test_altered_rows_of_a_table_of_constants_are_rejected(altered):
    path = altered("update metrics.summaries set summary = 'sum'")
    with pytest.raises(UntrustedError, match=r"table metrics\.summaries \(has other rows.*dltrack build"):
        dl.open(path)


@pytest.mark.more
def test_an_altered_default_of_a_macro_parameter_is_rejected(altered, unchanged):
    with duckdb.connect(str(unchanged), read_only=True) as con:
        (body,) = con.execute(
            "select macro_definition from duckdb_functions() "
            "where schema_name = 'metrics' and function_name = 'precision'"
        ).fetchone()
    path = altered(
        "create or replace macro metrics.precision(k, variant := null, min_relevance := 3, tie_rule := null, "
        f"judged_only := false) as table {body}"
    )
    with pytest.raises(UntrustedError, match=r"macro metrics\.precision"):
        dl.open(path)


@pytest.mark.campaign
def test_a_statement_inside_a_text_literal_is_not_compared_as_a_definition(altered):
    """The comparison uses exported statements; a statement inside a text literal must be ignored."""
    with database.open_readonly(altered(name="plain.duckdb")) as con:
        (real,) = con.execute("select sql from duckdb_views() where view_name = 'leaderboard'").fetchone()
    hidden = real.replace("'", "''")
    path = altered(
        "create or replace view systems.leaderboard as select 1 as x",
        f"create view main.notes as select ';;\n{hidden};\n' as x",
    )
    with pytest.raises(UntrustedError, match=r"systems\.leaderboard"):
        dl.open(path)


def test_users_own_objects_that_shadow_nothing_are_accepted(altered):
    path = altered(
        "create view main.mine as select run_id from main.runs",
        "create macro main.twice(x) as 2 * x",
        "create table main.notes (run_id varchar, note varchar)",
        "create schema lab; create view lab.best as from systems.leaderboard limit 1",
        'create macro lab."odd;;\nname"(x) as x',
        "create index i on main.notes (run_id)",
    )
    with dl.open(path) as db:
        assert db.sql("select main.twice(2)").fetchone() == (4,)
        assert len(db.sql("from lab.best").fetchall()) == 1
    assert verify(path) == []


def test_a_frozen_catalogue_with_anything_but_plain_tables_is_rejected(tmp_path):
    """The catalogue of a frozen lake in a file; tests/shared/test_frozen.py tests a catalogue on a server."""
    for number, (statement, named) in enumerate(
        [
            ("create index i on t (x)", ""),
            ("create view v as from t", "view main.v"),
            ("create macro m(x) as x", "macro main.m"),
            ("create type e as enum ('a')", "type main.e"),
            ("create table g (x integer, y integer generated always as (x + 1))", "table main.g"),
            ("create index i on t ((x + 1))", "index main.i"),
        ]
    ):
        path = tmp_path / f"{number}.duckdb"
        with duckdb.connect(str(path)) as con:
            con.execute("create table t (x integer)")
            con.execute(statement)
        with closing(duckdb.connect()) as con:
            con.execute(f"attach '{path}' as other (read_only)")
            if not named:
                file_objects.check_plain_tables(con, "other", "it")
                continue
            with pytest.raises(UntrustedError, match=f"^it may contain only plain tables, but has {named} "):
                file_objects.check_plain_tables(con, "other", "it")


@pytest.mark.campaign
def test_a_file_that_changed_is_checked_again(altered, monkeypatch):
    path = altered()
    dl.open(path).close()
    checked = []
    real = trust.find_shadows
    monkeypatch.setattr(trust, "find_shadows", lambda *given: checked.append(1) or real(*given))
    dl.open(path).close()
    assert checked == []
    with duckdb.connect(str(path)) as con:
        con.execute("create macro main.sum(x) as 7")
    with pytest.raises(UntrustedError):
        dl.open(path)
    with pytest.raises(UntrustedError):  # a refusal leaves no note
        dl.open(path)
    with dl.open(path, trusted=True) as db:
        assert db.sql("select sum(1)").fetchone() == (7,)


def test_a_file_is_checked_again_after_a_change_of_dltracks_sql_files(unchanged, tmp_path, monkeypatch):
    """An unreleased version has many commits, and an older commit builds other views."""
    (tmp_path / "sql" / "systems").mkdir(parents=True)
    with closing(database.open_readonly(unchanged)):
        assert checked_files.is_checked(unchanged)
    stamps = []
    for name in ("a", "b"):
        (tmp_path / "sql" / "systems" / name).touch()
        with monkeypatch.context() as other:
            other.setattr(resources, "SQL", tmp_path / "sql")
            checked_files._sql_folders.cache_clear()
            stamps.append(checked_files.stamp(unchanged))
            assert not checked_files.is_checked(unchanged)
    checked_files._sql_folders.cache_clear()
    assert len({*stamps, checked_files.stamp(unchanged)}) == 3 and checked_files.is_checked(unchanged)


@pytest.mark.more
def test_files_written_by_dltrack_are_checked_again_only_after_another_program_writes(altered, monkeypatch):
    path = altered()
    con = database.connect()
    database.attach(con, path, read_only=False)
    con.execute("create table main.mine (x int)")
    checked_files.note_written(con, path)
    con.close()
    checked = []
    real = trust.find_shadows
    monkeypatch.setattr(trust, "find_shadows", lambda *given: checked.append(1) or real(*given))
    dl.open(path).close()
    assert checked == []
    with duckdb.connect(str(path)) as con:
        con.execute("create macro main.sum(x) as 7")
    with pytest.raises(UntrustedError):
        dl.open(path)


@pytest.fixture
def checked(monkeypatch):
    """A list with one entry for each check of a file's objects."""
    found = []
    real = trust.find_shadows
    monkeypatch.setattr(trust, "find_shadows", lambda *given: found.append(1) or real(*given))
    return found


def write(path, *statements):
    """Write as a load does: create a new file from the template, or change an existing file in place."""
    con = database.connect()
    try:
        with stores.at(path).change(con, begin=template.copy_to):
            for statement in statements:
                con.execute(statement)
    finally:
        con.close()


@pytest.mark.more
def test_a_new_file_needs_no_check_even_after_further_loads(tmp_path, checked):
    path = tmp_path / "new.duckdb"
    for number in (1, 2):
        write(path, f"create table main.mine_{number} (x int)")
        dl.open(path).close()
        assert checked == []


@pytest.mark.more
def test_a_file_with_altered_objects_is_not_written_to(altered, checked):
    path = altered("create macro main.sum(x) as 7")
    with pytest.raises(UntrustedError):
        write(path, "create table main.mine (x int)")
    with pytest.raises(UntrustedError):
        dl.open(path)
    assert checked == [1, 1]


@pytest.mark.more
def test_a_new_file_that_was_replaced_is_checked(altered, tmp_path, checked, monkeypatch):
    other, path = altered("create macro main.sum(x) as 7", name="other.duckdb"), tmp_path / "new.duckdb"
    remove = database_files.remove
    monkeypatch.setattr(database_files, "remove", lambda unfinished: (remove(unfinished), shutil.copy(other, path)))
    write(path)
    with pytest.raises(UntrustedError):
        dl.open(path)
    assert checked == [1]


@pytest.mark.campaign
def test_a_changed_log_next_to_a_file_triggers_the_check(altered, tmp_path):
    path = altered()
    dl.open(path).close()
    other = altered(name="other.duckdb")
    script = (
        "import duckdb, sys, os; con = duckdb.connect(sys.argv[1]);"
        "con.execute('pragma disable_checkpoint_on_shutdown');"
        "con.execute('create macro main.sum(x) as 7'); os._exit(0)"
    )
    import subprocess

    subprocess.run([sys.executable, "-c", script, other], check=True)
    shutil.move(f"{other}.wal", f"{path}.wal")
    with pytest.raises(UntrustedError):
        dl.open(path)


def test_reading_reaches_no_file_and_no_network(altered, secret, monkeypatch):
    path = altered(f"create view main.mine as select content from read_text('{secret}')")
    with dl.open(path) as db:
        for query in (
            "from main.mine",
            f"from read_text('{secret}')",
            "from 'http://127.0.0.1:1/x.parquet'",
            "load httpfs",
        ):
            with pytest.raises(duckdb.Error):
                db.sql(query).fetchall()
        for statement in ("set enable_external_access = true", f"attach '{secret.parent}/y.duckdb'"):
            with pytest.raises(duckdb.Error):
                db.duckdb.execute(statement)
        db.duckdb.execute("set threads = 1")  # what is no way out stays free
    with dl.engine(path).connect() as con, pytest.raises(Exception, match="disabled"):
        con.exec_driver_sql("from main.mine").fetchall()
    with dl.open(path, trusted=True) as db:
        assert db.sql("from main.mine").fetchone() == ("secret",)


def test_frames_are_found_by_variable_name_although_files_are_closed(small_database):
    with dl.open(small_database) as db:
        mine = polars.DataFrame({"a": [1]})
        first = db.sql("select a from mine")
        mine = polars.DataFrame({"a": [2]})
        second = db.sql("select a + $1 from mine", [10])
        assert (first.fetchall(), second.fetchall()) == ([(1,)], [(12,)])
        assert mine.height == 1
        theirs = mine.to_pandas()
        assert db.sql("select count(*) from mine, theirs, main.collections").fetchone()[0] > 1
        assert len(theirs) == 1
        no_frame = 7
        with pytest.raises(duckdb.CatalogException, match="no_frame does not exist"):
            db.sql("from no_frame")
        assert no_frame == 7


@pytest.mark.campaign
@pytest.mark.parametrize("stem", ["metrics", "catalog", "main", "memory", "temp", "system", "dltrack"])
def test_a_database_file_may_have_the_name_of_a_schema(tmp_path, small_database, stem):
    path = tmp_path / f"{stem}.duckdb"
    shutil.copy(small_database, path)
    with database.open_readonly(path) as con:
        assert con.execute("select count(*) from systems.leaderboard").fetchone()[0] > 0
        assert con.execute("select count(*) from catalog.database").fetchone() == (1,)


@pytest.mark.more
def test_a_corpus_is_not_loaded_into_an_altered_database(altered, sample_files, monkeypatch):
    monkeypatch.setattr(sample, "write_sample", partial(shutil.copytree, sample_files, dirs_exist_ok=True))
    path = altered("create macro main.sum(x) as 7")
    done = CliRunner().invoke(app, ["ingest", "sample", "--parts", "corpus", "--db", str(path)])
    assert isinstance(done.exception, UntrustedError)
    spec = corpora.check_name("sample-passage")
    with pytest.raises(UntrustedError), corpus_loading._connection(path, spec, corpus_loading.CorpusOptions()):
        pass


# ---- export


def _named(name):
    quoted = name.replace("'", "''")
    return [
        f"update main.{table} set collection = '{quoted}' where collection = 'sample-docs'"
        for table in ("collections", "qrels", "runs", "run_topics", "judged_rankings", "query_scores", "loads")
    ]


@pytest.mark.more
@pytest.mark.parametrize("name", ["../../out", "/tmp/out", "a/b"])
def test_a_site_never_uses_an_invalid_name_for_a_folder(altered_sample, tmp_path, name):
    path, folder = altered_sample(*_named(name)), tmp_path / "deep" / "site"
    with pytest.raises(UsageError, match=r"in the database cannot name a folder: .* with --single-file"):
        write_site(noted(path), folder)
    assert {each.name for each in tmp_path.iterdir()} == {"x.duckdb"}


def exported(path, folder, name="sample"):
    con = database.open_readonly(noted(path), into=folder)
    try:
        return list(export(con, name, folder, "trec"))
    finally:
        con.close()


HOSTILE = [
    "../../escaped",
    "/absolute",
    "a/b",
    "..",
    ".",
    "a\nb",
    "a\x00b",
    "x" * 300,
    "a\\b",
    "-rf",
    "",
    "=1+1",
    "\u202ex",
]


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("what", "name"),
    [("collection", name) for name in HOSTILE] + [(what, name) for what in ("run", "variant") for name in HOSTILE[:3]],
)
def test_an_export_never_uses_an_invalid_name_for_a_file(altered_sample, tmp_path, what, name):
    quoted = name.replace("'", "''")
    if "\x00" in name:
        quoted = quoted.replace("\x00", "' || chr(0) || '")
    statements = {
        "collection": [each.replace(name, quoted) for each in _named(name)],
        "run": [
            f"update main.{table} set run_id = '{quoted}' where run_id = 'alder_d1'" for table in ("runs", "run_topics")
        ],
        "variant": [f"update main.qrels set variant = '{quoted}' where collection = 'sample-docs'"],
    }[what]
    path = altered_sample(*statements)
    folder = tmp_path / "deep" / "er" / "out"
    with pytest.raises(UsageError, match=f"the name of the {what} .* cannot be a file name"):
        exported(path, folder)
    assert [each for each in folder.rglob("*") if each.is_file()] == []
    assert {each.name for each in tmp_path.iterdir()} == {"x.duckdb", "deep"}


@pytest.mark.more
@pytest.mark.parametrize(
    "statement",
    [
        "update main.qrels set query_id = query_id || chr(10) || '9 0 forged 3' where rowid = 3",
        "update main.qrels set doc_id = 'a b' where rowid = 3",
        "update main.qrels set iteration = '0 x' where rowid = 3",
        "update main.runs set tag = 'a' || chr(10) || 'b' where run_id = 'alder_d1'",
        "update main.queries set text = 'a' || chr(10) || 'b' where rowid = 1",
        "update store.rankings set doc_id = '' where rowid = 3",
    ],
)
def test_no_value_can_break_the_lines_of_an_export(altered_sample, tmp_path, statement):
    with pytest.raises(UsageError, match="would break the lines"):
        exported(altered_sample(statement), tmp_path / "out")


def test_an_export_cannot_write_outside_its_folder(small_database, tmp_path, secret):
    with database.open_readonly(small_database, into=tmp_path / "out") as con:
        (tmp_path / "out").mkdir()
        for place in (tmp_path / "beside.csv", tmp_path / "out" / ".." / "beside.csv"):
            with pytest.raises(duckdb.PermissionException):
                con.execute(f"copy (select 1) to '{place}'")
        with pytest.raises(duckdb.PermissionException):
            con.execute(f"from read_text('{secret}')")


def test_an_export_does_not_write_through_symbolic_links(small_database, tmp_path):
    folder, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    (folder / "sample-docs").mkdir(parents=True)
    elsewhere.write_text("mine")
    (folder / "sample-docs" / "topics.tsv.part").symlink_to(elsewhere)
    (folder / "sample-docs" / "topics.tsv").symlink_to(elsewhere)
    exported(small_database, folder, "sample-docs")
    assert elsewhere.read_text() == "mine"


@pytest.mark.more
def test_an_export_overwrites_no_file_on_a_disk_that_ignores_case(altered_sample, tmp_path):
    path = altered_sample(
        *(f"update main.{table} set run_id = 'ALDER_D1' where run_id = 'alder_d2'" for table in ("runs", "run_topics"))
    )
    assert {"input.ALDER_D1", "input.alder_d1"} <= {each.name for each in exported(path, tmp_path / "out")}
    folder = tmp_path / "caseless" / "runs" / "sample-docs"
    folder.mkdir(parents=True)
    (folder / "input.alder_d1").symlink_to(folder / "input.ALDER_D1")  # as a disk without upper and lower case would
    with pytest.raises(UsageError, match=r"would be the same file in .*, because the disk ignores case"):
        exported(path, tmp_path / "caseless")


@pytest.mark.more
def test_formulas_in_texts_are_escaped_for_spreadsheets(altered_sample, tmp_path):
    starts = ["=1+1", "+1", "-1", "@sum", "\tx", "\rx", "fine", "'quoted"]
    statements = [
        f"update main.queries set text = '{text.replace(chr(39), chr(39) * 2)}' where rowid = {row}"
        for row, text in enumerate(starts)
    ]
    path = altered_sample(*statements)
    for option, mark in (([], ""), (["--spreadsheet"], "'")):
        done = CliRunner().invoke(
            app, ["export", "sample", "--to", str(tmp_path), "-f", "csv", "--db", str(path), *option]
        )
        assert done.exit_code == 0, done.output
        texts = set(polars.read_csv(tmp_path / "queries.csv")["text"])
        assert {mark + text for text in starts[:6]} | set(starts[6:]) <= texts
        scores = polars.read_csv(tmp_path / "rankings.csv")["score"]
        assert scores.dtype == polars.Float64  # numbers stay numbers, also below zero
    done = CliRunner().invoke(app, ["export", "sample", "--to", str(tmp_path), "--spreadsheet", "--db", str(path)])
    assert done.exit_code == 2 or isinstance(done.exception, UsageError)


@pytest.mark.campaign
def test_a_command_killed_during_the_check_leaves_no_files(small_database, tmp_path):
    """The next command removes the folder of the killed command."""
    killed = (
        "import os, sys, duckdb\n"
        "from pathlib import Path\n"
        "from dltrack_db.base.files import tempfolder\n"
        "from dltrack_db.store import trust\n"
        "tempfolder._MEMORY = Path(os.environ['TMPDIR'])\n"
        "class Killed:\n"
        "    def execute(self, query):\n"
        "        if query.startswith('export'):\n"
        "            os.kill(os.getpid(), 9)\n"
        "        return self\n"
        "    def fetchall(self):\n"
        "        return []\n"
        "trust._statements(Killed(), 'loaded', is_overlay=False)\n"
    )
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    assert subprocess.run([sys.executable, "-c", killed], env=environment, check=False).returncode == -9
    assert len(list(tmp_path.iterdir())) == 1
    code = "from dltrack_db.base.files import tempfolder\nwith tempfolder.folder():\n    pass"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    assert list(tmp_path.iterdir()) == []
