"""Facts that a file states about itself never run: no value in it becomes part of a statement, a path or a call."""

from __future__ import annotations

import shutil
from contextlib import closing
from itertools import cycle

import duckdb
import pytest
from typer.testing import CliRunner

from dltrack_db.base import sql_text
from dltrack_db.cli.app import app
from dltrack_db.errors import DatabaseDamagedError, DatabaseError, DltrackError, UntrustedError
from dltrack_db.store import checked_files, database, facts
from dltrack_db.store.lake import address as addresses
from dltrack_db.store.patience import Patience
from dltrack_db.store.verify import verify

pytestmark = pytest.mark.usefixtures("opened_anew")

TABLES = ("database_info", "collections", "loads", "changes")
WRITING = (
    ["build", "--accept"],
    ["compact"],
    ["drop", "a", "--collection", "mini-docs"],
    ["drop", "mini-docs"],
    ["rename", "a", "mine"],
    ["score"],
    ["ingest", "sample", "--replace"],
)
BUILDING = ("build", "compact")


@pytest.fixture
def poisoned(tmp_path, unchanged):
    """A copy of the mini edition, altered by statements in plain DuckDB."""

    def poison(*statements, name="x.duckdb"):
        path = tmp_path / name
        shutil.copyfile(unchanged, path)
        execute(path, statements)
        return path

    return poison


def execute(path, statements):
    with duckdb.connect(str(path), config={"threads": 1}) as con:
        for statement in statements:
            con.execute(statement)


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("the secret of this user")
    return path


def payloads(mark, secret):
    """Texts that, as part of a statement, would write the file `mark` or read `secret` into the database."""
    write, read = f"copy (select 1) to '{mark}'", f"create table main.stolen as from read_text('{secret}')"
    return [
        f"view if exists main.x; {write}; --",
        f"view if exists main.x,macro if exists main.y; {read}; --",
        f"'; {write}; --",
        f'"; {write}; --',
        f"'); {read}; --",
        f"x', 'y'); {write}; --",
        f"main.x; {write}",
        f"$$; {write}; --",
        f"getvariable('home')); {write}; --",
        str(mark),
        f"../../{mark.name}",
    ]


def run(words, db):
    done = CliRunner().invoke(app, [*words, "--db", str(db)])
    assert done.exception is None or isinstance(done.exception, (SystemExit, DltrackError)), (words, done.exception)
    return done


def check_untouched(path, tmp_path, secret, mark):
    assert {each.name for each in tmp_path.iterdir() if not each.name.startswith("x.duckdb")} == {secret.name}
    assert not mark.exists()
    for each in tmp_path.glob("x.duckdb*"):
        with duckdb.connect(str(each), read_only=True) as con:
            assert con.execute("select 1 from duckdb_tables() where table_name = 'stolen'").fetchall() == []
        each.unlink()


def texts_of(con):
    """Every text column with facts about the file, with a row that no command names."""
    found = con.execute(
        "select table_name, column_name from duckdb_columns() where schema_name = 'main' and data_type = 'VARCHAR' "
        f"and list_contains({sql_text.literal(list(TABLES))}, table_name) and column_name <> 'key' order by all"
    ).fetchall()
    keys = [row[0] for row in con.execute("select key from main.database_info order by all").fetchall()]
    assert len(found) > 20 and {table for table, _ in found} == set(TABLES)
    yield from (
        (table, column, f"rowid = (select {'max' if column == 'collection' else 'min'}(rowid) from main.{table})")
        for table, column in found
        if table != "database_info"
    )
    # another schema is rejected, and other views are rebuilt, which takes long: separate tests cover both
    yield from (
        ("database_info", "value", f"key = '{key}'") for key in keys if key not in ("schema_version", "views_hash")
    )


