"""A plug-in with a measure, a view and a kind of data: all of dltrack with it, and the same database without it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from dltrack_db.base import plugin_description
from dltrack_db.cli.plugins import TEMPLATE

pytestmark = pytest.mark.more
HARDNESS = Path(__file__).resolve().parents[1] / "shape" / "hardness"
QRELS = "1 0 a 2\n1 0 b 0\n2 0 b 1\n"
RUN = "1 Q0 b 1 2.0 mine\n1 Q0 a 2 1.0 mine\n2 Q0 b 1 1.0 mine\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with the plug-in, data, and a database that was loaded with it."""
    folder = tmp_path_factory.mktemp("plugins")
    plugin = folder / "example"
    shutil.copytree(TEMPLATE, plugin)
    shutil.copytree(HARDNESS, plugin / "ingest" / "parts" / "hardness")
    (plugin / "schema").mkdir()
    (plugin / "ingest" / "parts" / "hardness" / "hardness.sql").rename(plugin / "schema" / "hardness.sql")
    for name, text in {"qrels": QRELS, "run": RUN, "topics": "1\tone\n2\ttwo\n", "hardness.tsv": "1 4\n2 1\n"}.items():
        (folder / name).write_text(text)
    for words in (
        "ingest collection --name c --qrels qrels --topics topics --runs run",
        "ingest hardness hardness.tsv -c c --judge ann",
    ):
        assert ask(folder, words).returncode == 0
    return folder


def ask(folder, words, *, plugins="example", db="x.duckdb", **environment):
    """Run the command in a folder, with a plug-in in it or without."""
    variables = {**os.environ, "DLTRACK_PLUGINS": str(folder / plugins) if plugins else "", "DLTRACK_DB": db}
    command = [sys.executable, "-m", "dltrack_db", *words.split()]
    return subprocess.run(command, cwd=folder, env=variables | environment, capture_output=True, text=True, check=False)


