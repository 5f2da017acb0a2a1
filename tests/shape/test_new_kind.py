"""A kind of data is one folder and one table: `hardness`, which no file of the package knows, through every command."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import package_copy
import pytest

from dltrack_db.base import resources
from tests import package_files

KIND = Path(__file__).parent / "hardness"
RECIPE = """\
id = "mytrack"
title = "My track"
[[collections]]
collection = "mytrack"
task = "passages"
query_set = "mytrack"
[[files]]
part = "queries"
name = "mytrack"
file = "topics.tsv"
[[files]]
part = "qrels"
name = "people"
collection = "mytrack"
file = "people.qrels"
[[files]]
part = "hardness"
name = "ann"
collection = "mytrack"
file = "hardness.tsv"
rows = 2
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    tree = package_copy.copy(tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("home"))
    root, home = tree.root, tree.home
    shutil.copytree(KIND, root / "ingest" / "parts" / KIND.name)
    (root / "ingest" / "parts" / KIND.name / "hardness.sql").rename(root / "schema" / "hardness.sql")
    (home / "mytrack.toml").write_text(RECIPE)
    shipped = f'{RECIPE}url = "https://example.org/hardness.tsv"\n'.replace("mytrack", "shipped")
    (root / "ingest" / "recipes" / "shipped.toml").write_text(shipped)
    (home / "topics.tsv").write_text("1\tone\n2\ttwo\n")
    (home / "people.qrels").write_text("1 0 a 1\n2 0 b 1\n")
    (home / "hardness.tsv").write_text("1 4\n2 1\n")
    return tree


@pytest.fixture(scope="module")
def loaded(tree):
    """A database with the edition, to be copied."""
    path = tree.home / "loaded.duckdb"
    assert "estimates of hardness: 2 rows" in tree.run("ingest", "mytrack.toml", "--db", path)
    return path


@pytest.fixture
def db(loaded, tmp_path):
    return Path(shutil.copy(loaded, tmp_path / "x.duckdb"))


LEDGER = "select name, measured_rows, checksum is not null from main.loads where part = 'hardness' order by name"
ROWS = "select query_id, level from main.hardness where source = 'ann' order by all"


def test_no_file_of_the_package_knows_it():
    texts = [path for path in package_files.find("*") if path.suffix in (".py", ".sql", ".toml")]
    texts += [path for root in (resources.INGEST, resources.SQL, resources.SCHEMA) for path in root.rglob("*.[st]*")]
    assert [path for path in texts if path.is_file() and "hardness" in path.read_text(encoding="utf-8")] == []


@pytest.mark.more
def test_a_recipe_loads_it_with_a_ledger_row_and_digest(tree, db):
    assert tree.ask(db, ROWS) == [("1", 4), ("2", 1)]
    assert tree.ask(db, LEDGER) == [("ann", 2, True)]
    assert tree.ask(db, "select num_rows from catalog.checksums where part = 'hardness'") == [(2,)]
    status = tree.run("status", "--db", db)
    assert any("hardness" in line and "complete" in line for line in status.splitlines()), status
    assert "sound" in tree.run("verify", "--db", db)


@pytest.mark.more
def test_sources_name_it(tree):
    assert "https://example.org/hardness.tsv" in tree.run("sources", "shipped")


@pytest.mark.campaign
def test_ingest_loads_and_replaces_it(tree, db, tmp_path):
    (tmp_path / "bob.tsv").write_text("1 2\n")
    assert "hardness: 1 row" in tree.run("ingest", "hardness", tmp_path / "bob.tsv", "-c", "mytrack", "--db", db)
    (tmp_path / "bob.tsv").write_text("1 3\n2 3\n")
    tree.run("ingest", "hardness", tmp_path / "bob.tsv", "-c", "mytrack", "--replace", "--db", db)
    assert tree.ask(db, LEDGER) == [("ann", 2, True), ("bob", 2, True)]
    assert tree.ask(db, "select judge, level from main.hardness where source = 'bob'") == [("bob", 3), ("bob", 3)]
    assert "sound" in tree.run("verify", "--db", db)


@pytest.mark.more
def test_what_breaks_a_promise_is_refused(tree, db, tmp_path):
    recipe = RECIPE.replace("mytrack", "wrong").replace("hardness.tsv", "wrong.tsv").replace("rows = 2", "rows = 8")
    (tree.home / "wrong.toml").write_text(recipe)
    (tree.home / "wrong.tsv").write_text("1 4\n2 9\n1 3\n99 1\n2\x1b 2\nthree\n")
    told = tree.run("ingest", "wrong.toml", "--db", tmp_path / "new.duckdb", fails=True)
    for name, place in {
        "lines are readable": "wrong.tsv:6: not a topic and a number: three",
        "ids are printable": "wrong.tsv:5: invalid topic id of 2 bytes: 2?",
        "no line is repeated": "wrong.tsv:3: judge ann of topic 1 occurs again, first on line 1",
        "values are in their range: level is from 1 to 5": "wrong.tsv:2: level 9 is not between 1 and 5",
        "topics are known": "wrong.tsv:4: topic 99 is not in query set wrong",
        "number of estimates of hardness matches the recipe": "wrong.tsv: 6 estimates of hardness, expected 8",
    }.items():
        assert f"hardness, {name}" in told and place in told, (name, told)
    assert not (tmp_path / "new.duckdb").exists()
    (tmp_path / "none.tsv").write_text("\n")
    told = tree.run("ingest", "hardness", tmp_path / "none.tsv", "-c", "mytrack", "--db", db, fails=True)
    assert "files have rows" in told and "none.tsv: the file has only blank lines" in told
    assert tree.ask(db, LEDGER) == [("ann", 2, True)]


@pytest.mark.more
def test_verify_finds_a_changed_row(tree, db):
    with duckdb.connect(db) as con:
        con.execute("update main.hardness set level = 5 where query_id = '1'")
    assert "hardness" in tree.run("verify", "--db", db, fails=True)


@pytest.mark.more
def test_it_goes_with_its_collection(tree, db):
    tree.run("drop", "mytrack", "--yes", "--db", db)
    assert tree.ask(db, "from main.hardness") == tree.ask(db, "from main.loads") == []


@pytest.mark.campaign
@pytest.mark.parametrize("begin", ["copied", "loaded"])
def test_it_goes_into_a_lake_and_back(tree, db, tmp_path, request, begin: str):
    server = request.getfixturevalue("server")
    address = server.address(tmp_path / "lake")
    group, back = tmp_path / "group.duckdb", tmp_path / "back.duckdb"
    tree.run("connect", address.catalogue, "--data", address.data, "--db", group, "--init")
    if begin == "copied":
        tree.run("lake", "copy", db, group)
    else:
        tree.run("ingest", "mytrack.toml", "--db", group)
    assert "sound" in tree.run("verify", "--db", group)
    tree.run("lake", "copy", group, back)
    assert tree.ask(back, ROWS) == tree.ask(db, ROWS) and tree.ask(back, LEDGER) == tree.ask(db, LEDGER)