@pytest.mark.campaign
@pytest.mark.parametrize(("number", "words"), [*enumerate(WRITING)], ids=str)
def test_no_text_in_a_file_runs_as_sql_while_a_command_writes(small_database, tmp_path, secret, number, words):
    """Each text of a file contains another payload for every command, and all commands still work.

    The list of built objects has two payloads, because objects in this list are dropped if no SQL file defines them.
    """
    # the sample; the altered rows are not those that the commands name
    words = [{"a": "alder_d1", "mini-docs": "sample-docs"}.get(word, word) for word in words]
    mark = tmp_path / "mark"
    path = shutil.copyfile(small_database, tmp_path / "x.duckdb")
    texts = payloads(mark, secret)
    refused = set()
    with duckdb.connect(str(path)) as con:
        for place, (table, column, which) in enumerate([*texts_of(con)]):
            text = sql_text.literal(texts[(place + number) % len(texts)])
            try:
                con.execute(f"update main.{table} set {column} = {text} where {which}")
            except duckdb.ConstraintException:  # the table itself refuses it, and a table without that is refused
                refused.add(column)
        con.execute(
            f"update main.database_info set value = {sql_text.literal(','.join(texts[:2]))} where key = 'objects'"
        )
        if words[0] in BUILDING:
            con.execute(f"update main.database_info set value = {sql_text.literal(texts[0])} where key = 'views_hash'")
    assert refused == {"tie_rule", "verified"}
    done = run(words, path)
    # build --accept and compact report rows that contradict each other, and a submitted run cannot be renamed
    assert done.exit_code == (words[0] in ("build", "compact", "rename")), (words, done.output, done.exception)
    check_untouched(path, tmp_path, secret, mark)


def test_a_schema_version_in_a_file_never_runs_as_sql(poisoned, tmp_path, secret):
    mark, path = tmp_path / "mark", poisoned()
    for text in payloads(mark, secret):
        execute(path, [f"update main.database_info set value = {sql_text.literal(text)} where key = 'schema_version'"])
        assert isinstance(run(["drop", "mini-docs"], path).exception, DltrackError)
    check_untouched(path, tmp_path, secret, mark)


@pytest.mark.campaign
def test_a_lake_address_in_a_file_is_neither_contacted_nor_run_as_sql(poisoned, tmp_path, secret):
    mark, path = tmp_path / "mark", poisoned()
    for words, text in zip(cycle(WRITING), payloads(mark, secret), strict=False):
        values = ((facts.CATALOGUE, addresses.PREFIX + text), (facts.DATA, text))
        insert = "insert or replace into main.database_info values ('{}', {})"
        execute(path, [insert.format(key, sql_text.literal(value)) for key, value in values])
        assert isinstance(run(words, path).exception, UntrustedError)
    check_untouched(path, tmp_path, secret, mark)


@pytest.mark.parametrize(
    ("key", "value", "writing"),
    [
        ("duckdb_version", "1.5.4", ["drop", "a"]),
        ("views_hash", "old", ["rename", "a", "x"]),
        pytest.param("dltrack_version", "0.2.0", ["compact"], marks=pytest.mark.more),
        pytest.param("schema_version", "3", ["drop", "a"], marks=pytest.mark.more),
    ],
)
def test_no_value_in_a_file_disables_the_check_of_its_objects(poisoned, unchanged, key, value, writing):
    """A file with a view that returns scores 1.5 times as high is never read, whatever version the file states.

    If it states another version of dltrack, the current views give the results of the unaltered file.
    """
    with duckdb.connect(str(unchanged), read_only=True) as con:
        (sql,) = con.execute(
            "select sql from duckdb_views() where schema_name = 'metrics' and view_name = 'run_scores'"
        ).fetchone()
    body = sql[sql.lower().index(" as ") + 4 :].rstrip("; \n")
    path = poisoned(
        f"create or replace view metrics.run_scores as select * replace (value * 1.5 as value) from ({body})",
        f"update main.database_info set value = '{value}' where key = '{key}'",
    )
    is_covered = key == "views_hash"
    for words in (["leaderboard", "mini-docs"], writing):  # which look at a file as all others do
        done = CliRunner().invoke(app, [*words, "--db", str(path)])
        if is_covered and words is not writing:
            assert done.stdout == CliRunner().invoke(app, [*words, "--db", str(unchanged)]).stdout
            continue
        assert isinstance(done.exception, DltrackError) and "dltrack build" in str(done.exception), words
    question = ["sql", "from metrics.run_scores order by all", "-f", "csv"]
    asked = CliRunner().invoke(app, [*question, "--db", str(path)])
    if is_covered:
        assert asked.stdout == CliRunner().invoke(app, [*question, "--db", str(unchanged)]).stdout != ""
    elif key == "schema_version":  # asked for, the views of another schema answer, which is said
        assert asked.exit_code == 0 and "were not checked" in asked.stderr
    else:
        assert isinstance(asked.exception, UntrustedError)


