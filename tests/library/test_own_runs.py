"""What the library does with a participant's runs: the same as the commands."""

from __future__ import annotations

import csv
import inspect
import io
import json
import re
from collections import namedtuple
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError, ValidationError
from dltrack_db.load import in_memory
from dltrack_db.store import database
from tests.copies import copied

COLLECTION = "sample-passages"
A, B = "alder_p2", "alder_p1"


@pytest.fixture(scope="module")
def db(small_database):
    with dl.open(small_database) as opened:
        yield opened


@pytest.fixture(scope="module")
def own(tmp_path_factory, small_database):
    """A database of its own to load into, and the file of a run in which alder_p2 answers one topic less."""
    folder = tmp_path_factory.mktemp("own")
    path = folder / "own.duckdb"
    copied(small_database, path)
    with dl.open(path) as opened:
        rows = opened.sql(
            f"select query_id, doc_id, rank, score from main.rankings where collection = '{COLLECTION}' "
            f"and run_id = '{A}' order by query_id, rank"
        ).fetchall()
    left_out = rows[0][0]
    lines = [f"{query} Q0 {doc} {rank} {score!r} mine\n" for query, doc, rank, score in rows if query != left_out]
    run = folder / "mine.txt"
    run.write_text("".join(lines))
    return path, run


def command(*arguments):
    """The rows that a command prints as CSV."""
    done = CliRunner().invoke(app, [*map(str, arguments), "-f", "csv"])
    assert done.exit_code == 0, done.output
    return list(csv.DictReader(io.StringIO(done.stdout)))


@pytest.mark.campaign
def test_compare_is_the_command(db):
    found = db.compare(A, B, ["map", "ndcg_cut_10"])
    told = command("compare", A, B, "-m", "map", "-m", "ndcg_cut_10", "--db", db.path)
    assert found["measure"].to_list() == ["map", "ndcg_cut_10"] == [row["measure"] for row in told]
    for row, line in zip(found.to_dicts(), told, strict=True):
        for name in ("mean_a", "mean_b", "mean_difference", "low", "high", "p_t", "p_randomization"):
            assert row[name] == pytest.approx(float(line[name]), abs=1e-9)
    topics = db.compare(A, B, ["map"], per_query=True)
    assert topics.height == found["num_q"][0]
    assert topics["difference"].mean() == pytest.approx(found["mean_difference"][0], abs=1e-12)


@pytest.mark.campaign
def test_who_wins_is_said_in_a_sentence(db):
    done = CliRunner().invoke(app, ["compare", A, B, "-m", "map", "--db", str(db.path)])
    row = db.compare(A, B, ["map"]).row(0, named=True)
    told = f"wins {row['num_wins']}, loses {row['num_losses']} and ties {row['num_ties']} of {row['num_q']} topics."
    *_, wins, finding = done.stdout.splitlines()
    assert wins == f"By map {A} {told}"
    difference = f"{row['mean_difference']:.4f} (95% interval {row['low']:.4f} to {row['high']:.4f})"
    assert finding.startswith(f"AP: {A} - {B} = {difference}, a less than small effect on Cohen's scale ")
    assert f"(d = {row['effect_size']:.2f}), p = {row['p_t']:.3f}; {row['num_q']} topics detect a " in finding
    power = f"with a power of {row['power']:.0%}, {row['topics_needed']:,} topics with 80%; the probability that "
    assert finding.endswith(f"{power}{A} is better is {row['prob_a_better']:.0%}.")


@pytest.mark.campaign
def test_a_measure_that_is_not_stored_is_computed(db):
    found = db.compare(A, B, ["P_7", "AP(rel=1)"])
    told = command("compare", A, B, "-m", "P_7", "-m", "AP(rel=1)", "--db", db.path)
    assert [row["measure"] for row in told] == found["measure"].to_list() == ["P_7", "AP(rel=1)"]
    assert found["min_relevance"].to_list()[1] == 1
    for row, line in zip(found.to_dicts(), told, strict=True):
        assert row["mean_difference"] == pytest.approx(float(line["mean_difference"]), abs=1e-9)


