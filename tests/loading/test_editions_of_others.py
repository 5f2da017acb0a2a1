"""Editions of other tracks: loading available real files, and the counts in their recipes."""

from __future__ import annotations

import pytest

from dltrack_db.base import recipes
from dltrack_db.load import loader
from tests.asking import asked
from tests.commands import dltrack

QUIET = loader.LoadOptions(say=lambda _: None)


@pytest.mark.real
def test_an_edition_loads_before_its_labels(real_data, tmp_path):
    db = tmp_path / "x.duckdb"
    loader.load_edition(recipes.load("rag2026"), db, QUIET, places=[real_data / "rag"])
    assert asked(db, "select query_set, count(*) from main.queries group by all order by all") == [
        ("rag2026", 119), ("rag2026-rubrics", 30),
    ]  # fmt: skip
    assert asked(db, "select collection, qrels_variant from main.collections") == [("rag2026", "none")]
    assert asked(db, "select count(*) from main.qrels") == [(0,)]


@pytest.mark.parametrize(
    ("edition", "part", "files", "rows"),
    [
        ("browsecomp-plus", "qrels", 2, 5064 + 2407),
        ("llmjudge-rubric", "qrels", 8, 8 * 4423),
        ("rag2025-v1", "qrels", 2, 2 * 26341),
        ("bright", "exclusions", 1, 33485),
        ("tot", "runs", 9, 1265000),
    ],
)
def test_counts_in_recipes_equal_the_counts_in_the_files(edition, part, files, rows):
    specs = recipes.load(edition).part_files(part)
    assert (len(specs), sum(spec.rows or 0 for spec in specs)) == (files, rows)
    assert all(len(spec.md5) == 1 and spec.url for spec in specs)


def test_an_edition_of_public_rankings_alone_says_how_to_load_them(tmp_path):
    report = loader.load_edition(recipes.load("tot"), tmp_path / "x.duckdb", QUIET, places=[tmp_path])
    assert any("has only public rankings; load them with --runs baselines" in note for note in report.notes)


def test_a_leaderboard_without_labels_or_runs_says_what_to_load(tmp_path):
    db = tmp_path / "x.duckdb"
    (tmp_path / "topics.tsv").write_text("1\tone\n")
    (tmp_path / "q").write_text("1 0 d1 1\n")
    for words, note in {
        (
            "ingest",
            "collection",
            "--name",
            "c",
            "--topics",
            str(tmp_path / "topics.tsv"),
        ): "no labels of c are loaded; load",
        (
            "ingest",
            "qrels",
            str(tmp_path / "q"),
            "-c",
            "c",
        ): "no run of c has scores; load runs with: dltrack ingest runs",
    }.items():
        assert dltrack(*words, "--db", str(db)).returncode == 0
        shown = dltrack("leaderboard", "c", "--db", str(db))
        assert shown.returncode == 0 and note in shown.stdout + shown.stderr