SCHEMA = "update main.database_info set value = {} where key = 'schema_version'"
REMADE = (
    "create table main.kept as from main.database_info; drop table main.database_info; "
    "create table main.database_info ({}); insert into main.database_info (key, {}) from main.kept; "
    "drop table main.kept"
)
PLAIN = "key varchar primary key, value varchar not null"
OTHER_VIEW = "create or replace view systems.leaderboard as select error('it ran') as x"


@pytest.mark.parametrize(
    "statements",
    [
        SCHEMA.format("'05'"),
        SCHEMA.format("' 5'"),
        "delete from main.database_info where key = 'schema_version'",
        f"insert into main.database_info values ('{facts.DATA}', '/tmp')",
        "insert or replace into main.database_info values ('plugins', 'name version')",
        REMADE.format("key varchar, value varchar", "value")
        + "; insert into main.database_info values ('schema_version', '4')",
        REMADE.format("key varchar collate nocase primary key, value varchar not null", "value"),
        REMADE.format(f"{PLAIN} check (value <> 'it ran')", "value"),
        REMADE.format('"Key" varchar primary key, value varchar not null', "value"),
        REMADE.format(
            "key varchar primary key, v varchar, value varchar generated always as "
            "(case when current_database() = 'memory' then error('it ran') else v end)",
            "v",
        ),
        "drop table main.database_info; create table main.database_info (key varchar[], value varchar)",
        "drop table main.database_info; create table main.database_info (key varchar, value struct(a varchar))",
        "drop table main.database_info; create table main.database_info (k varchar, value varchar)",
        "alter table main.database_info rename to kept; create view main.database_info as from main.kept",
        'alter table main.database_info rename to "DATABASE_INFO"',
        "create index i on main.database_info ((value || error('it ran')))",
    ],
    ids=str,
)
def test_facts_in_a_file_are_either_valid_or_rejected(poisoned, statements):
    """All ways of opening behave the same: no SQL of the file runs, and no rejected file is noted as checked."""
    path = poisoned(*statements.split("; "), OTHER_VIEW)
    with pytest.raises(DatabaseError) as refused:
        database.open_readonly(path)
    with pytest.raises(DatabaseError), closing(database.connect()) as con:
        database.attach(con, path, read_only=False)
    assert "it ran" not in str(refused.value).replace("error('it ran')", "") and len(str(refused.value)) < 500
    assert any(fix in str(refused.value) for fix in ("restore it", "load the files", "drop or rename")), refused.value
    assert not checked_files.is_checked(path) and checked_files.overlay_mark(path) is None


def test_every_command_rejects_a_file_with_unreadable_facts(poisoned, tmp_path):
    path = poisoned("drop table main.database_info", "create table main.database_info (k varchar, value varchar)")
    for words in (
        ["leaderboard", "mini-docs"],
        ["sql", "select 1"],
        ["shell"],
        ["status"],
        ["build"],
        ["drop", "a"],
        ["compact"],
        ["export", "mini-docs", "--to", str(tmp_path / "out")],
    ):
        error = run(words, path).exception
        assert isinstance(error, DatabaseError) and "load the files into a new database" in str(error), (words, error)
    assert [(one.check, one.subject) for one in verify(path)] == [("objects", "table main.database_info")]


