"""Files built by another version of dltrack: their tables are read through current views, and their SQL never runs."""

from __future__ import annotations

import shutil
from contextlib import closing
from itertools import cycle

import duckdb
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli import look
from dltrack_db.cli.app import app
from dltrack_db.errors import DatabaseError, UntrustedError, UsageError
from dltrack_db.plugins.mcp.answers import Answers
from dltrack_db.store import checked_files, cover, database, trust
from dltrack_db.store.connection import STORED
from dltrack_db.store.verify import verify
from tests.counting import counted

pytestmark = pytest.mark.usefixtures("opened_anew")
OF_OTHER_VIEWS = "update main.database_info set value = 'x' where key = 'views_hash'"
OTHER_VIEW = "create or replace view systems.leaderboard as select 1 as x"


@pytest.fixture
def foreign(tmp_path, unchanged):
    """A copy of the mini edition with a view of another dltrack, as it states, after running further statements."""

    def alter(*statements):
        path = tmp_path / "x.duckdb"
        shutil.copy(unchanged, path)
        with duckdb.connect(str(path)) as con:
            for statement in (OF_OTHER_VIEWS, OTHER_VIEW, *statements):
                con.execute(statement)
        return path

    return alter


def asked(path, query):
    with closing(database.open_readonly(path)) as con:
        return con.execute(query).fetchall()


def test_reading_through_current_views_gives_the_results_of_the_unaltered_file(foreign, unchanged, capsys):
    path = foreign("create table mine as select 7 as x", "create view others as select 8 as x")
    for query in ("from systems.leaderboard order by all", "from metrics.run_scores order by all"):
        assert asked(path, query) == asked(unchanged, query) != []
    assert asked(path, "select x from mine") == [(7,)]
    with pytest.raises(duckdb.CatalogException):
        asked(path, "from others")
    assert capsys.readouterr().err.count("is read through current views") == 1
    told = [(one.check, one.subject) for one in verify(path) if not one.is_fault]
    assert told == [("not checked", "views")]
    with duckdb.connect(str(path), read_only=True) as con:  # as ever
        assert con.execute("from systems.leaderboard").fetchall() == [(1,)]


def test_commands_that_attach_the_file_under_another_name_give_the_same_results(foreign, unchanged, tmp_path):
    """These commands attach the file under another name, next to a database with current macros."""
    path = foreign()
    run = tmp_path / "mine"
    with closing(database.open_readonly(unchanged)) as con:
        (name,) = con.execute("select min(run_id) from main.runs where collection = 'mini-docs'").fetchone()
        lines = con.execute(
            "select concat_ws(' ', query_id, 'Q0', doc_id, rank, score, 'mine') from main.rankings "
            "where collection = 'mini-docs' and run_id = $1 order by query_id, rank",
            [name],
        ).fetchall()
    run.write_text("".join(f"{line}\n" for (line,) in lines))
    for words in (["eval", run, "-c", "mini-docs"], ["explain", name, "0.5", "-c", "mini-docs", "-m", "map"]):
        answers = [
            CliRunner().invoke(app, [*map(str, words), "-f", "csv", "--db", str(db)]) for db in (path, unchanged)
        ]
        assert answers[0].exit_code == 0 and answers[0].stdout == answers[1].stdout != "", words


def test_tables_of_another_version_are_read_with_defaults_for_missing_columns(foreign, unchanged):
    """Missing columns have their default, because null would change results. Generated columns are not read, because
    their expressions are SQL of the file."""
    path = foreign(
        "alter table main.queries drop column text_field; drop table main.track_facts",
        "alter table main.collections drop column ncg_depth",
        "create table mine (x integer, y integer generated always as (x + 1))",
        'create schema "a.b"; create table "a.b"."c d" ("e f" integer, "g, h" integer)',
        'insert into "a.b"."c d" values (1, 2)',
    )
    with closing(database.open_readonly(unchanged)) as con:
        queries, collections = con.execute(
            "select (select count(*) from main.queries), (select count(*) from main.collections)"
        ).fetchone()
    with closing(database.open_readonly(path)) as con:
        assert con.execute("select count(*), count(text_field) from main.queries").fetchall() == [(queries, 0)]
        assert con.execute("from main.track_facts").fetchall() == []
        assert con.execute("select ncg_depth from main.collections").fetchall() == [(100,)] * collections
        assert con.execute('select "g, h" from "a.b"."c d"').fetchall() == [(2,)]
        with pytest.raises(duckdb.CatalogException):
            con.execute("from mine")


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("create macro main.sum(x) as 7", UntrustedError),
        ("alter table main.queries rename to q; create view main.queries as select * from main.q", UntrustedError),
        ("alter table main.queries alter text_field type varchar[] using [text_field]", DatabaseError),
        ("alter table main.queries add column z varchar collate nocase", DatabaseError),
    ],
)
def test_a_file_that_cannot_be_read_through_current_views_is_rejected(foreign, statement, error):
    path = foreign(statement)
    with pytest.raises(error, match=r"dltrack build|drop or rename|into a new database"):
        asked(path, "select 1")


