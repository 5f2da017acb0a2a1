"""Common promises of all kinds of data: each part of `ingest/parts`, even a new part, is tested with violations."""

from __future__ import annotations

import dataclasses
from contextlib import closing

import duckdb
import pytest
import typer
from typer.testing import CliRunner

from dltrack_db.base import parts, sql_text
from dltrack_db.base.parts import PartTable
from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.cli import ingest_parts
from dltrack_db.errors import RecipeError, SqlFileError
from dltrack_db.load import expectations, promises
from dltrack_db.load.plan import Plan
from dltrack_db.load.staging import Staging
from dltrack_db.sqlfiles import headers, part_queries
from dltrack_db.store import database

WITHOUT = {
    "names": {"track-facts"},  # they have no ids
    "once": {"track-facts"},  # identified only by their position
    "empty": {"track-facts"},  # some pages say nothing
    "topics": {
        "queries",
        "query-variants",
        "query-attributes",
        "run-metadata",
        "track-runs",
        "track-scores",
        "track-facts",
    },
    "counts": {"scores", "judge-scores", "runs"},  # of sets of files recipes count the files
}
"""Promises that parts do not make, because their rows have no topic, or because recipes count something else."""


def value(kind: duckdb.DuckDBPyType) -> object:
    """Return a value of a type: 'x', 1, false, or a list or struct of these."""
    if kind.id == "list":
        return [value(kind.children[0][1])]
    if kind.id == "struct":
        return {name: value(each) for name, each in kind.children}
    return {"varchar": "x", "boolean": False, "date": "2021-01-01"}.get(kind.id, 1)


class Staged:
    """One line for each staging table of a part, in a file without other lines."""

    def __init__(self, con: duckdb.DuckDBPyConnection, part: parts.Part) -> None:
        self.con, self.part = con, part
        spec = CollectionSpec(collection="c", task="docs", query_set="c", qrels_variant="x")
        self.area = Staging(con, Plan("c", (spec,), ()))
        file = {"file_id": 1, "edition": "c", "part": part.name, "collection": "c", "name": "x", "source": "x"}
        sql_text.insert_row(
            con, "staging.files", file | {"bytes": 1, "md5": "", "verified": "none", "expected_rows": 1}
        )
        sql_text.insert_row(con, "staging.known_queries", {"query_set": "c", "query_id": "x"})
        names = {part.staged, part.read_into, *(one.staged or one.name for one in part.tables)}
        tables = (
            "select table_name from duckdb_columns() where table_oid in (select table_oid from duckdb_tables()) "
            "and schema_name = 'staging' and column_name = 'problem' order by all"
        )
        self.tables = [name for (name,) in con.execute(tables).fetchall() if name in names]

    def put(self, table: str) -> None:
        """Stage a line in one table, and no lines in the others."""
        for each in self.tables:
            self.con.execute(f"delete from staging.{each}")
        columns = self.con.table(f"staging.{table}")
        row = {name: value(kind) for name, kind in zip(columns.columns, columns.types, strict=True)}
        sql_text.insert_row(self.con, f"staging.{table}", row | {"problem": None})

    def find_breaches(self, promise: str) -> list[str]:
        """Return the rows that break a promise."""
        self.area.summarize_rankings()
        suite = expectations.load_suite(self.part.suite)
        kept = [entry for entry in suite.expectations if entry.promise == promise]
        assert not any("{" in entry.query for entry in kept), "Great Expectations looks for names between braces"
        assert bool(kept) is (self.part.name not in WITHOUT.get(promise, ())), (promise, kept)
        return [each.detail for entry in kept for each in expectations.offenders(self.con, suite, entry)]

    def names(self, table: str) -> list[str]:
        """The columns of a staging table that are names: texts in the grain of the part's tables, else all texts."""
        columns = self.con.table(f"staging.{table}")
        texts = [name for name, kind in zip(columns.columns, columns.types, strict=True) if kind.id == "varchar"]
        own = [one for one in self.part.tables if not one.parent]
        grain = {key for one in own for key in part_queries.header(one.name).grain.split(", ")}
        others = {key for one in own for key in one.file} | {"subject_kind"}  # names of files, and one of two words
        return [name for name in texts if name in grain - others] or [
            name for name in texts if name in ("id", "key", "query_id")
        ]


@pytest.fixture(params=parts.all_parts(), ids=lambda part: part.name)
def staged(request):
    with closing(database.connect()) as con:
        yield Staged(con, request.param)


