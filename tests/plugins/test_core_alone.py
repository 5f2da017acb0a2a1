"""The core knows no plug-in, and works without the folder of those that come with it."""

from __future__ import annotations

import re
import shutil

import pytest

from dltrack_db.base import plugins, resources
from tests import package_files
from tests.shape import package_copy


def test_nothing_in_the_core_imports_a_plugin():
    known = re.compile(r"(from|import) dltrack_db\.plugins\b|from dltrack_db import .*\bplugins\b")
    wrong = [
        path.relative_to(resources.PACKAGE).as_posix()
        for path in package_files.find()
        if not path.is_relative_to(plugins.OWN) and known.search(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []
    assert {one.name for one in plugins.own()} == {
        *("designs", "exhibits", "generation", "judge_boards", "mcp", "people", "report", "search_length", "simulate"),
        *("site", "trec_browser", "validity"),
    }


@pytest.mark.more
def test_the_core_works_without_the_folder(tmp_path, small_database):
    tree = package_copy.copy(tmp_path / "core", tmp_path)
    shutil.rmtree(tree.root / "dltrack_db" / "plugins")
    db = shutil.copy(small_database, tmp_path / "x.duckdb")
    shown = tree.run("--help")
    for name in ("site", "mcp", "report", "simulate"):
        assert f"\n  {name} " not in shown
        assert "No such command" in tree.run(name, fails=True)
    for words in (
        ["leaderboard", "sample-passages"],
        ["audit", "sample-passages"],
        ["sql", "select count(*) from main.simulation_traces"],
        ["cite", "sample-passages"],
        ["plugins"],
    ):
        assert "internal error" not in tree.run(*words, "--db", db) if words != ["plugins"] else tree.run(*words)
    (labels := tmp_path / "labels").write_text("1 0 a 1\n1 0 b 0\n")
    tree.run("ingest", "collection", "--name", "mine", "--qrels", labels, "--db", tmp_path / "mine.duckdb")
    tree.run("export", "mine", "--to", tmp_path / "out", "-f", "trec", "--db", tmp_path / "mine.duckdb")
    assert (tmp_path / "out" / "mine" / "qrels.own.txt").exists()
    refused = tree.run("drop", "p_bm25", "-c", "sample-passages", "-y", "--db", db, fails=True)
    assert "has the views of another version of dltrack" in refused, "nothing is written before build"
    assert "views was not checked" in tree.run("verify", "--db", db, fails=True), "they are of more plug-ins"
    script = f"import dltrack_db as dl; dl.open({str(db)!r}).simulate('sample-passages', 'pool')"
    assert "a database has no attribute" in tree.python("-c", script, fails=True)