def rows(folder, words, **options):
    done = ask(folder, f"{words} -f json", **options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_everything_answers_with_it(place):
    found = {one["name"]: one for one in rows(place, "plugins")}
    own = {path.parent.name for path in plugin_description.OWN.glob("*/plugin.toml")}
    assert found.keys() == {"example", *own} and not any(one["fault"] for one in found.values())
    assert found["example"]["brings"] == "1 table, 1 measure, 1 view or macro, 1 kind of data, questions"
    by_hand = (1 / 4 + 1) / 2
    assert rows(place, "leaderboard c -m example")[0]["example"] == by_hand
    assert rows(place, "eval run -c c -m example")[0]["value"] == by_hand
    assert {one["source"] for one in rows(place, "plugins", DLTRACK_NO_PLUGINS="1")} == {"dltrack"}
    assert [one["median_rank"] for one in rows(place, "example-ranks --collection c --limit 5")] == [1.5]
    done = ask(place, "describe example.first_ranks")
    assert "Median rank of the first relevant item, for every run." in done.stdout
    assert "plug-in: example 0.1" in done.stdout
    line = ask(place, "cite c").stdout.splitlines()[0]
    assert line.endswith(", plug-in example 0.1")
    assert line.split(",")[0] == ask(place, "cite c", DLTRACK_NO_PLUGINS="1").stdout.split(",")[0]
    assert ask(place, "verify").returncode == 0
    with duckdb.connect(str(place / "x.duckdb"), read_only=True) as con:  # the plain shell
        assert con.execute("from example.first_ranks").fetchall() == [("c", "run", 1.5)]
        assert con.execute("select name, version, tables from catalog.plugins").fetchall() == [
            ("example", "0.1", ["main.hardness"])
        ]


def test_its_measure_is_behind_all_of_dltracks_own(place):
    with duckdb.connect(str(place / "x.duckdb"), read_only=True) as con:
        query = "select measure, position = max(position) over () from metrics.measures order by position desc limit 2"
        assert con.execute(query).fetchall()[0] == ("example", True)


def test_without_it_the_database_is_read_and_not_changed(place):
    before = (place / "x.duckdb").read_bytes()
    board = rows(place, "leaderboard c -m nDCG@10", plugins="")
    assert board[0]["ndcg_cut_10"] == rows(place, "leaderboard c -m nDCG@10")[0]["ndcg_cut_10"]
    assert rows(place, "status", plugins="")
    done = ask(place, "verify", plugins="")
    assert done.returncode == 4 and "plug-in example 0.1" in done.stdout and "main.hardness" in done.stdout
    for words in (
        "drop c -y",
        "rename run other -c c",
        "ingest runs run -c c --replace",
        "build",
        "compact",
        "export c --to out",
        "export c --ducklake frozen",
    ):
        done = ask(place, words, plugins="")
        assert done.returncode == 1 and "of the plug-in example 0.1 (main.hardness)" in done.stderr, words
        assert "Traceback" not in done.stderr
    assert (place / "x.duckdb").read_bytes() == before


@pytest.fixture(scope="module")
def without_tables(place):
    """A copy of the database from which its tables were dropped: all objects are made anew, which takes long."""
    shutil.copy(place / "x.duckdb", place / "gone.duckdb")
    done = ask(place, "drop --plugin example --yes", plugins="", db="gone.duckdb")
    assert (done.returncode, done.stdout) == (0, "dropped plug-in example 0.1 (main.hardness): 2 rows\n")
    return place / "gone.duckdb"


def test_its_tables_are_dropped_only_with_an_explicit_yes(place):
    before = (place / "x.duckdb").read_bytes()
    done = ask(place, "drop --plugin example --yes")
    assert done.returncode == 2 and "is installed; to drop its data, run: dltrack --no-plugins drop" in done.stderr
    done = ask(place, "build", plugins="")
    assert done.returncode == 1 and "has 2 rows of the plug-in example 0.1 (main.hardness)" in done.stderr
    assert "dltrack drop --plugin example --db x.duckdb" in done.stderr
    done = ask(place, "drop --plugin exampel", plugins="")
    assert done.returncode == 2 and "no tables of a plug-in 'exampel'; did you mean example?" in done.stderr
    done = ask(place, "drop --plugin example", plugins="")
    assert done.returncode == 2 and "drops plug-in example 0.1 (main.hardness): 2 rows, which" in done.stderr
    assert ask(place, "drop hardness.tsv --yes -c c").returncode == 2  # and nothing else has such a name
    assert (place / "x.duckdb").read_bytes() == before


def check_without(place, db, last_command):
    with duckdb.connect(str(place / db), read_only=True) as con:
        assert con.execute("select count(*) from duckdb_tables() where table_name = 'hardness'").fetchone() == (0,)
        assert con.execute("select count(*) from main.loads where part = 'hardness'").fetchone() == (0,)
        assert con.execute("from catalog.plugins").fetchall() == []
        noted = con.execute("select command from main.changes order by change_no desc limit 1").fetchone()
    assert noted == (last_command,)
    assert ask(place, "verify", plugins="", db=db).returncode == 0


def test_its_tables_leave_by_a_drop(place, without_tables):
    check_without(place, without_tables.name, "remove plug-in example")
    loaded = shutil.copy(without_tables, place / "loaded.duckdb")
    done = ask(place, "ingest collection --name d --qrels qrels --runs run", plugins="", db=loaded.name)
    assert done.returncode == 0


def test_its_empty_tables_leave_by_a_build(place):
    shutil.copy(place / "x.duckdb", place / "empty.duckdb")
    assert ask(place, "drop c -y", db="empty.duckdb").returncode == 0
    with duckdb.connect(str(place / "empty.duckdb"), read_only=True) as con:
        assert con.execute("select count(*) from main.hardness").fetchone() == (0,)
    assert ask(place, "verify", db="empty.duckdb").returncode == 0
    assert ask(place, "build", plugins="", db="empty.duckdb").returncode == 0
    check_without(place, "empty.duckdb", "build")


def test_a_note_of_tables_that_are_dltracks_own_removes_none(place, without_tables):
    forged = shutil.copy(without_tables, place / "forged.duckdb")
    with duckdb.connect(str(forged)) as con:
        con.execute(
            "insert into main.database_info (key, value) values ('plugins', 'evil 1 x main.qrels,store.rankings qrels')"
        )
    done = ask(place, "drop --plugin evil --yes", plugins="", db="forged.duckdb")
    assert done.returncode == 2 and "has no tables of a plug-in 'evil'" in done.stderr


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("sql/bad/x.sql", "-- Nothing.\ncreate view bad.x as select nothing from main.nowhere;\n", "nowhere"),
        pytest.param(
            "sql/bad/x.sql",
            "create view bad.x as select 1 as a;\n",
            "must begin with a comment",
            marks=pytest.mark.campaign,
        ),
        (
            "sql/bad/sum.sql",
            "-- Sum.\ncreate macro bad.sum(x) as x;\n",
            "DuckDB has a function sum",
        ),
        pytest.param("ingest/parts/odd/part.toml", 'nuon = "x"\n', "unknown key nuon", marks=pytest.mark.campaign),
    ],
)
def test_one_that_does_not_bind_is_left_out_by_name_and_the_rest_works(place, file, text, told):
    bad = place / "bad"
    shutil.rmtree(bad, ignore_errors=True)
    (bad / file).parent.mkdir(parents=True)
    (bad / file).write_text(text)
    (bad / "plugin.toml").write_text('name = "bad"\nversion = "1"\ntitle = "x"\n')
    both = {"DLTRACK_PLUGINS": f"{place / 'bad'}{os.pathsep}{place / 'example'}"}
    done = ask(place, "leaderboard c -m example", **both)
    assert done.returncode == 0 and "0.625" in done.stdout
    assert "the plug-in bad (DLTRACK_PLUGINS) is not used: " in done.stderr and told in done.stderr
    assert ask(place, "plugins", **both).returncode == 1