REACHING = [
    f"from {STORED}.systems.leaderboard",
    f'select * from "{STORED.upper()}".systems.leaderboard',
    f"use {STORED}",
    "from query('from stored' || '_in_the_file.systems.leaderboard')",
    "from \"query\"/* a /* b */ c */('from stored' || '_in_the_file.systems.leaderboard')",
    "from query_table('stored' || '_in_the_file.systems.leaderboard')",
    "select * from main.runs where run_id in (from query('from stored' || '_in_the_file.systems.leaderboard'))",
    "pivot (from query('from stored' || '_in_the_file.systems.leaderboard')) on x using count(*)",
    "describe from query('from stored' || '_in_the_file.systems.leaderboard')",
    "create temp macro mine(t) as table from query_table(t)",
    "prepare p as from query('from stored' || '_in_the_file.systems.leaderboard')",
    "from json_execute_serialized_sql(json_serialize_sql('select 1'))",
    "pragma json_execute_serialized_sql(json_serialize_sql('select 1'))",
    "set search_path = getvariable('x')",
    "set schema = getvariable('x')",
    f"detach {STORED}",
    "attach ':memory:' as other",
]


def test_no_query_can_use_the_views_of_the_file(foreign):
    """The library refuses every query, and the other interfaces, which open the file in the same way, some of each."""
    path = foreign()
    answers, db, con = Answers(path), dl.open(path), dl.engine(path).connect()
    others = cycle((lambda query: look.sql(query, path), con.exec_driver_sql, answers.query))
    for text, other in zip(REACHING, others, strict=False):
        with pytest.raises(UsageError, match="is read through current views, and") as refused:
            db.sql(text)
        assert "\n" not in str(refused.value)
        # an assistant's text may be refused because it is not a query
        match = "" if other == answers.query else "is read through current views, and"
        with pytest.raises(UsageError, match=match):
            other(text)
    db.close()


def test_a_leaderboard_condition_cannot_use_the_views_of_the_file(foreign):
    path = foreign()
    condition = f"run_id in (select x::varchar from {STORED}.systems.leaderboard)"
    done = CliRunner().invoke(app, ["leaderboard", "mini-docs", "--where", condition, "--db", str(path)])
    assert isinstance(done.exception, UsageError) and "bypasses them" in str(done.exception)


def test_harmless_queries_with_similar_words_run_and_no_hint_names_the_file(foreign, unchanged):
    path = foreign("create view odd_name as select 1 as x", "create table query (schema integer)")
    with dl.open(path) as db:
        assert db.sql("select schema as use from query").fetchall() == []
        assert db.sql("select 'attach query(' as x").fetchall() == [("attach query(",)]
        for question in ("from odd_name", "from systems.odd_names", "select metrics.odd_name(1)"):
            with pytest.raises(duckdb.CatalogException) as refused:
                db.sql(question)
            assert STORED not in str(refused.value)
    with dl.open(unchanged) as db:  # of which nothing is below another
        assert db.sql("from query('select 1 as x')").fetchall() == [(1,)]


def test_the_result_of_the_check_is_cached(foreign, monkeypatch):
    """The next opening compares nothing; a removed cover is made again, and a changed file is checked again."""
    path = foreign()
    query = "select count(*) from systems.leaderboard"
    answer = asked(path, query)
    mark = checked_files.overlay_mark(path)
    with monkeypatch.context() as patch:
        for name in ("altered_objects", "find_shadows"):
            patch.setattr(trust, name, None)
        patch.setattr(cover, "_tables", None)
        with counted() as counts:
            assert asked(path, query) == answer
        assert len(counts.attached) == 2 and mark == checked_files.overlay_mark(path) is not None
    cover._place(mark).unlink()
    assert asked(path, query) == answer and cover._place(mark).exists()
    with duckdb.connect(str(path)) as con:
        con.execute("create macro main.sum(x) as 7")
    assert checked_files.overlay_mark(path) is None
    with pytest.raises(UntrustedError):
        asked(path, query)


def test_files_with_other_views_are_rejected_for_writing_and_as_second_database(foreign):
    """A file that is read next to another database must have the current definitions."""
    path = foreign()
    with closing(database.connect()) as con, pytest.raises(UntrustedError, match="update it with"):
        database.attach(con, path, read_only=False)
    with (
        closing(database.connect()) as con,
        pytest.raises(UntrustedError, match="has the views of another version of dltrack"),
    ):
        database.attach(con, path, read_only=True, alias="known", is_current=False)


def test_views_on_tables_of_another_version_use_defaults_or_are_rejected():
    x, y = cover.Column("x", "VARCHAR", None), cover.Column("y", "INTEGER", "7")
    todays = {"main.a": cover.Table(("main", "a"), {"x": x, "y": y}, False)}

    def views(name="a", columns=None, is_peculiar=False):
        stored = {"main.a": cover.Table(("main", name), columns or {"x": x}, is_peculiar)}
        return cover._views(todays, stored, "f")

    start = 'create or replace view dltrack."main"."a" as select '
    assert views() == [f'{start}"x", cast(7 as INTEGER) as "y" from {STORED}."main"."a"']
    assert views("A", {"x": x, "y": y}) == [f'{start}"x", "y" from {STORED}."main"."A"']
    assert views(columns={"x": x, "y": y}) == []
    assert cover._views(todays, {}, "f")[0].endswith("where false")
    with pytest.raises(DatabaseError, match=r"in main\.a, columns are computed or collated"):
        views(is_peculiar=True)
    with pytest.raises(DatabaseError, match=r"the column x has another type"):
        views(columns={"x": cover.Column("x", "INTEGER", None)})
