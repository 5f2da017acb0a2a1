"""Which runs of a user's collection are submissions: one rule, whatever the order and the commands of loading."""

from __future__ import annotations

import shutil
from contextlib import closing

import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.base.recipes import own
from dltrack_db.cli.app import app
from dltrack_db.errors import RecipeError, SourceError, UsageError
from dltrack_db.load import loader, plan
from dltrack_db.store import collections, database
from tests.asking import asked

SUBMITTED = "select run_id, is_submission from main.runs where collection = 'track' order by run_id"
PASSING = {"load_id", "batch_id", "started_at", "published_at", "change_no", "changed_at"}
"""Columns with numbers and times that are new in every load."""
LOGS = {"main.changes", "main.load_expectations", "main.table_checksums"}
"""Tables about loads, which have more rows if files are loaded one after the other."""


@pytest.fixture
def files(tmp_path):
    (tmp_path / "topics.tsv").write_text("1\tone\n2\ttwo\n")
    (tmp_path / "qrels").write_text("1 0 d1 1\n1 0 d2 0\n2 0 d2 2\n2 0 d3 1\n")
    (tmp_path / "runs").mkdir()
    for run, docs in {"a": "123", "b": "321"}.items():
        lines = [f"{topic} Q0 d{doc} {rank} {9 - rank} {run}\n" for topic in "12" for rank, doc in enumerate(docs, 1)]
        (tmp_path / "runs" / run).write_text("".join(lines))
    return tmp_path