@pytest.mark.campaign
def test_an_edition_means_the_collection_that_has_the_runs(db):
    assert db.compare(A, B, ["map"], collection="sample").equals(db.compare(A, B, ["map"], collection=COLLECTION))


def test_diff_is_the_command(db):
    moved = db.diff(A, B)
    told = command("diff", A, B, "--db", db.path)
    assert moved["query_id"].to_list()[: len(told)] == [row["query_id"] for row in told]
    query = moved["query_id"][0]
    items = db.diff(A, B, query, depth=5)
    told = command("diff", A, B, "--query", query, "--depth", 5, "--db", db.path)
    assert items["doc_id"].to_list() == [row["doc_id"] for row in told]


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda db: db.compare(A, "alder_d1"), "the runs are not in the same collection"),
        (lambda db: db.compare(A, "alder_p3x", collection=COLLECTION), "has no run 'alder_p3x'"),
        (lambda db: db.compare(A, B, ["ndgc_cut_10"]), "there is no measure 'ndgc_cut_10'.*did you mean ndcg"),
        (lambda db: db.diff(A, B, "no topic"), "retrieves an item for topic 'no topic'"),
    ],
)
def test_what_cannot_be_compared_is_told(db, ask, sentence):
    with pytest.raises(UsageError, match=sentence):
        ask(db)


@pytest.mark.more
def test_frames_are_checked_as_their_files_are(own):
    path, run = own
    with dl.open(path) as db:
        of_file = db.check(run, COLLECTION).drop("file", "run_id")
        rows = [line.split() for line in run.read_text().splitlines()]
        frame = pl.DataFrame({"query_id": [row[0] for row in rows], "doc_id": [row[2] for row in rows]})
        frame = frame.with_columns(score=pl.Series([float(row[4]) for row in rows]))
        of_frame = db.check(frame, COLLECTION)
        assert of_frame["run_id"].unique().to_list() in ([], ["run"])
        assert of_frame.drop("file", "run_id").rows() == of_file.rows()
        wrong = db.check({"no topic": {"x": 1.0}}, COLLECTION)
        assert {"error"} <= {*wrong["severity"]} and {*wrong["file"]} == {"a frame"}
        assert db.check(frame).columns == of_frame.columns  # without a collection what holds for any run
        for given in (3, None, pl.DataFrame({"a": [1]})):
            with pytest.raises(UsageError, match=r"the run (is a|has no column)"):
                db.check(given, COLLECTION)
        with pytest.raises(UsageError, match="expected a path or a list of paths, not DataFrame"):
            db.add_qrels(frame, COLLECTION, "x")


@pytest.mark.more
def test_a_run_is_checked_loaded_and_seen(own):
    path, run = own
    with dl.open(path) as db:
        found = db.check(run, COLLECTION)
        assert found.columns == ["run_id", "severity", "rule", "found", "line", "detail", "file"]
        assert "error" not in found["severity"].to_list()
        report = db.add_run(run, COLLECTION)
        assert report.files["runs"] == 1
        assert "mine" in db.leaderboard(COLLECTION)["run_id"].to_list()
        difference = db.compare("mine", A, ["map"])
        assert difference["num_losses"].to_list() == [1] or difference["mean_difference"][0] == 0
        with pytest.raises(ValidationError):
            run.write_text(run.read_text() + run.read_text().splitlines()[0] + "\n")
            db.add_run(run, COLLECTION, replace=True)
        assert db.sql("select count(*) from main.runs where run_id = 'mine'").fetchone() == (1,)


def held(db, run=A):
    """A loaded run as a frame without ranks."""
    rows = f"from main.rankings where collection = '{COLLECTION}' and run_id = '{run}' order by query_id, rank"
    return db.sql(f"select query_id, doc_id, score {rows}").pl()


