"""SQL that is built from other SQL: made where it is missing or older than its sources, whole, and right."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

import dltrack_db as dl
from dltrack_db import sqlfiles
from dltrack_db.base import resources
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import build_sql, generated, measures, places

BUILT = tuple(places.generators())
SCORES = "metrics/score_queries.sql"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The `sql` folder of a checkout without generated files."""
    shutil.copytree(resources.SQL, tmp_path / "sql")
    shutil.copytree(resources.SCHEMA, tmp_path / "schema")
    take(monkeypatch, tmp_path)
    return tmp_path / "sql"


def take(monkeypatch, root):
    for name, path in {"ROOT": root, "SQL": root / "sql", "SCHEMA": root / "schema"}.items():
        monkeypatch.setattr(resources, name, path)


def again():
    """As a new process does."""
    generated._renew.cache_clear()
    generated.renew()


def state(folder):
    """Text and time of each generated file of the checkout of this `sql` folder."""
    paths = {name: built(folder) / name for name in BUILT}
    return {name: (path.read_text(), path.stat().st_mtime_ns) for name, path in paths.items()}


def built(folder):
    return folder.parent / "build" / "sql"


def test_what_is_not_there_is_made_as_in_the_wheel(folder):
    before = {path for path in folder.parent.rglob("*") if path.is_file()}
    assert set(sqlfiles.object_files(folder)) >= {built(folder) / name for name in BUILT}
    build_sql.build()
    assert (built(folder) / "build.sql").read_text().startswith("-- Builds all tables")
    written = {path for path in folder.parent.rglob("*") if path.is_file()} - before
    stamp = folder.parent / "build" / "sql.stamp"
    assert written == {stamp, *(built(folder) / name for name in (places.SCRIPT, *BUILT))}


def test_nothing_is_made_while_the_sources_are_the_same(folder, monkeypatch):
    generated.renew()
    before = state(folder)
    monkeypatch.setattr(generated, "write", lambda path, text: pytest.fail(f"{path} was made anew"))
    again()
    assert state(folder) == before


@pytest.mark.campaign
@pytest.mark.parametrize(
    "change",
    [
        lambda sql: (built(sql) / BUILT[0]).unlink(),
        lambda sql: (built(sql) / BUILT[1]).write_text("select 1"),
        lambda sql: (sql.parent / "build" / "sql.stamp").unlink(),
    ],
)
def test_what_was_lost_or_spoiled_is_made_anew(folder, change):
    generated.renew()
    before = {name: text for name, (text, _) in state(folder).items()}
    change(folder)
    again()
    assert {name: text for name, (text, _) in state(folder).items()} == before


@pytest.mark.campaign
def test_what_an_earlier_commit_generated_is_removed(folder):
    stale = built(folder) / "labels" / "gone.sql"
    again()
    made = state(folder)
    stale.parent.mkdir(exist_ok=True)
    stale.write_text("-- An object that no source has.\ncreate or replace view labels.gone as select 1 as x;\n")
    built(folder).with_suffix(".stamp").unlink()
    again()
    assert not stale.exists() and {*state(folder)} == {*made}


def test_an_edited_source_is_seen(folder):
    generated.renew()
    source = folder / "metrics" / "precision.sql"
    text = source.read_text()
    source.write_text(text.replace("/ found_at.cutoff as value", "/ 2 / found_at.cutoff as value"))
    again()
    assert "/ 2 / found_at.cutoff as value" in (built(folder) / SCORES).read_text()
    source.write_text(text)
    again()
    assert "/ 2 / found_at.cutoff" not in (built(folder) / SCORES).read_text()


@pytest.mark.campaign
def test_an_edited_glossary_changes_what_databases_carry(folder):
    before, stamp = sqlfiles.content_hash(), (folder.parent / "build" / "sql.stamp").read_text()
    glossary = folder / "glossary.txt"
    glossary.write_text(glossary.read_text().replace("judged task", "task that is judged"))
    assert sqlfiles.content_hash() != before
    again()
    assert (folder.parent / "build" / "sql.stamp").read_text() != stamp


