"""Fusion of runs: numbers of ranx for two topics, one of which a run answers with a single item; and the command."""

from __future__ import annotations

from contextlib import closing

import duckdb
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from tests.copies import copied

RUNS = {
    "a": {
        "1": {"d11": 9.434, "d5": 6.49, "d8": 9.009, "d0": 1.132, "d7": 4.691, "d6": 2.466},
        "3": {
            "d2": 2.095, "d1": 2.155, "d11": 9.824, "d7": 8.724, "d9": 2.893, "d10": 9.615, "d0": 5.392, "d5": 6.778,
        },
    },
    "b": {"1": {"d2": 3.612, "d3": 1.66, "d6": 1.457, "d4": 0.651, "d0": 3.014}, "3": {"d1": 2.0}},
    "c": {
        "1": {
            "d5": 6.237, "d6": 9.544, "d9": 1.19, "d0": 2.461, "d7": 8.195, "d8": 4.622, "d11": 5.125, "d1": 8.927,
        },
        "3": {"d11": 1.775, "d8": 0.782, "d1": 1.489, "d4": 6.892, "d5": 9.967, "d2": 1.615},
    },
}  # fmt: skip
BY_RANX = {
    ("rrf", "1"): {
        "d6": 0.04740305800756621, "d0": 0.04620592054390803, "d11": 0.03177805800756621, "d5": 0.03149801587301587,
        "d7": 0.03149801587301587, "d8": 0.03128054740957967, "d2": 0.01639344262295082, "d1": 0.016129032258064516,
        "d3": 0.015873015873015872, "d4": 0.015384615384615385, "d9": 0.014705882352941176,
    },
    ("combsum", "3"): {
        "d5": 1.605899857678872, "d11": 1.1081110506260208, "d10": 0.9729589856385044, "d7": 0.8576788717816017,
        "d4": 0.6652150244964616, "d0": 0.4265752361236901, "d9": 0.10324750938025613, "d2": 0.09069134458356014,
        "d1": 0.08473629670521689, "d8": 0.0,
    },
    ("combmnz", "1"): {
        "d6": 4.298668525571041, "d11": 2.9420636820684702, "d0": 2.850551665304694, "d8": 2.719257359551252,
        "d7": 2.5344247014212753, "d5": 2.4990567646632886, "d2": 1.0, "d1": 0.9261431649509216,
        "d3": 0.3407632556568726, "d4": 0.0, "d9": 0.0,
    },
    ("borda", "1"): {
        "d6": 26.0, "d11": 21.5, "d0": 21.0, "d5": 20.5, "d7": 20.5, "d8": 19.5, "d1": 16.5, "d2": 16.0, "d3": 14.0,
        "d4": 12.0, "d9": 10.5,
    },
    ("borda", "3"): {
        "d11": 23.0, "d5": 22.0, "d1": 20.0, "d10": 16.5, "d7": 15.5, "d4": 15.5, "d2": 15.0, "d0": 13.5, "d9": 12.5,
        "d8": 11.5,
    },
}  # fmt: skip
COLLECTION = "sample-passages"


@pytest.fixture(scope="module")
def con(new_db):
    with closing(new_db()) as con:
        number = 0
        for run, answers in RUNS.items():
            for query, items in answers.items():
                number += 1
                con.execute(
                    "insert into main.run_topics by name select 'c' as collection, $1 as run_id, $2 as query_id, "
                    "$3 as num_ret, $4 as answer_id",
                    [run, query, len(items), number],
                )
                best = sorted(items.items(), key=lambda item: -item[1])
                rows = [(number, doc, rank, score, rank) for rank, (doc, score) in enumerate(best, 1)]
                columns = "answer_id, doc_id, submitted_rank, score, rank"
                con.executemany(f"insert into store.rankings ({columns}) values (?, ?, ?, ?, ?)", rows)
        con.execute(
            "insert into main.collections by name "
            "select 'c' as collection, 'e' as edition, 't' as task, 'c' as query_set, 1 as min_relevance"
        )
        yield con


