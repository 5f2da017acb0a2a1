"""The measures on the real runs: trec_eval's C code, the overview's printed table, NIST's official scores."""

from __future__ import annotations

import csv
import math
from contextlib import closing

import pytest
import scored

from dltrack_db.base.files import sources
from dltrack_db.store import database
from tests.asking import asked
from tests.commands import dltrack
from tests.copies import copied

pytestmark = pytest.mark.real


def test_every_run_of_2021_equals_the_c_code_topic_by_topic(real_db):
    assert_equals_c_code(real_db, "trec2021-passages")


@pytest.mark.campaign
def test_every_run_of_2019_equals_the_c_code_topic_by_topic(real_database, real_data, tmp_path):
    db = copied(real_database, tmp_path / "x.duckdb")
    loaded = asked(
        db, "select run_id from main.runs where collection = 'trec2019-passages' and source_file is not null"
    )
    files = sources.run_files([real_data / "runs" / "trec2019-passages"])
    others = [file for file in files if (sources.run_id(file),) not in loaded]
    done = dltrack("ingest", "runs", *others, "-c", "trec2019-passages", "--db", db)
    assert done.returncode == 0, done.stderr
    with closing(database.open_readonly(db)) as con:
        assert_equals_c_code(con, "trec2019-passages")


def assert_equals_c_code(con, collection):
    qrels: scored.Qrels = {}
    for query, doc, grade in con.execute(
        "select query_id, doc_id, relevance from main.qrels where collection = ? and variant = 'nist'", [collection]
    ).fetchall():
        qrels.setdefault(query, {})[doc] = grade
    runs = [row[0] for row in con.execute(
        "select distinct run_id from main.run_topics where collection = ? order by all", [collection]
    ).fetchall()]  # fmt: skip
    assert len(runs) > 10
    compared = 0
    for run in runs:
        scores: scored.Runs = {run: {}}
        for query, doc, score in con.execute(
            "select query_id, doc_id, score from main.rankings where collection = $1 and run_id = $2 "
            "and query_id in (select query_id from main.qrels where collection = $1 and variant = 'nist')",
            [collection, run],
        ).fetchall():
            scores[run].setdefault(query, {})[doc] = score
        actual = {
            (query, measure): value
            for query, measure, value in con.execute(
                "select query_id, measure, value from metrics.query_scores where collection = ? and run_id = ?",
                [collection, run],
            ).fetchall()
        }
        for (_, query, measure), value in scored.reference(qrels, scores, 2).items():
            assert math.isclose(actual[query, measure], value, abs_tol=1e-9), (run, query, measure)
            compared += 1
    assert compared > 1000 * len(runs)


def test_the_printed_table_of_2021(real_db, real_data):
    rows = real_db.execute(
        "select run_id, rr, ndcg_cut_10, ncg_cut_100, ap from systems.leaderboard "
        "where collection = 'trec2021-passages'"
    ).fetchall()
    computed = {run: [f"{value:.4f}" for value in values] for run, *values in rows}
    with (real_data / "published" / "trec2021_passages.csv").open() as file:
        printed = list(csv.DictReader(file))
    assert len(printed) * 4 == 248
    for row in printed:
        assert computed[row["run"]] == [row["rr"], row["ndcg_cut_10"], row["ncg_cut_100"], row["ap"]]


def test_ties_that_only_floats_have_change_runs(real_db):
    rows = real_db.execute(
        "select count(*) filter (where round(by_float, 4) != round(by_double, 4)) from metrics.tie_sensitivity "
        "where collection = 'trec2021-passages' and measure = 'ndcg_cut_10'"
    ).fetchone()
    assert rows[0] >= 6