def test_every_part_keeps_the_common_promises(staged):
    assert staged.tables
    for table in staged.tables:
        staged.put(table)
        for promise in ("readable", "empty", "names", "once", "topics", "counts"):
            assert staged.find_breaches(promise) == [], (table, promise)
        for promise, damage in (
            ("once", f"insert into staging.{table} select * replace (2 as line) from staging.{table}"),
            ("topics", "update staging.known_queries set query_id = 'y'"),
            ("counts", "update staging.files set expected_rows = 2"),
            ("counts", "update staging.files set expected_rows = 0"),
            ("readable", f"update staging.{table} set problem = 'odd'"),
            ("empty", f"delete from staging.{table}"),
        ):
            staged.con.execute("begin")
            staged.con.execute(damage)
            assert staged.find_breaches(promise) or staged.part.name in WITHOUT.get(promise, ()), (table, promise)
            staged.con.execute("rollback")
        names = [] if staged.part.name in WITHOUT["names"] else staged.names(table)
        assert names or staged.part.name in WITHOUT["names"]
        for column in names:
            staged.con.execute("begin")
            staged.con.execute(f"update staging.{table} set {column} = 'x' || chr(27)")
            assert any("of 2 bytes: x?" in one for one in staged.find_breaches("names")), (table, column)
            staged.con.execute("rollback")


def complete(part: parts.Part, *listed: dict[str, str]) -> list[str]:
    """Return the names of the expectations of a part."""
    return [entry["name"] for entry in promises.Promises([part], "staging.x").complete(listed, ())]


PART = dataclasses.replace(parts.find("preferences"), name="x", noun="xs")


def test_promises_are_checked_in_order_unless_a_part_lists_them():
    own, counts = {"name": "own"}, {"promise": "counts", "name": "counted", "query": "from x"}
    standard = [
        "lines are readable",
        "files have rows",
        "ids are printable",
        "no line is repeated",
        "topics are known",
    ]
    assert complete(PART, own) == [*standard, "number of xs matches the recipe", "own"]
    assert complete(PART, own, counts) == [*standard, "own", "counted"]
    assert complete(PART, counts, own) == [*standard, "counted", "own"]
    once = {"promise": "once", "name": "mine", "query": "from x"}
    assert complete(PART, own, once, own) == [
        *standard[:3],
        "own",
        "mine",
        *standard[4:],
        "number of xs matches the recipe",
        "own",
    ]


def test_a_promise_that_does_not_follow_from_the_tables_must_be_declared():
    by_query = dataclasses.replace(PART, tables=(PartTable("queries", ("query_set",), rows="x.sql"),))
    told = r"the promise 'names' cannot be checked; add 'words' or a 'query' to its \[\[expect\]\] entry"
    with pytest.raises(RecipeError, match=told):
        complete(by_query)
    across_files = dataclasses.replace(PART, tables=(PartTable("answers", ("source",)),))
    with pytest.raises(
        RecipeError,
        match=r"'once' cannot be checked; add a 'query' that also finds rows",
    ):
        complete(across_files)
    assert "mine" in complete(across_files, {"promise": "once", "name": "mine", "meaning": "", "query": "from x"})


def test_only_parts_with_a_judge_have_judge_options():
    without = dataclasses.replace(PART, tables=(PartTable("queries", ("query_set",)),))
    for part, offers in ((PART, True), (without, False)):
        app = typer.Typer()
        app.command()(ingest_parts.make_command(part))
        assert ("--judge" in CliRunner().invoke(app, ["--help"]).output) is offers
    refused = CliRunner().invoke(app, ["x", "-c", "c", "--judge", "ann"])
    assert refused.exit_code == 2 and "--judge" in refused.output


def test_ranges_in_a_table_header_are_parsed(tmp_path):
    text = "-- What.\n-- grain: a\n-- columns:\n--   a: one\n--   b: two\n-- checks:\n--   b: from -1.5 to 5\n"
    header, _ = headers.parse_header(text, tmp_path)
    assert header.ranges == {"b": (-1.5, 5)}
    glossary = headers.parse_header("-- Glossary.", tmp_path)[0]
    assert header.completed(glossary, [], tmp_path).columns == {"a": "one", "b": "two; from -1.5 to 5"}
    with pytest.raises(SqlFileError, match="the check of b is not a range; write 'from LOWEST to HIGHEST'"):
        headers.parse_header(text.replace("to 5", "up"), tmp_path)
    with pytest.raises(SqlFileError, match="checks in the header names c, which is not a column"):
        headers.parse_header(text.replace("b: from", "c: from"), tmp_path)[0].completed(glossary, [], tmp_path)