def fused(con, query, options="", runs=("a", "b", "c")):
    rows = con.execute(
        f"select doc_id, score, num_runs from systems.fused('c', {list(runs)}{options}) where query_id = $1", [query]
    ).fetchall()
    return {doc: score for doc, score, _ in rows}, {doc: number for doc, _, number in rows}


@pytest.mark.parametrize(("method", "query"), BY_RANX)
def test_scores_are_those_of_ranx(con, method, query):
    scores, numbers = fused(con, query, f", method := '{method}'")
    assert scores == pytest.approx(BY_RANX[method, query], abs=1e-12)
    assert numbers == {doc: sum(doc in answers[query] for answers in RUNS.values()) for doc in scores}


def test_reciprocal_ranks_are_the_default_with_60(con):
    assert fused(con, "1")[0] == pytest.approx(BY_RANX["rrf", "1"], abs=1e-15)
    assert fused(con, "3", ", k := 4", ["b", "c"])[0]["d5"] == pytest.approx(1 / 5)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("['a', 'x']", "one of the runs to fuse has no rankings in c"),
        ("['a', 'b'], method := 'sum'", "there is no fusion method 'sum'; use rrf, combsum, combmnz or borda"),
    ],
)
def test_what_cannot_be_fused_is_an_error(con, question, sentence):
    with pytest.raises(duckdb.InvalidInputException, match=sentence):
        con.execute(f"from systems.fused('c', {question})").fetchall()


def test_a_fused_run_is_loaded_under_its_name(sample_database, tmp_path):
    path = copied(sample_database, tmp_path / "x.duckdb")
    words = ["fuse", "p_bm25", "p_tct", "--method", "combsum", "--depth", "20", "--to", "both", "--db", str(path)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    with dl.open(path) as db:
        frame = db.fuse(["p_bm25", "p_tct"], method="combsum", depth=20)
        held = db.sql(
            "select query_id, doc_id, rank, score from main.rankings where run_id = 'both' order by query_id, rank"
        ).fetchall()
        assert held == frame.rows()
        assert frame.group_by("query_id").len()["len"].max() == 20
        assert db.sql("select is_submission, team from main.runs where run_id = 'both'").fetchall() == [(False, None)]
        assert db.sql("select source from main.loads where name = 'both'").fetchall() == [("combsum of p_bm25, p_tct",)]
        assert (
            db.fuse(["p_bm25", "p_tct"], to="again").height
            == db.sql("select count(*) from main.rankings where run_id = 'again'").fetchone()[0]
        )
        whole = db.fuse(["p_bm25", "p_tct"]).group_by("query_id").len()["len"].max()
        assert (
            whole == db.sql(f"select run_depth from main.collections where collection = '{COLLECTION}'").fetchone()[0]
        )


@pytest.mark.parametrize(
    ("given", "options", "sentence"),
    [
        (["p_bm25"], {}, "name two or more runs, each once"),
        (["p_bm25", "p_bm25"], {}, "name two or more runs, each once"),
        (["p_bm25", "p_tct"], {"method": "rff"}, "there is no fusion method 'rff'; choose one of rrf"),
        (["p_bm25", "p_tct"], {"k": 0}, "k and depth must be whole numbers of at least 1"),
        (["p_bm25", "p_tct"], {"depth": 0}, "k and depth must be whole numbers of at least 1"),
        (["p_bm25", "alder_d1"], {}, "the runs are not in the same collection"),
        (["p_bm25", "p_tct"], {"to": "alder_p1"}, "'alder_p1' is the name of a submitted run; choose another"),
        (["p_bm25", "p_tct"], {"to": "a b"}, "'a b' cannot be the name of a run"),
    ],
)
def test_what_is_no_fusion_is_refused(sample_database, tmp_path, given, options, sentence):
    path = copied(sample_database, tmp_path / "x.duckdb") if "to" in options else sample_database
    with dl.open(path) as db, pytest.raises(UsageError, match=sentence):
        db.fuse(given, **options)