KINDS = {
    "polars": lambda frame: frame,
    "lazy": lambda frame: frame.lazy(),
    "pandas": lambda frame: frame.to_pandas(),
    "arrow": lambda frame: frame.to_arrow(),
    "PyTerrier": lambda frame: frame.rename({"query_id": "qid", "doc_id": "docno"}).to_pandas(),
    "dicts": lambda frame: {
        query: dict(rows.select("doc_id", "score").rows()) for (query,), rows in frame.group_by("query_id")
    },
    "named tuples": lambda frame: [ScoredDoc(*row) for row in frame.rows()],
}
ScoredDoc = namedtuple("ScoredDoc", ["query_id", "doc_id", "score"])


@pytest.mark.more
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_holds_a_run_is_scored_by_the_conventions_of_the_collection(db, kind, recwarn):
    found = db.evaluate(KINDS[kind](held(db)), COLLECTION, ["map", "P_10", "nDCG@10"], run_id="mine")
    stored = dict(db.scores(COLLECTION, run=A).select("measure", "value").rows())
    assert found["run_id"].to_list() == ["mine"] * 3
    assert dict(found.select("measure", "value").rows()) == pytest.approx(
        {"map": stored["map"], "P_10": stored["P_10"], "nDCG@10": stored["ndcg_cut_10"]}, abs=1e-12
    )
    assert not [one for one in recwarn if one.category is not DeprecationWarning]


@pytest.mark.more
def test_evaluate_is_the_command(small_database, tmp_path):
    path, run = small_database, tmp_path / "mine.txt"
    with dl.open(path) as db:
        judged = (
            db.sql(f"from main.qrels where collection = '{COLLECTION}' and variant = 'nist'").pl()["query_id"].min()
        )
        rows = held(db).filter(pl.col("query_id") != judged).rows()
        run.write_text("".join(f"{row[0]} Q0 {row[1]} {rank} {row[2]!r} mine\n" for rank, row in enumerate(rows)))
        with pytest.warns(UserWarning, match="1 of 36 judged topics is unanswered"):
            found = db.evaluate(run, COLLECTION)
        with pytest.warns(UserWarning, match="unanswered"):
            topics = db.evaluate([run], COLLECTION, ["map"], per_query=True)
    done = CliRunner().invoke(app, ["eval", str(run), "-c", COLLECTION, "--db", str(path), "-f", "csv"])
    told = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [row["measure"] for row in told] == found["measure"].to_list()
    for row, line in zip(found.to_dicts(), told, strict=True):
        assert row["value"] == pytest.approx(float(line["value"]), abs=1e-9)
    assert topics["value"].sum() / 36 == pytest.approx(found["value"][1], abs=1e-12)
    ndcg = found.row(0, named=True)
    assert f"mine: ndcg_cut_10 {ndcg['value']:.4f}: {ndcg['place']}" in done.stderr
    assert f"of {ndcg['num_runs']} (the submitted runs included)" in done.stderr


@pytest.mark.more
def test_a_place_is_told_only_where_the_conventions_are_the_same(db):
    found = db.evaluate(held(db), COLLECTION, ["AP(rel=1)", "AP(rel=2)"])
    best = db.sql(
        "select 1 + count(*) from metrics.run_scores where measure = 'map' and collection = $1 and value > $2",
        [COLLECTION, found["value"][1]],
    ).fetchone()
    assert found["place"].to_list() == [None, *best]
    assert "place" in found.columns
    assert db.evaluate(held(db), COLLECTION, ["map"], labels="msmarco")["place"].to_list() == [None]


@pytest.mark.campaign
def test_whatever_holds_a_run_is_the_same_file_to_a_load(db, tmp_path):
    frame = held(db)
    files = {}
    for kind, made in KINDS.items():
        folder = tmp_path / kind
        folder.mkdir()
        ((run, file),) = in_memory.write(made(frame), "again", "float", folder).items()
        files[kind] = (run, sorted(file.read_text().splitlines()))
    assert len(files["polars"][1]) == frame.height
    assert [kind for kind in KINDS if files[kind] != files["polars"]] == []