def call(db, *arguments):
    done = CliRunner().invoke(app, [*map(str, arguments), "--db", str(db)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def make(files, name="x", *more):
    """A track with topics and labels, but without runs."""
    path = files / f"{name}.duckdb"
    call(path, "ingest", "collection", "--name", "track", "--topics", files / "topics.tsv", "--qrels", files / "qrels",
         *more)  # fmt: skip
    return path


def note(files, *lines):
    (files / "notes.csv").write_text("\n".join(("collection,run_id,is_submission", *lines, "")))
    return ("ingest", "run-notes", files / "notes.csv", "--replace")


def contents(path):
    """Return all rows of all tables except logs; scores have ten decimals, because sums of floats depend on order."""
    found = {}
    with closing(database.open_readonly(path)) as con:
        tables = "select schema_name || '.' || table_name from duckdb_tables() where schema_name in ('main', 'store')"
        for (table,) in con.execute(tables).fetchall():
            names = [column for column, *_ in con.execute(f"describe {table}").fetchall() if column not in PASSING]
            if table not in LOGS:
                columns = ", ".join(names)
                if table == "main.query_scores":
                    columns = columns.replace("value", "round(value, 10)")
                found[table] = con.execute(f"select {columns} from {table} order by all").fetchall()
        found["fingerprint"] = con.execute("from catalog.fingerprints").fetchall()
    return found


@pytest.mark.more
def test_every_order_of_loading_the_same_files_gives_the_same_tables(files):
    topics, qrels, runs = ("--topics", files / "topics.tsv"), ("--qrels", files / "qrels"), ("--runs", files / "runs")
    start, more_runs = ("collection", "--name", "track"), ("runs", files / "runs", "-c", "track")
    ways = {
        "at once": [(*start, *topics, *qrels, *runs)],
        "labels last": [(*start, *topics), more_runs, ("qrels", files / "qrels", "-c", "track", "--labels", "own")],
        "runs last": [(*start, *topics), ("qrels", files / "qrels", "-c", "track"), more_runs],
        "labels between": [(*start, *topics, *runs), ("qrels", files / "qrels", "-c", "track", "--labels", "own")],
    }
    found = {}
    for way, steps in ways.items():
        for step in steps:
            call(files / way, "ingest", *step)
        found[way] = contents(files / way)
    first = found["at once"]
    assert [row[:2] for row in first["main.query_scores"]] and first["main.qrels_variants"]
    for way, tables in found.items():
        assert {table: rows for table, rows in tables.items() if rows != first[table]} == {}, way
    assert asked(files / "labels last", SUBMITTED) == [("a", True), ("b", True)]
    assert asked(files / "labels last", "select distinct is_submission from judging.compared_runs") == [(True,)]
    assert "2nd of 3 (the submitted runs included)" in call(files / "labels last", "eval", near(files), "-c", "track")


def near(files):
    (files / "near").write_text("1 Q0 d1 1 9 t\n2 Q0 d3 1 9 t\n")
    return files / "near"


@pytest.mark.more
def test_a_run_declared_not_submitted_is_no_submission_in_any_order(files):
    by_option = make(files)
    call(by_option, "ingest", "runs", files / "runs" / "a", "-c", "track", "--not-submitted")
    call(by_option, "ingest", "runs", files / "runs" / "b", "-c", "track")
    assert asked(by_option, SUBMITTED) == [("a", False), ("b", True)]
    with pytest.raises(
        SourceError,
        match=r"run.* 'b' of track is already loaded as a submitted run; to mark it as not submitted, load a table",
    ):
        call(by_option, "ingest", "runs", files / "runs" / "b", "-c", "track", "--not-submitted")
    call(by_option, "ingest", "runs", files / "runs" / "a", "-c", "track", "--not-submitted")  # loaded as that already
    # notes count more than the option, and the last ones most
    call(by_option, *note(files, "track,a,true", "track,b,false"))
    assert asked(by_option, SUBMITTED) == [("a", True), ("b", False)]
    call(by_option, *note(files, "track,b,true"))
    assert asked(by_option, SUBMITTED)[1] == ("b", True)
    before = make(files, "before")
    call(before, *note(files, "track,a,false"))
    call(before, "ingest", "runs", files / "runs", "-c", "track")
    after = make(files, "after", "--runs", files / "runs")
    call(after, "ingest", "run-notes", files / "notes.csv")
    assert contents(before)["main.runs"] == contents(after)["main.runs"]
    assert asked(before, SUBMITTED) == [("a", False), ("b", True)]
    # neither a new file nor a drop forgets the note
    (files / "runs" / "a").write_text("1 Q0 d1 1 9 a\n")
    call(before, "ingest", "runs", files / "runs" / "a", "-c", "track", "--replace")
    call(after, "drop", "a", "-y")
    call(after, "ingest", "runs", files / "runs" / "a", "-c", "track")
    assert asked(before, SUBMITTED) == asked(after, SUBMITTED) == [("a", False), ("b", True)]
    call(after, "drop", "b", "-y")
    assert asked(after, SUBMITTED) == [("a", False)]  # of a run that nobody describes nothing stays


@pytest.mark.more
def test_the_option_of_a_collection_the_library_and_fused_runs(files):
    path = make(files, "x", "--runs", files / "runs", "--not-submitted")
    assert asked(path, SUBMITTED) == [("a", False), ("b", False)]
    with dl.open(path) as db:
        db.add_run(near(files), "track", run_id="c")
        db.add_run(near(files), "track", run_id="d", is_submitted=False)
    call(path, "fuse", "a", "b", "--to", "e")
    assert asked(path, SUBMITTED)[2:] == [("c", True), ("d", False), ("e", False)]
    with pytest.raises(UsageError, match="--not-submitted works only with runs"):
        make(files, "y", "--not-submitted")


@pytest.mark.more
def test_metadata_can_declare_a_run_not_submitted(files):
    (files / "m.csv").write_text("run_id,team,is_submission\na,north,false\nb,south,\n")
    path = make(files, "x", "--runs", files / "runs", "--metadata", files / "m.csv")
    assert asked(path, SUBMITTED) == [("a", False), ("b", True)]
    (files / "runs" / "c").write_text("1 Q0 d1 1 9 c\n")
    call(path, "ingest", "runs", files / "runs" / "c", "-c", "track")
    assert asked(path, SUBMITTED) == [("a", False), ("b", True), ("c", True)]


def test_known_runs_of_an_official_edition_stay_submissions():
    with pytest.raises(UsageError, match="'p_bm25' was submitted to trec2021-passages"):
        plan.without_submissions(plan.Plan("trec2021", (), (plan.Item("runs", "p_bm25", "trec2021-passages", None),)))


def test_a_users_run_in_an_official_edition_is_not_a_submission(sample_database, tmp_path):
    """Notes cannot declare it a submission in an official edition."""
    path = tmp_path / "x.duckdb"
    shutil.copy(sample_database, path)
    known = "select run_id, is_submission from main.runs where collection = 'sample-passages' order by run_id"
    before = asked(path, known)
    topics = asked(path, "select query_id, doc_id from main.qrels where collection = 'sample-passages' limit 1")
    (tmp_path / "mine").write_text(f"{topics[0][0]} Q0 {topics[0][1]} 1 1 mine\n")
    owner, spec = collections.in_database(path, "sample-passages")
    loader.load(plan.plan_part("runs", owner, spec, [tmp_path / "mine"]), path, loader.LoadOptions(say=lambda _: None))
    (tmp_path / "n.csv").write_text("collection,run_id,team,is_submission\nsample-passages,mine,us,true\n")
    call(path, "ingest", "run-notes", tmp_path / "n.csv")
    assert asked(path, known) == sorted([*before, ("mine", False)])


RECIPE = """
id = "own"
title = "T"
[[collections]]
collection = "track"
task = "passages"
query_set = "own"
[[files]]
part = "queries"
name = "own"
file = "topics.tsv"
[[files]]
part = "qrels"
collection = "track"
name = "own"
file = "qrels"
[[files]]
part = "runs"
collection = "track"
name = "bm25"
file = "bm25.txt"
"""


@pytest.mark.more
def test_runs_in_a_recipe_may_have_any_names(files):
    (files / "own.toml").write_text(RECIPE)
    (files / "runs").rename(files / "track")
    (files / "track" / ".hidden").write_text("no run")  # nor are the files that the recipe names
    shutil.copy(files / "track" / "a", files / "track" / "bm25.txt")
    call(files / "x", "ingest", files / "own.toml")
    assert asked(files / "x", SUBMITTED) == [("a", True), ("b", True)]
    call(files / "x", "ingest", files / "own.toml", "--runs", "baselines")
    assert asked(files / "x", SUBMITTED) == [("a", True), ("b", True), ("bm25", False)]
    (files / "track").rename(files / "elsewhere")
    call(files / "y", "ingest", files / "own.toml", "--runs", files / "elsewhere", "--runs", near(files))
    assert asked(files / "y", SUBMITTED) == [("a", True), ("b", True), ("near", True)]


def test_in_a_mixed_folder_only_files_with_usual_run_names_are_runs(files):
    """The recipe itself is in a folder with the collection's name."""
    home = files / "track"
    home.mkdir()
    (home / "own.toml").write_text(RECIPE)
    for name in ("topics.tsv", "qrels"):
        shutil.move(files / name, home / name)
    shutil.move(files / "runs" / "a", home / "input.a")
    (home / "README.md").write_text("no run")
    call(files / "x", "ingest", home / "own.toml")
    assert asked(files / "x", SUBMITTED) == [("a", True)]


@pytest.mark.parametrize("task", ["passage", "video", "Docs"])
def test_an_unknown_task_is_rejected(files, task):
    (files / "own.toml").write_text(RECIPE.replace('"passages"', f'"{task}"'))
    with pytest.raises(RecipeError, match=rf"own.toml, line 6: task .*'{task}' must be one of docs, passages"):
        own.read(files / "own.toml")
    with pytest.raises(UsageError, match=f"--task must be docs, passages, segments or reports, not '{task}'"):
        make(files, "x", "--task", task)