def test_a_file_with_tables_of_another_schema_than_it_states_is_refused(poisoned):
    path = poisoned(SCHEMA.format("'4'"), "alter table main.queries drop column query_id")
    error = run(["build"], path).exception
    assert isinstance(error, DatabaseError) and "its tables do not have schema" in str(error)


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([("schema_version", "5"), ("schema_version", "4")], "has two rows with the key 'schema_version'"),
        *(
            ([("schema_version", text)], "which must be a number like 5")
            for text in ("005", "+5", "5\n", "٥", "", "5.0", "5" * 5000, "5\0", "-1", "0x5", "5e0")
        ),
        ([], "has no schema_version"),
        ([(f"key {number}", "x") for number in range(1001)], "has more than 1000 rows"),
        ([("schema_version", "5"), ("views_hash", None)], "has a value of 'views_hash' that is not text"),
        ([("schema_version", 5)], "has a value of 'schema_version' that is not text"),
        ([("schema_version", "5"), (None, "x")], "has a value of 'None' that is not text"),
        ([("schema_version", "5"), (facts.CATALOGUE, ""), (facts.DATA, "")], "has only one of"),
        ([("schema_version", "5"), (facts.PLUGINS, "a 1 b c,d\n")], "has a malformed entry for a plug-in: ''"),
    ],
)
def test_invalid_facts_are_rejected_with_the_reason(rows, fault):
    with pytest.raises(DatabaseDamagedError, match=fault):
        facts.parse(rows, "x")
    known = facts.parse([("schema_version", "5"), ("new", "y"), (facts.PLUGINS, "a 1 b c,d\ne 2 f ")], "x")
    assert (known.schema, known.texts["new"], known.views_hash, known.is_overlay) == (5, "y", None, False)
    assert known.plugins == (("a", "1", ("c", "d"), ()), ("e", "2", (), ()))


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("create index i on main.runs ((upper(run_id)))", "index main.i"),
        (
            "drop table main.track_facts; create table main.track_facts (track varchar, "
            "fact varchar generated always as (error('it ran')))",
            "table main.track_facts",
        ),
    ],
)
def test_generated_columns_and_computed_indexes_are_rejected(poisoned, statement, named):
    path = poisoned(*statement.split("; "))
    for checks in (database.CHECKED, database.Checks(to_build=True)):
        with closing(database.connect()) as con, pytest.raises(UntrustedError, match=named):
            database.attach(con, path, read_only=True, checks=checks)
    assert [(one.check, one.subject) for one in verify(path)] == [("objects", named)]
    plain = poisoned("create index i on main.runs (run_id, team)", name="plain.duckdb")
    database.open_readonly(plain).close()


@pytest.mark.parametrize(
    ("words", "is_old"),
    [
        (["drop", "a"], True),
        pytest.param(["build"], True, marks=pytest.mark.more),
        pytest.param(["compact"], False, marks=pytest.mark.more),
        pytest.param(["score"], False, marks=pytest.mark.more),
    ],
)
def test_views_in_a_file_cannot_read_other_files(poisoned, unchanged, secret, words, is_old):
    """The views that the change log queries are altered to read a file; no command copies it into the database."""
    views = []
    with duckdb.connect(str(unchanged), read_only=True) as con:
        for view in ("catalog.changed_facts", "catalog.state"):
            held = con.execute(
                "select column_name from duckdb_columns() where schema_name || '.' || table_name = $1", [view]
            ).fetchall()
            stolen = ", ".join(f"content as {column}" for (column,) in held)
            views.append(f"create or replace view {view} as select {stolen} from read_text('{secret}')")
    path = poisoned(*views, *(["update main.database_info set value = 'old' where key = 'views_hash'"] * is_old))
    done = run(words, path)
    assert "the secret" not in done.output + str(done.exception)
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("select 1 from main.changes where contains(found, 'the secret')").fetchall() == []


@pytest.mark.parametrize("words", [["build"], ["compact"]])
def test_building_and_rewriting_do_not_use_views_in_the_file(poisoned, words):
    """The same holds for `dltrack verify`: the altered view's result is in no log entry, and no command fails."""
    path = poisoned(
        "create or replace view catalog.changed_facts as select error('it ran') as table_name, '' as scope",
        "create or replace view catalog.reference_checksums as select error('it ran') as name",
    )
    assert {one.check for one in verify(path)} == {"objects"}
    execute(path, ["update main.database_info set value = 'old' where key = 'views_hash'"])
    assert all("it ran" not in one.detail for one in verify(path))
    done = run(words, path)
    assert done.exit_code == 0, (done.output, done.exception)
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("select 1 from main.changes where found is not null").fetchall() == []