@pytest.mark.campaign
def test_what_holds_a_run_can_be_loaded(own, tmp_path):
    path = copied(own[0], tmp_path / "copy.duckdb")
    with dl.open(path) as db:
        report = db.add_run(KINDS["dicts"](held(db)), COLLECTION, run_id="again")
        assert report.files == {"runs": 1}
        same = "select doc_id, score, rank from main.rankings where collection = $1 and run_id = $2 order by all"
        assert db.sql(same, [COLLECTION, "again"]).fetchall() == db.sql(same, [COLLECTION, A]).fetchall()
        kept = db.sql("select is_submission from main.runs where run_id = 'again'").fetchall()
        assert kept == [(False,)]


@pytest.mark.more
def test_several_runs_of_a_frame_are_loaded_by_their_names(own, tmp_path):
    path = copied(own[0], tmp_path / "copy.duckdb")
    with dl.open(path) as db:
        both = pl.concat([held(db, run).with_columns(run_id=pl.lit(f"{run}+")) for run in (A, B)])
        with pytest.raises(UsageError, match="run_id is for one run, not 2"):
            db.add_run(both, COLLECTION, run_id="one")
        assert db.add_run(both, COLLECTION).files == {"runs": 2}
        assert sorted(db.evaluate(both, COLLECTION, ["map"])["run_id"]) == [f"{B}+", f"{A}+"]


@pytest.mark.more
@pytest.mark.parametrize(
    ("given", "name", "sentence"),
    [
        ({"q": {"d": 1.0}}, None, "the run has no name; pass run_id="),
        ({"q": {"d": 1.0}}, "a b", "'a b' cannot be the name of a run"),
        ({}, "mine", "the run is empty"),
        ({"q": {"d": float("nan")}}, "mine", "1 scores that are not finite"),
        (pl.DataFrame({"query_id": ["q"], "doc_id": ["d"]}), "mine", "the run has no column score"),
        (7, "mine", "the run is a int"),
    ],
)
def test_what_is_no_run_is_not_loaded(own, given, name, sentence):
    with dl.open(own[0]) as db:
        before = db.sql("select count(*) from main.loads").fetchall()
        with pytest.raises(UsageError, match=sentence):
            db.add_run(given, COLLECTION, run_id=name)
        assert db.sql("select count(*) from main.loads").fetchall() == before


@pytest.mark.more
def test_labels_are_added_as_a_variant(own, tmp_path):
    path, _ = own
    with dl.open(path) as db:
        rows = db.sql(
            f"select query_id, doc_id, least(relevance, 1) from main.qrels where collection = '{COLLECTION}' "
            "and variant = 'nist' order by all"
        ).fetchall()
        labels = tmp_path / "mine.qrels"
        labels.write_text("".join(f"{query} 0 {doc} {grade}\n" for query, doc, grade in rows))
        assert db.add_qrels(labels, COLLECTION, "mine").files["qrels"] == 1
        assert db.sql("select count(*) from main.qrels where variant = 'mine'").fetchone() == (len(rows),)


@pytest.mark.more
def test_nothing_is_added_to_a_private_copy(own):
    path, run = own
    with dl.open(path, copy=True) as db, pytest.raises(UsageError, match="copy, which cannot be changed"):
        db.add_run(run, COLLECTION)


def test_the_file_is_held_again_after_a_load_that_failed(own, tmp_path):
    path, _ = own
    with dl.open(path) as db:
        with pytest.raises(UsageError):
            db.add_qrels(tmp_path / "none.txt", "no-collection", "mine")
        assert db.sql("select 1").fetchone() == (1,)
        assert db.sql("select $a + 1", params={"a": 1}).fetchone() == (2,)
    database.open_readonly(path).close()


@pytest.mark.campaign
def test_explain_gives_the_rows_of_the_command(db, small_database, own):
    for asked in ({"run": A, "collection": COLLECTION}, {"run": str(own[1]), "collection": COLLECTION}):
        frame = db.explain(**asked, number="0.5", measure="map")
        options = ["-m", "map", "-c", COLLECTION, "--all", "--db", str(small_database), "-f", "json"]
        shown = CliRunner().invoke(app, ["explain", asked["run"], "0.5", *options])
        assert shown.exit_code == 0, shown.output
        assert json.loads(shown.stdout) == frame.to_dicts()


