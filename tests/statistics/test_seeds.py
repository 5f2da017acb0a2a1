"""A seed promises the same numbers: to the last digit, at any number of threads, again and again."""

from __future__ import annotations

import re
from contextlib import closing

import duckdb
import pytest
import typer

from dltrack_db.base import resources
from dltrack_db.cli.app import app
from dltrack_db.store import connection
from tests.commands import dltrack

COLLECTION = "sample-passages"
THREADS = (1, 2, 4, 2, 4)
MEASURES = "['ndcg_cut_10']"
TABLES = (*(("--part", part, "-f", "csv") for part in ("runs", "sizes", "topics")), ("-f", "table"))
ASKED = {
    "judging.topic_discrimination_by": MEASURES,
    "labels.judge_leaderboards": "resamples := 20, seed := 3",
    "labels.judge_panel": "sizes := [1, 2], panels := 5, seed := 3",
    "labels.judge_study_interval": "resamples := 20, seed := 3",
    "labels.kappa_interval": "'sample-passages', resamples := 20, seed := 3",
    "statistics.bootstrap": f"{MEASURES}, trials := 200, seed := 3",
    "statistics.bootstrap_bca": f"{MEASURES}, trials := 200, seed := 3",
    "statistics.bootstrap_topics": "trials := 20, seed := 3",
    "statistics.compare_runs": "'alder_p1', 'alder_p2', ['ndcg_cut_10', 'map'], trials := 200, seed := 3",
    "statistics.first_place": f"{MEASURES}, trials := 50, seed := 3",
    "statistics.gate": "'alder_p1', 'alder_p2', ['ndcg_cut_10', 'map'], trials := 200, seed := 3",
    "statistics.rank_stability_by": f"{MEASURES}, trials := 50, seed := 3",
    "statistics.rank_trials": f"{MEASURES}, trials := 50, seed := 3",
    "statistics.resampled_means": f"{MEASURES}, trials := 100, seed := 3",
    "statistics.swap_rates": f"{MEASURES}, trials := 5, seed := 3",
    "statistics.topic_order": "trials := 20, seed := 3",
    "statistics.topic_sample_agreement": f"{MEASURES}, trials := 10, seed := 3",
    "statistics.topic_weights": "[36], trials := 20, seed := 3",
    "validity.query_splits": "3, seed := 'x'",
    "validity.split_scores": "3, seed := 'x'",
}
QUICK = ("statistics.resampled_means", "judging.topic_discrimination_by")
"""Those that show what goes wrong without `statistics.exact_sum`, soonest."""


def test_every_macro_with_a_seed_is_asked():
    files = (resources.SQL / schema for schema in ("judging", "labels", "statistics", "systems", "validity"))
    seeded = {
        f"{path.parent.name}.{path.stem}"
        for folder in files
        for path in folder.glob("*.sql")
        if re.search(
            r"\bseed := (1|'\w+')[,)\n]", path.read_text(encoding="utf-8").split("create or replace macro")[-1]
        )
    }
    assert seeded <= {*ASKED} and len(seeded) >= 15


def answers(path, query):
    """The answers of a query by each number of threads; rows in an order of their own."""
    with closing(duckdb.connect(str(path), read_only=True)) as con:
        for number in THREADS:
            con.execute(f"set threads = {number}")
            rows = con.execute(query).fetchall()
            assert rows
            yield repr(sorted(map(repr, rows)))


@pytest.mark.parametrize(
    "macro", [pytest.param(name, marks=() if name in QUICK else (pytest.mark.more,)) for name in ASKED]
)
def test_a_macro_gives_the_same_numbers(request, macro):
    path = request.getfixturevalue("judged_database" if macro.startswith("labels.") else "sample_database")
    assert len(set(answers(path, f"from {macro}({ASKED[macro]})"))) == 1


def seeded_commands():
    """The commands that take a seed."""
    root = typer.main.get_command(app)
    names = root.list_commands(None)
    return {name for name in names if any("--seed" in each.opts for each in root.get_command(None, name).params)}


@pytest.mark.more
@pytest.mark.parametrize("table", TABLES, ids=" ".join)
def test_an_audit_prints_the_same_bytes(sample_database, monkeypatch, opened_anew, table):
    assert seeded_commands() == {
        "audit",
        "gate",  # the macro's is above
        "simulate",  # test_same_study.py
    }
    printed = set()
    for number in THREADS:
        monkeypatch.setattr(connection, "use_all_threads", lambda con, n=number: con.execute(f"set threads = {n}"))
        done = dltrack("audit", COLLECTION, *table, "--trials", 50, "--seed", 3, "--db", sample_database)
        assert done.returncode == 0, done.stderr
        printed.add(done.stdout)
    assert len(printed) == 1