def test_two_with_one_measure_leave_the_second_out_and_the_rest_works(place):
    """Each is tried next to those before it; a name of values or of ir_measures is one of a measure, too."""
    first = place / "example" / "sql" / "metrics" / "example.sql"
    entries = {
        "same": "example: groups dltrack; uses min_relevance",
        "values": "ndcg_cut_10: groups dltrack; uses min_relevance",
        "spelt": "spelt: groups dltrack; uses min_relevance; ir_measures RR(rel=1)",
    }
    folders = [place / name for name in ("example", *entries)]
    for name, entry in entries.items():
        (place / name / "sql" / "metrics").mkdir(parents=True)
        text = first.read_text().replace("example: groups dltrack; uses min_relevance", entry)
        (place / name / "sql" / "metrics" / f"{name}_x.sql").write_text(
            text.replace("metrics.example", f"metrics.{name}_x")
        )
        (place / name / "plugin.toml").write_text(f'name = "{name}"\nversion = "1"\ntitle = "x"\n')
    together = {"DLTRACK_PLUGINS": os.pathsep.join(map(str, folders))}
    faults = {one["name"]: one["fault"] for one in json.loads(ask(place, "plugins -f json", **together).stdout)}
    assert faults["example"] is None
    assert "measure example: example.sql declares a measure of the same name; rename one of the two" in faults["same"]
    assert "shares the name ndcg_cut_10 with another measure; choose another name" in faults["values"]
    assert "its measure spelt shares the name RR with another measure" in faults["spelt"]
    assert rows(place, "leaderboard c -m example", **together)[0]["example"] == (1 / 4 + 1) / 2


def test_a_new_one_works_with_its_test(place):
    done = ask(place, "plugins new mine --to made")
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 5
    assert "example" not in (place / "made/mine/plugin.toml").read_text()
    program = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(place / "made" / "mine")]
    assert subprocess.run(program, cwd=place, capture_output=True, check=False).returncode == 0
    for words in ("plugins new mine --to made", "plugins new Mine --to made", "plugins new temp --to made"):
        assert ask(place, words).returncode in (1, 2)
    done = ask(place, "plugins new first --to made")
    assert done.returncode == 2 and not (place / "made" / "first").exists()
    assert (
        "a plug-in named 'first' could not be used: sql/metrics/first.sql: DuckDB has a function first" in done.stderr
    )


def test_a_shared_database_takes_none_with_tables(place):
    done = ask(place, "connect ducklake:postgres:dbname=nowhere --data data --db group.duckdb")
    assert done.returncode == 1
    assert "adds tables (main.hardness), which a shared database does not support yet" in done.stderr