def test_a_folder_that_cannot_be_written_is_told(folder, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(generated, "_replace", refuse)
    with pytest.raises(SqlFileError, match=r"measures\.sql must be generated again.* .Permission denied.; run make"):
        generated.renew()
    monkeypatch.undo()
    take(monkeypatch, folder.parent)
    generated.renew()
    (folder.parent / "build" / "sql.stamp").unlink()
    monkeypatch.setattr(generated, "_replace", refuse)
    again()  # they are as they should be, so nothing has to be written


@pytest.mark.campaign
def test_processes_that_make_them_at_once_do_not_meet(folder):
    program = (
        "from pathlib import Path; from dltrack_db.base import resources; "
        "resources.SQL = Path(__import__('sys').argv[1]); "
        "from dltrack_db import sqlfiles; print(len(sqlfiles.required_objects("
        "['metrics.score_queries', 'published.computed'])))"
    )
    commands = [[sys.executable, "-c", program, str(folder)] for _ in range(4)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for command in commands]
    answers = {process.communicate(timeout=120)[0] for process in running}
    assert len(answers) == 1 and int(answers.pop()) > 100
    again()
    texts = {name: generated.render(name) for name in places.generators()}
    assert {name: text for name, (text, _) in state(folder).items()} == texts


def test_a_wheel_makes_nothing(folder, monkeypatch):
    monkeypatch.setattr(resources, "IS_CHECKOUT", False)
    generated.renew()
    assert not built(folder).exists()


@pytest.mark.more
def test_the_build_script_builds_everything_in_the_duckdb_shell(tmp_path):
    beside = Path(sys.executable).parent / "duckdb"
    shell = str(beside) if beside.exists() else shutil.which("duckdb")
    if shell is None:
        pytest.skip("needs the DuckDB shell: pip install duckdb-cli")
    path = tmp_path / "built.duckdb"
    script = build_sql.render().encode()
    subprocess.run([shell, str(path)], input=script, cwd=resources.ROOT, check=True, capture_output=True, timeout=120)
    con = duckdb.connect(str(path), read_only=True)
    made = {
        f"{schema}.{name}"
        for query in (
            "select schema_name, table_name from duckdb_tables()",
            "select schema_name, view_name from duckdb_views() where not internal",
            "select schema_name, function_name from duckdb_functions() where not internal",
        )
        for schema, name in con.execute(query).fetchall()
    }
    assert made == {obj.full_name for obj in sqlfiles.all_objects()}


def test_the_build_script_names_each_file_after_what_it_reads():
    lines = [line.removeprefix(".read ") for line in build_sql.render().splitlines() if line.startswith(".read")]
    objects = sqlfiles.all_objects()
    files = {obj.full_name: obj.path.relative_to(resources.ROOT).as_posix() for obj in objects}
    for obj in objects:
        for reference in obj.references & files.keys():
            assert lines.index(files[reference]) < lines.index(files[obj.full_name])


TWICE = """\
-- Precision doubled, for a test.
--
-- source: none
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'P_twice_' and the cut-off
--   value: from 0 to 2
-- measures:
--   P_twice: position 700; parameter cutoffs; defaults [5, 7]; groups dltrack; level matters;
--     ir_measures PTwice|P2(rel=1, judged_only=false)@cutoff
-- needs: runs
create or replace macro metrics.p_twice(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    found_at.collection,
    found_at.run_id,
    found_at.query_id,
    'P_twice_' || found_at.cutoff as measure,
    2 * found_at.num_rel_ret / found_at.cutoff as value,
from metrics.found_at(k, variant, min_relevance, tie_rule, judged_only) as found_at;
"""


@pytest.mark.campaign
def test_a_measure_is_added_with_one_file(folder, monkeypatch):
    (folder / "metrics" / "p_twice.sql").write_text(TWICE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent / "cache"))
    again()
    frame = dl.evaluate({"1": {"a": 2.0, "b": 1.0}}, {"1": {"a": 1, "b": 2}}, ["P_twice.4,7", "P2(rel=2)@2"])
    assert dict(frame.select("measure", "value").iter_rows()) == {
        "P_twice_4": 1, "P2(rel=2)@2": 1, "P_twice_7": pytest.approx(4 / 7),
    }  # fmt: skip
    assert "-- P_twice\n" in (built(folder) / SCORES).read_text()  # and computed for every run at load


FREE = max(int(entry["position"]) for entry in measures.entries()) + 1
"""The first position that no measure has."""


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("P_twice: parameter cutoffs", f"p_twice.sql: measure P_twice has no position; add 'position {FREE}'"),
        ("P_twice: position x", "P_twice: position x is not a whole number"),
        ("P_twice: position 27", f" both have position 27; change one of them, to {FREE} for example"),
        ("P_twice: position 700; colour red", "'colour red' is not a word with a value; words: position, macro"),
        ("P_twice: position 700; parameter cuts", "parameter is cuts; it must be one of none, cutoffs"),
        ("P_twice: position 700; groups", "'groups' is not a word with a value"),
        (
            "P_twice: position 700; groups set; arguments 5",
            "arguments and groups cannot be combined: loads",
        ),
        ("ndcg_cut: position 700", "measure ndcg_cut: ndcg.sql declares a measure of the same name; rename one"),
    ],
)
def test_an_entry_of_a_measure_that_is_none_is_refused(folder, entry, message):
    text = TWICE[: TWICE.index("--   P_twice")] + f"--   {entry}\n" + TWICE[TWICE.index("-- needs") :]
    (folder / "metrics" / "p_twice.sql").write_text(text)
    with pytest.raises(SqlFileError, match=message):
        again()


def test_every_measure_has_its_row_in_the_file_that_computes_it():
    """The catalogue is whole: every macro that gives measures has an entry, or is made of others that have."""
    entries = measures.entries()
    assert len(entries) >= 69 and len({entry["measure"] for entry in entries}) == len(entries)
    assert {entry["macro"] for entry in entries if entry["arguments"]} == {"cwl"}
    labelled = {entry["measure"] for entry in entries if entry["labels"] == "subtopics"}
    assert labelled == {
        "alpha_dcg_cut", "alpha_ndcg_cut", "err_ia_cut", "nerr_ia_cut", "nrbp", "nnrbp", "map_ia", "P_ia", "strec",
    }  # fmt: skip
