"""How often commands ask DuckDB and open files: what makes one slower is seen here, on any machine."""

from __future__ import annotations

import shutil

import pytest
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from tests.counting import Counts, counted
from tests.loading.mini_edition import RUN_A, Mini

pytestmark = pytest.mark.usefixtures("opened_anew")

COLLECTION = "mini-docs"


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    folder = tmp_path_factory.mktemp("counts")
    path = Mini(folder / "files").put_loaded(folder / "x.duckdb")
    ask("status", "--db", str(path))  # what is looked at once has been
    return path


def ask(*words: str) -> Counts:
    with counted() as counts:
        result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return counts


@pytest.mark.more
def test_the_first_opening_of_a_copy_looks_at_its_objects_once(db, tmp_path):
    ask(
        "sql", "select 1", "--db", shutil.copy(db, tmp_path / "another.duckdb")
    )  # which keeps what all are held against
    copy = shutil.copy(db, tmp_path / "copy.duckdb")
    first, again = (ask("sql", "select 1", "--db", str(copy)) for _ in range(2))
    assert [sum("duckdb_functions()" in text for text in asked.statements) for asked in (first, again)] == [1, 0]
    assert [len(asked.attached) for asked in (first, again)] == [1, 1]
    assert len(first.statements) <= 26 and len(again.statements) <= 9  # one gives the question all threads


def runs(folder, number):
    for one in range(number):
        (folder / f"input.mine{one}").write_text(RUN_A.replace(" a", f" mine{one}"))
    return [str(folder / f"input.mine{one}") for one in range(number)]


def evaluated(db, files):
    asked = ask("eval", *files, "-c", COLLECTION, "--db", str(db), "-f", "csv")
    own = set(map(str, files))
    return len(asked.statements), len(asked.attached), [name for name in asked.opened if name not in own]


@pytest.mark.more
def test_eval_of_five_files_asks_as_often_as_of_two(db, tmp_path):
    files = runs(tmp_path, 5)
    evaluated(db, files[:1])  # what the first one keeps in the cache
    two, five = evaluated(db, files[:2]), evaluated(db, files)
    assert two[:2] == five[:2]
    statements, attached, opened = five

    # among them: texts of the collection, unjudged items, exclusions, luck of the best, and the intake of all
    # interfaces, which needs more statements but neither stores nor sorts rankings
    assert statements <= 72 and attached <= 2
    assert len(opened) <= 6, opened  # the cache's, of which another process may make one more necessary


@pytest.mark.more
def test_a_load_asks_of_what_it_brings(tmp_path):
    with counted() as counts:
        Mini(tmp_path / "files").load(tmp_path / "x.duckdb")
    assert len(counts.statements) <= 205 and len(counts.attached) == 1
    assert not any("main.nuggets" in text and "delete" in text for text in counts.statements)


@pytest.mark.more
def test_one_more_run_opens_the_database_three_times(tmp_path):
    db = Mini(tmp_path / "files").put_loaded(tmp_path / "x.duckdb")
    ask("status", "--db", str(db))
    (file,) = runs(tmp_path, 1)
    asked = ask("ingest", "runs", file, "-c", COLLECTION, "--db", str(db))
    assert len(asked.attached) <= 3  # what is known of the collection, what is known of the run, publishing
    assert len(asked.statements) <= 159
    assert len(ask("ingest", "runs", file, "-c", COLLECTION, "--db", str(db)).attached) == 1
