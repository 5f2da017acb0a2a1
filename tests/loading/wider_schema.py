"""Check that a column that is added to every table survives all copies; a program, because it changes all tables.

`python -m tests.loading.wider_schema FOLDER [CATALOGUE DATA]` uses a file, and a shared database if one is named.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.base import plugins, resources

COLUMN = "noted"
QRELS = "".join(f"t{t} {d % 2 + each} d{d} {(d + t) % 3}\n" for t in (1, 2, 3) for d in range(12) for each in (1, 2))
RUN = "# model: x\n" + "".join(f"t{t} Q0 d{d} {d} {20 - d} x\n" for t in (1, 2, 3) for d in range(1, 12))
METADATA = "run_id,team,noted\none,north,first\ntwo,south,\nthree,,third\n"
COMPUTED = ("main.database_info", "main.table_checksums", "main.judged_rankings", "main.query_scores")
"""Tables with rows that every change may rewrite."""


def widen(folder: Path) -> None:
    """Let the package read a copy of its schema in which every table begins with one more column."""
    for name in ("schema", "sql"):
        shutil.copytree(resources.ROOT / name, folder / name)
    for name in ("ingest", "papers"):
        (folder / name).symlink_to(resources.ROOT / name)
    of_plugins = []
    for number, plugin in enumerate(each.parent for each in plugins.folders("schema")):
        of_plugins.append(shutil.copytree(plugin / "schema", folder / "plugins" / str(number) / "schema"))
        if (plugin / "sql").exists():  # whose glossary describes columns
            (of_plugins[-1].parent / "sql").symlink_to(plugin / "sql")
    find = plugins.folders
    plugins.folders = lambda name: of_plugins if name == "schema" else find(name)
    for file in [*(folder / "schema").rglob("*.sql"), *(folder / "plugins").glob("*/schema/**/*.sql")]:
        if "migrations" not in file.parts:
            text = file.read_text(encoding="utf-8")
            wider, found = re.subn(r"^(create table [^(]*\().*\n", rf"\1\n    {COLUMN} varchar,\n", text, flags=re.M)
            assert found == 1, file
            file.write_text(wider, encoding="utf-8")
    resources.ROOT = folder
    for name in ("schema", "sql", "ingest", "papers"):
        setattr(resources, name.upper(), folder / name)
    resources.RECIPES, resources.EXPECTATIONS = resources.INGEST / "recipes", resources.INGEST / "expectations"


def tables() -> list[str]:
    """Return all tables with loaded or logged data."""
    from dltrack_db import sqlfiles
    from dltrack_db.store import derive, reference

    return sorted({obj.full_name for obj in sqlfiles.tables()} - {*COMPUTED, derive.STAND_INS, *reference.tables()})


def dltrack(*arguments: object) -> None:
    """Run a command."""
    from typer.testing import CliRunner

    from dltrack_db.cli.app import app

    done = CliRunner().invoke(app, [str(each) for each in arguments], catch_exceptions=False)
    assert done.exit_code == 0, (arguments, done.output)


@contextmanager
def opened(db: Path, address: Any) -> Iterator[duckdb.DuckDBPyConnection]:
    """Return a connection that writes to the tables without dltrack."""
    from dltrack_db.store import lake

    with closing(duckdb.connect(config={"allow_unsigned_extensions": True})) as con:
        if address:
            lake.session.attach(con, address, read_only=False)
            con.execute("use lake")
        else:
            con.execute(f"attach '{db}' as written")
            con.execute("use written")
        yield con


def notes(con: duckdb.DuckDBPyConnection, also: Sequence[str] = ()) -> dict[str, list[str]]:
    """Return the rows of every table that have a note."""
    return {
        table: [
            row
            for (row,) in con.execute(
                f"select each::varchar from (from {table} where {COLUMN} is not null) as each order by all"
            ).fetchall()
        ]
        for table in (*tables(), *also)
    }


def told(con: duckdb.DuckDBPyConnection) -> dict[tuple[str, str], str]:
    """The notes on runs."""
    return {
        (c, r): note for c, r, note in con.execute(f"select collection, run_id, {COLUMN} from main.runs").fetchall()
    }


def walk(folder: Path, db: Path, address: Any) -> None:
    """Copy rows in every way that dltrack does; after each copy, all earlier notes must be there."""
    from dltrack_db.load import plan
    from dltrack_db.plugins.trec_browser.tests.test_tracks import Pages
    from tests.loading.mini_edition import ANSWERS, CITED, EXCLUDED, EXTRAS, NOTES, NUGGETS, PAIRS, SCORES, TYPO, Mini

    (folder / "runs").mkdir()
    (folder / "qrels.txt").write_text(QRELS)
    for name in ("one", "two", "three"):
        (folder / "runs" / f"{name}.txt").write_text(RUN)
    (folder / "runs.csv").write_text(METADATA)
    mine = ("ingest", "collection", "--name", "mine", "--qrels", folder / "qrels.txt", "--runs", folder / "runs")
    mine += ("--metadata", folder / "runs.csv", "--db", db)

    # a description that an organizer gives
    if not address:
        dltrack("ingest", "sample", "--db", db)
    texts = (TYPO, NOTES, ANSWERS, PAIRS, NUGGETS, CITED, SCORES, EXCLUDED)
    Mini(folder / "mini", extras=dict(zip(EXTRAS, texts, strict=True))).load(db)
    dltrack(*mine)
    pages = Pages(folder / "browser")
    plan.known.pages_file = lambda _: pages.table
    pages.load(db)
    (folder / "judge.txt").write_text("one S 1 0.5\n")
    dltrack("ingest", "scores", folder / "judge.txt", "-c", "mine", "--judge", "j", "--db", db)
    with opened(db, address) as con:
        given = {name: note for (home, name), note in told(con).items() if home == "mine"}
        assert given == {"one": "first", "two": None, "three": "third"}, given
    if not address:
        dltrack("simulate", "mine", "--strategy", "move-to-front", "--name", "study", "--trials", 1, "--db", db)
    with opened(db, address) as con:
        for table in tables():
            con.execute(f"update {table} set {COLUMN} = coalesce({COLUMN}, '{table}')")
        before, runs = notes(con), told(con)
        empty = [table for table, rows in before.items() if not rows]
        assert address or empty == ["store.distinct_passages", "store.near_duplicates"], empty
    if not address:
        dltrack("build", "--accept", "--db", db)

    # another run, and another file in the place of a run
    (folder / "four.txt").write_text(RUN)
    dltrack("ingest", "runs", folder / "four.txt", "-c", "mine", "--db", db)
    with opened(db, address) as con:
        after = notes(con)
        assert all(set(before[table]) <= set(after[table]) for table in before), lost(before, after)
    (folder / "runs" / "one.txt").write_text(RUN.replace(" 1 19 ", " 1 30 "))
    dltrack("ingest", "runs", folder / "runs" / "one.txt", "-c", "mine", "--replace", "--db", db)
    with opened(db, address) as con:
        assert told(con) == runs | {("mine", "four"): None}
        ours = ("main.runs", "main.run_topics", "main.loads", "main.load_expectations", "store.rankings")
        after = notes(con)
        rest = {table: rows for table, rows in before.items() if table not in ours}
        assert all(rows == after[table] for table, rows in rest.items()), lost(rest, after)

    # another description
    (folder / "runs.csv").write_text(METADATA.replace("third", "other"))
    dltrack(*mine)
    with opened(db, address) as con:
        assert told(con)["mine", "three"] == "other"
    if address:
        return

    # taken out, and written anew
    with opened(db, address) as con:
        for table in ("main.query_scores", "main.judged_rankings"):
            con.execute(f"update {table} set {COLUMN} = '{table}'")
        before = notes(con, COMPUTED)
    dltrack("export", "mine", "--to", folder / "out", "--db", db)
    for file in sorted((folder / "out").glob("*.parquet")):
        if file.stem != "rankings":  # a view, which says its columns
            whole = duckdb.sql(f"select {COLUMN} is not null from '{file}'").fetchall()
            assert whole.count((True,)) > 0 or not whole, file
    dltrack("compact", "--db", db)
    with opened(db, address) as con:
        after = notes(con, COMPUTED)
        changed = ("main.changes", "main.table_checksums", "main.database_info")
        assert all(rows == after[table] for table, rows in before.items() if table not in changed), lost(before, after)
        # as schema 3 has them
        con.execute("alter table main.query_attributes rename column attribute to key")
        con.execute("alter table main.collections drop column excludes_query_id")
        con.execute("drop table main.table_checksums; drop table main.changes")  # of rows with the dropped column
        con.execute("update main.database_info set value = '3' where key = 'schema_version'")
    dltrack("build", "--accept", "--db", db)
    with opened(db, address) as con:
        after = notes(con)
        kept = {table: rows for table, rows in before.items() if table in after and table != "main.changes"}
        assert all(rows == after[table] for table, rows in kept.items()), lost(kept, after)


def lost(before: dict[str, list[str]], after: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the first missing rows of every table."""
    return {
        table: [row for row in rows if row not in after.get(table, [])][:2]
        for table, rows in before.items()
        if set(rows) - set(after.get(table, []))
    }


if __name__ == "__main__":
    here, *where = sys.argv[1:]
    (Path(here) / "wider").mkdir()
    widen(Path(here) / "wider")
    own = Path(here) / "own.duckdb"
    led = None
    if where:
        from dltrack_db.store import lake

        led = lake.parse(*where)
        lake.connect(led, own, init=True)
    walk(Path(here), own, led)