MACRO = (
    "create or replace macro metrics.precision({}) as table {}",
    "k, variant := null, min_relevance := null, tie_rule := null, judged_only := {}",
)


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("parameters", "version"),
    [
        (MACRO[1].format("true"), "same"),
        ("k, variant := null, tie_rule := null, min_relevance := null, judged_only := false", "1.5.4"),
        ("k, judged_only := false, variant := null, min_relevance := null, tie_rule := null", "same"),
    ],
)
def test_defaults_and_the_order_of_parameters_are_part_of_a_macro(poisoned, unchanged, parameters, version):
    query = (
        "select macro_definition from duckdb_functions() where schema_name = 'metrics' and function_name = 'precision'"
    )
    with duckdb.connect(str(unchanged), read_only=True) as con:
        (body,) = con.execute(query).fetchone()
    path = poisoned(
        MACRO[0].format(parameters, body),
        *(["update main.database_info set value = '1.5.4' where key = 'duckdb_version'"] * (version == "1.5.4")),
    )
    with pytest.raises(UntrustedError, match=r"macro metrics\.precision"):
        database.open_readonly(path)


@pytest.mark.more
def test_a_file_replaced_while_it_is_opened_is_checked(poisoned, monkeypatch, tmp_path):
    """The note on a checked file applies only to the file that was attached."""
    good, bad = poisoned(name="good.duckdb"), poisoned("create macro main.sum(x) as 7", name="bad.duckdb")
    path = tmp_path / "x.duckdb"
    shutil.move(good, path)
    database.open_readonly(path).close()  # noted
    path.rename(good)
    bad.rename(path)
    real = Patience.until_free

    def until_free(patience, act):
        real(patience, act)
        path.rename(bad)
        good.rename(path)

    monkeypatch.setattr(Patience, "until_free", until_free)
    with pytest.raises(UntrustedError):
        database.open_readonly(path)


NAMES = ["my table", "my-notes", 'a "quoted" one', "dots.in.it", "select", "Ünïcödé 🦆", "it's", "; drop", "new\nline"]


@pytest.mark.more
def test_objects_of_users_with_unusual_names_survive_all_commands_that_write(poisoned):
    """Objects with the strangest legal names survive every command that writes."""
    name = sql_text.quote_name
    statements = []
    tables = {schema: (schema, NAMES[number - 1]) for number, schema in enumerate(NAMES)}
    for schema in NAMES:
        statements.append(f"create schema {name(schema)}")
        for each in tables[schema]:
            column, key = name(f"col {each}"), name(f"k.{each}")
            statements += [
                f"create table {name(schema, each)} ({key} integer primary key, {column} text, "
                f"{name('twice ' + each)} integer generated always as ({key} * 2) virtual)",
                f"insert into {name(schema, each)} ({key}, {column}) values (7, 'x')",
            ]
        statements += [
            f"create view {name(schema, 'view ' + schema)} as from {name(schema, schema)}",
            f"create macro {name(schema, 'macro ' + schema)}({name('p ' + schema)}) as {name('p ' + schema)} + 1",
            f"create sequence {name('main', 's ' + schema)}",  # DuckDB's nextval() takes no name with quotes
            f"create type {name('main', 't ' + schema)} as enum ('a', 'b')",
            f"create table {name('main', schema)} (x {name('t ' + schema)} default 'a', "
            "n integer default nextval('\"s my table\"'))",
            f"insert into {name('main', schema)} values ('b', 5)",
        ]
    path = poisoned(*statements)
    for words in (["build"], ["compact"], ["drop", "a", "--collection", "mini-docs"], ["status"]):
        assert run(words, path).exit_code == 0, words
    assert verify(path) == []
    with database.open_readonly(path) as con:
        for schema in NAMES:
            for each in tables[schema]:
                assert con.execute(f"from {name(schema, each)}").fetchall() == [(7, "x", 14)]
            assert con.execute(f"from {name(schema, 'view ' + schema)}").fetchall() == [(7, "x", 14)]
            assert con.execute(f"from {name('main', schema)}").fetchall() == [("b", 5)]