@pytest.mark.more
def test_a_study_of_judging_from_python(small_database, tmp_path):
    path = copied(small_database, tmp_path / "x.duckdb")
    with dl.open(path) as opened:
        made = opened.simulate(COLLECTION, "random", trials=1, name="mine")
        assert opened.sql("select distinct simulation from main.simulation_traces").fetchall() == [("mine",)]
        assert made.is_new and not opened.simulate(COLLECTION, "random", trials=1, name="mine").is_new
        with pytest.raises(UsageError, match="strategy"):
            opened.simulate(COLLECTION, "guess")


ORDER = ("name", "selection", "run", "runs", "files", "run_a", "run_b", "collection", "strategy", "measures", "number")
"""What a method is about first, then the collection it is of, then how it is asked."""


def test_arguments_have_one_order_in_all_methods():
    found = 0
    for name, method in inspect.getmembers(dl.Database, inspect.isfunction):
        if not name.startswith("_"):
            kinds = inspect.signature(method).parameters.values()
            ordered = [one.name for one in kinds if one.kind is one.POSITIONAL_OR_KEYWORD and one.name in ORDER]
            assert ordered == sorted(ordered, key=ORDER.index), name
            found += len(ordered) > 1
    assert found >= 8


@pytest.mark.parametrize(
    ("method", "given", "cure"),
    [
        (
            "leaderboard",
            (["map"], "sample-passages"),
            "does not contain 'map'; loaded collections: sample-docs, sample-passages",
        ),
        (
            "compare",
            ("sample-passages", "p_bm25", "p_tct"),
            "a collection, not a run; pass it as collection='sample-passages'",
        ),
        ("compare", ("p_bm25", "p_tct", "sample-passages"), "a collection, not a measure; pass it as"),
        ("diff", ("p_bm25", "p_tct", "sample-passages"), "a collection, not a topic; pass it as collection="),
        ("explain", (0.275, "p_bm25"), "arguments are swapped: pass the run first, then the number"),
        ("fuse", ("p_bm25",), "runs must be a list, such as ['p_bm25', 'p_tct'], not 'p_bm25'"),
        ("columns", ("p_bm25",), "'p_bm25' is not a table, view or macro (run); see: dltrack describe p_bm25"),
        ("explain", (Path(__file__), 0.3), "is a file; name its collection with collection="),
    ],
)
def test_what_stands_in_the_wrong_place_is_named(db, method, given, cure):
    with pytest.raises(UsageError, match=re.escape(cure)):
        getattr(db, method)(*given)


def test_a_run_may_have_the_name_of_a_collection(own, tmp_path):
    file = copied(own[0], tmp_path / "x.duckdb")
    with dl.open(file) as db:
        frame = db.sql(f"select query_id, doc_id, score from main.rankings where run_id = '{A}'").pl()
        db.add_run(frame, COLLECTION, run_id=COLLECTION)
        named = {"run_a": COLLECTION, "run_b": B}
        other = {"run_a": A, "run_b": B}
        for method in (db.compare, db.diff):
            found, expected = method(**named), method(**other)
            assert found.equals(expected) and len(found)


def test_a_run_and_a_collection_that_are_swapped_are_noticed(own):
    with dl.open(own[0]) as db:
        frame = db.sql(f"select query_id, doc_id, score from main.rankings where run_id = '{A}'").pl()
        for call in (db.evaluate, db.add_run, db.add_qrels):
            for second in (frame, A, str(own[1]), own[1]):
                with pytest.raises(UsageError, match="pass the runs or files first, then the collection"):
                    call(COLLECTION, second)
        assert db.sql("select 1").fetchone() == (1,)


@pytest.mark.campaign
def test_what_a_load_did_is_shown_in_a_few_lines(own):
    with dl.open(own[0]) as db:
        frame = db.sql(f"select query_id, doc_id, score from main.rankings where run_id = '{A}'").pl()
        report = db.add_run(frame, COLLECTION, run_id="shown")
        assert len(report.outcomes) > 5 and len(repr(report)) < 500, repr(report)
