"""A file with other definitions than this dltrack: its tables are read under today's views, none of its SQL runs."""

from __future__ import annotations

import shutil
from contextlib import closing

import duckdb
import pytest
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.errors import DatabaseError, UntrustedError
from dltrack_db.store import cover, database
from dltrack_db.store.connection import STORED
from dltrack_db.store.verify import verify

pytestmark = pytest.mark.usefixtures("opened_anew")
OF_OTHER_VIEWS = "update main.database_info set value = 'x' where key = 'views_hash'"
OTHER_VIEW = "create or replace view systems.leaderboard as select 1 as x"


@pytest.fixture
def foreign(tmp_path, unchanged):
    """A copy of the mini edition that says it has views of another dltrack, and has one, after more statements."""

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


def test_todays_views_answer_as_in_the_file_that_nobody_altered(foreign, unchanged, capsys):
    path = foreign("create table mine as select 7 as x", "create view others as select 8 as x")
    for query in ("from systems.leaderboard order by all", "from metrics.run_scores order by all"):
        assert asked(path, query) == asked(unchanged, query) != []
    assert asked(path, "select x from mine") == [(7,)]
    with pytest.raises(duckdb.CatalogException):
        asked(path, "from others")
    assert capsys.readouterr().err.count("is read under today's views") == 1
    told = [(one.check, one.subject) for one in verify(path) if not one.is_fault]
    assert told == [("not checked", "views")]
    with duckdb.connect(str(path), read_only=True) as con:  # as ever
        assert con.execute("from systems.leaderboard").fetchall() == [(1,)]


def test_commands_that_link_measures_to_the_file_answer_the_same(foreign, unchanged, tmp_path):
    """They attach it by another name, beside today's macros."""
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


def test_tables_that_are_not_todays_are_read_as_far_as_they_mean_the_same(foreign, unchanged):
    """What a table lacks is empty, or has its default: null in its place would change what follows from it. What is
    computed is not read: its expression would be SQL of the file."""
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
def test_what_no_cover_helps_is_refused(foreign, statement, error):
    path = foreign(statement)
    with pytest.raises(error, match=r"dltrack build|drop or rename|into a new database"):
        asked(path, "select 1")


def test_nothing_is_written_into_a_file_with_other_views_and_nothing_beside_another_is_covered(foreign):
    """One that is read beside another database has the same definitions, or is refused."""
    path = foreign()
    with closing(database.connect()) as con, pytest.raises(UntrustedError, match="bring it up to date"):
        database.attach(con, path, read_only=False)
    with closing(database.connect()) as con, pytest.raises(UntrustedError, match="has the views of another dltrack"):
        database.attach(con, path, read_only=True, alias="known", is_current=False)


def test_tables_are_compared_with_all_that_defines_them():
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
    with pytest.raises(DatabaseError, match="has other columns in it, computed or collated"):
        views(is_peculiar=True)
    with pytest.raises(DatabaseError, match=r"has other columns in it \(x\)"):
        views(columns={"x": cover.Column("x", "INTEGER", None)})
