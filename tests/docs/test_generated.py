"""Generated pages are those that today's code and SQL give; the build script builds; nothing is undocumented."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from dltrack_db import api, resources
from dltrack_db.store import sqlfiles
from docs.generate import __main__ as docs
from docs.generate import buildsql, commands, cookbook

ROOT = Path(__file__).parents[2]
EXAMPLES = ("labels.disagreement", "exhibits.e_t1")
"""Objects that the recipes of extending.md make."""


def test_the_pages_are_up_to_date(capsys):
    assert docs.main(["--check"]) == 0, capsys.readouterr().out


def test_a_page_out_of_date_is_named(monkeypatch, tmp_path, capsys):
    (tmp_path / "sql").mkdir()
    (tmp_path / "sql" / "build.sql").write_text("old")
    monkeypatch.setattr(docs, "pages", lambda folder: iter([("sql/build.sql", "new")]))
    monkeypatch.setattr(resources, "ROOT", tmp_path)
    assert docs.main(["--check"]) == 1
    assert "sql/build.sql is out of date; run: python -m docs.generate" in capsys.readouterr().out
    assert (tmp_path / "sql" / "build.sql").read_text() == "old"
    assert docs.main([]) == 0
    assert docs.main(["--check"]) == 0


def test_the_build_script_builds_everything_in_the_duckdb_shell(tmp_path):
    beside = Path(sys.executable).parent / "duckdb"
    shell = str(beside) if beside.exists() else shutil.which("duckdb")
    if shell is None:
        pytest.skip("needs the DuckDB shell: pip install duckdb-cli")
    path = tmp_path / "built.duckdb"
    with (ROOT / "sql" / "build.sql").open() as script:
        subprocess.run([shell, str(path)], stdin=script, cwd=ROOT, check=True, capture_output=True, timeout=120)
    con = duckdb.connect(str(path), read_only=True)
    built = {
        f"{schema}.{name}"
        for query in (
            "select schema_name, table_name from duckdb_tables()",
            "select schema_name, view_name from duckdb_views() where not internal",
            "select schema_name, function_name from duckdb_functions() where not internal",
        )
        for schema, name in con.execute(query).fetchall()
    }
    assert built == {obj.full_name for obj in sqlfiles.all_objects()}


def test_the_build_script_names_each_file_after_what_it_reads():
    lines = [line.removeprefix(".read ") for line in buildsql.render().splitlines() if line.startswith(".read")]
    files = {obj.full_name: obj.path.relative_to(resources.ROOT).as_posix() for obj in sqlfiles.all_objects()}
    for obj in sqlfiles.all_objects():
        for reference in obj.references & files.keys():
            assert lines.index(files[reference]) < lines.index(files[obj.full_name])


def test_every_recipe_of_the_cookbook_is_a_question_with_an_answer(sample_database):
    files = sorted((ROOT / "docs" / "cookbook").glob("*.sql"))
    assert len(files) >= 20
    with api.open(sample_database) as db:
        for file in files:
            question, _, query = cookbook.split(file.read_text())
            assert question.endswith("?"), file
            assert db.sql(query).fetchall(), f"{file.name} answers nothing on the sample"


def test_every_command_is_on_its_page():
    from dltrack_db.cli.app import app

    page = commands.render()
    for command in app.registered_commands:
        name = command.name or command.callback.__name__
        assert f"## dltrack {name}\n" in page


def test_links_between_pages_lead_somewhere():
    pages = {path: path.read_text() for path in (ROOT / "docs").rglob("*.md")}
    anchors = {path: set(re.findall(r"\{ #([a-z0-9_]+) \}", text)) for path, text in pages.items()}
    for path, text in pages.items():
        for target, anchor in re.findall(r"\]\(([\w./-]+\.(?:md|svg))(?:#([\w]+))?\)", text):
            linked = (path.parent / target).resolve()
            assert linked.exists(), f"{path.name} links to {target}"
            assert not anchor or anchor in anchors[linked], f"{path.name} links to {target}#{anchor}"


def test_the_names_and_sql_of_hand_written_pages_exist(sample_database):
    names = {obj.full_name for obj in sqlfiles.all_objects()}
    schemas = {name.split(".")[0] for name in names}
    for page in ("tutorial", "extending", "architecture", "index"):
        text = (ROOT / "docs" / f"{page}.md").read_text()
        for name in re.findall(r"`([a-z_]+\.[a-z_0-9]+)`", text):
            if name.split(".")[0] in schemas and not name.endswith(".sql") and name not in EXAMPLES:
                assert name in names, f"{page}.md names {name}"
