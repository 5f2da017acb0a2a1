"""Labels with gaps, filled from others, give what a loaded set of the merged labels gives."""

from __future__ import annotations

import gzip
import json
import random
import shutil
from contextlib import closing

import mini_track
import numpy as np
import polars as pl
import pytest
from scipy import stats
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli.app import app
from dltrack_db.errors import DltrackError, UsageError
from dltrack_db.store import database, derive, template

HOME = "mini-passages"
NAME = "part filled from model, other"
FILL = ["model", "other"]
NIST_TOPICS = ("q1", "q2", "q3", "q4")
"""Topics of the set 'part'."""


def add_labels(con, variant, labels, **about):
    mini_track.add_qrels(con, HOME, variant, labels)
    row = {"collection": HOME, "variant": variant, "min_relevance": 2} | about
    mini_track.insert(con, "main.qrels_variants", [row])


def open_file(path):
    con = database.connect()
    database.attach(con, path, read_only=False)
    return closing(con)


@pytest.fixture(scope="module")
def sets(tmp_path_factory):
    """A file with sets of labels, and the labels of each set: `merged` is computed here."""
    path = tmp_path_factory.mktemp("filled") / "x.duckdb"
    template.copy_to(path)
    rng = random.Random(3)
    with open_file(path) as con:
        mini_track.build(con, maps_passages=False)
        query = f"select query_id, doc_id, relevance from main.qrels where collection = '{HOME}' and variant = 'nist'"
        nist = {(topic, item): grade for topic, item, grade in con.execute(query).fetchall()}
        items = [f"p{i:02d}" for i in range(mini_track.POOL)]
        part = {pair: grade for pair, grade in nist.items() if pair[0] in NIST_TOPICS and rng.random() < 0.6}
        model = {(topic, item): rng.randint(0, 3) for topic in mini_track.QUERIES for item in items[2:26]}
        other = {(topic, item): rng.randint(0, 3) for topic in mini_track.QUERIES for item in items}
        merged = {pair: grade for pair, grade in (other | model).items() if pair[0] in NIST_TOPICS} | part
        found = {"part": part, "model": model, "other": other, "merged": merged}
        for variant, labels in (found | {"nist": {}}).items():
            add_labels(con, variant, labels)
        add_labels(con, "yes", {pair: int(grade > 1) for pair, grade in model.items()}, min_relevance=1)
        add_labels(con, "low", {pair: min(grade, 2) for pair, grade in model.items()}, min_relevance=None)
        add_labels(con, "stated", {pair: min(grade, 2) for pair, grade in model.items()}, scale="0 to 3")
        add_labels(con, "shares", dict.fromkeys(model, 0), min_relevance=None)
        add_labels(con, "cut", dict.fromkeys(model, 0), min_relevance=0.5, cuts="0.25,0.5,0.75")
        con.execute("update main.qrels set gain = 0.6 where variant in ('shares', 'cut')")
        add_labels(con, "drawn", model)
        con.execute("update main.qrels set stratum = '1' where variant = 'drawn'")
        mini_track.derive(con)
    return path, found


@pytest.fixture(scope="module")
def db(sets):
    with dl.open(sets[0]) as opened:
        yield opened


def filled(db, base, *fills):
    query = f"select query_id, doc_id, relevance, origin from labels.filled('{HOME}', $1, $2)"
    return {(topic, item): (grade, origin) for topic, item, grade, origin in db.sql(query, [base, fills]).fetchall()}


def test_a_label_is_that_of_the_base_and_else_of_the_first_fill(db, sets):
    _, found = sets
    expected = {
        pair: (grade, next(name for name in ("part", *FILL) if pair in found[name]))
        for pair, grade in found["merged"].items()
    }
    assert filled(db, "part", *FILL) == expected
    assert {origin for _, origin in expected.values()} == {"part", *FILL}
    assert {topic for topic, _ in expected} == {*NIST_TOPICS}  # the model judges q5, too
    by_cuts = filled(db, "part", "cut")
    assert {grade for grade, origin in by_cuts.values() if origin == "cut"} == {2}  # .6 has reached two of three cuts


@pytest.mark.more
@pytest.mark.parametrize(
    "asked", [{"measures": ["ndcg_cut_5", "map", "AP(rel=1)", "bpref"]}, {"sort": "map", "where": "team = 'alpha'"}]
)
def test_a_leaderboard_is_that_by_the_merged_labels(db, asked):
    one, merged = (
        db.leaderboard(HOME, labels="part", fill=FILL, **asked),
        db.leaderboard(HOME, labels="merged", **asked),
    )
    assert one.rows() == merged.rows() and one.columns == merged.columns and one.height > 1
    assert one.rows() != db.leaderboard(HOME, labels="part", **asked).rows()
    assert one.basis[HOME] == merged.basis[HOME] | {"labels": NAME}


@pytest.mark.more
def test_scores_tests_and_agreement_are_those_of_the_merged_labels(db):
    run = db.sql(f"select * from main.rankings where collection = '{HOME}' and run_id = 'gamma0'").pl()
    run = run.select("run_id", "query_id", "doc_id", "score")
    both = ({"labels": "part", "fill": FILL}, {"labels": "merged"})
    with pytest.warns(UserWarning, match=r"% of the items in the top ten of the runs are filled"):
        one, merged = (db.evaluate(run, HOME, ["nDCG@10", "map", "bpref"], **labels) for labels in both)
    assert one.rows() == merged.rows() and one.basis[HOME]["min_relevance"] == 2
    one, merged = (db.compare("alpha0", "beta0", collection=HOME, **labels) for labels in both)
    assert one.rows() == merged.rows()
    with pytest.warns(UserWarning):
        one, merged = (db.gate("alpha0", "beta0", "map", collection=HOME, **labels) for labels in both)
    assert one.rows() == merged.rows()
    for part, measure in (("study", "ndcg_cut_10"), ("shift", "P_5"), ("bias", "ndcg_cut_10")):
        one, merged = (db.judges(HOME, part=part, measure=measure, **labels) for labels in both)
        assert one.drop("variant", "kind", strict=False).rows() == merged.drop("variant", "kind", strict=False).rows()
        assert one.height and set(one["variant"]) == {NAME}


def test_notes_say_how_much_is_filled_and_what_is_left_out(db, sets):
    _, found = sets
    tops = db.sql(
        f"select query_id, doc_id from main.rankings where collection = '{HOME}' and rank <= 10 "
        f"and query_id in {NIST_TOPICS}"
    ).fetchall()
    share = sum(pair in found["merged"] and pair not in found["part"] for pair in tops) / len(tops)
    notes = db.leaderboard(HOME, labels="part", fill="model").notes
    without = sum(pair in found["model"] and pair not in found["part"] for pair in tops) / len(tops)
    assert f"{100 * without:.1f}% of the items in the top ten of the runs are filled" in notes
    assert "left out: 1 topic with labels in model, but no labels in part (q5)" in notes
    notes = db.leaderboard(HOME, labels="part", fill=FILL).notes
    assert f"{100 * share:.1f}% of the items in the top ten of the runs are filled" in notes
    assert "left out: 1 topic with labels in model, other, but no labels in part (q5)" in notes
    assert not any("filled" in note for note in db.leaderboard(HOME, labels="part").notes)


def test_judges_say_which_labels_are_those_they_are_compared_with(db, sets):
    _, found = sets
    notes = db.judges(HOME, labels="part", fill="model").notes
    assert (
        f"all {len(found['part'])} labels from part are also in nist, the compared label set, so agreement "
        "and tau are too high" in notes
    )
    assert not any("too high" in note for note in db.judges(HOME, labels="model", fill="other").notes)


GRADES = "'part' has grades up to 3, relevant from 2 on"
REFUSED = {
    ("part", "part"): "'part' cannot fill itself",
    ("part", "model,part"): "'part' cannot fill itself",
    ("prt", "model"): f"{HOME} has no labels 'prt'; did you mean part",
    ("part", "modle"): f"{HOME} has no labels 'modle'; did you mean model",
    ("part", "yes"): f"'yes' cannot fill 'part', .* same scale: {GRADES}, 'yes' has grades up to 1, relevant from 1 on",
    ("part", "model,low"): f"{GRADES}, 'low' has grades up to 2; load 'low' again .* --scale TEXT",
    ("part", "shares"): f"{GRADES}, 'shares' has fractions without cuts; load .* by --cuts LIST",
    ("shares", "cut"): "'shares' has fractions without cuts",
    ("part", "drawn"): "'drawn' has labels of a sample drawn from strata",
    ("merged", "part"): r"'part' adds no label to 'merged': of its (\d+) labels, \1 are for items with a label",
}


@pytest.mark.parametrize(("base", "fills"), REFUSED)
def test_what_cannot_be_filled_is_refused_with_names(db, base, fills):
    with pytest.raises(UsageError, match=REFUSED[base, fills]):
        db.leaderboard(HOME, labels=base, fill=fills.split(","))
    with pytest.raises(UsageError, match=REFUSED[base, fills]):
        db.compare("alpha0", "beta0", collection=HOME, labels=base, fill=fills.split(","))
    if "adds no label" not in REFUSED[base, fills]:
        with pytest.raises(Exception, match=r"cannot fill|there is no set of labels"):
            filled(db, base, *fills.split(","))
    assert "with_derived_labels" not in db.sql("select database_name from duckdb_databases()").pl()["database_name"]


def test_grades_that_are_stated_to_be_the_same_are_accepted(sets, db, tmp_path):
    own, labels = tmp_path / "own.duckdb", tmp_path / "lenient.qrels"
    shutil.copy(sets[0], own)
    labels.write_text("".join(f"{topic} 0 {item} {min(g, 2)}\n" for (topic, item), g in sets[1]["model"].items()))
    words = ["ingest", "qrels", str(labels), "-c", HOME, "--scale", "0 to 3", "--db", str(own)]
    assert CliRunner().invoke(app, words).exit_code == 0
    with dl.open(own) as loaded:
        assert filled(loaded, "part", "lenient").keys() == filled(loaded, "part", "model").keys()
    assert {grade for grade, origin in filled(db, "part", "stated").values() if origin == "stated"} == {0, 1, 2}


def test_what_the_options_cannot_do_is_refused(db):
    with pytest.raises(UsageError, match="no label set to fill is named; add --labels NAME"):
        db.leaderboard(HOME, fill="model")
    with pytest.raises(UsageError, match="--fill works only with one collection"):
        db.leaderboard([HOME, "mini-docs"], fill="model")
    with pytest.raises(UsageError, match="cannot be compared with 'nist', which they contain; leave out this set"):
        db.judges(HOME, labels="model", fill="nist")
    for other in ({"part": "panel"}, {"cuts": "0.5"}):
        with pytest.raises(UsageError, match="--fill cannot be combined with --cuts or --part panel"):
            db.judges(HOME, labels="part", fill="model", **other)


@pytest.mark.more
def test_commands_take_a_list(sets, tmp_path):
    path, _ = sets
    with dl.open(path) as db:
        rows = db.sql(f"from main.rankings where collection = '{HOME}' and run_id = 'beta0'").pl().rows(named=True)
    run = tmp_path / "mine.txt"
    run.write_text("".join("{query_id} Q0 {doc_id} {rank} {score} x\n".format(**row) for row in rows))

    def ask(*words, exit_code=0):
        done = CliRunner().invoke(app, [*map(str, words), "--db", str(path), "-f", "json"])
        assert done.exit_code == exit_code, done.output
        return done

    for words in (("leaderboard", HOME), ("eval", run, "-c", HOME), ("compare", "alpha0", "beta0", "-c", HOME)):
        one = ask(*words, "--labels", "part", "--fill", "model,other")
        assert json.loads(one.stdout) == json.loads(ask(*words, "--labels", "merged").stdout)
        assert "are filled" in one.stderr and "1 topic with labels" in one.stderr
    one = ask("judges", HOME, "--labels", "part", "--fill", "model", "--fill", "other")
    assert json.loads(one.stdout)[0]["variant"] == NAME
    refused = CliRunner().invoke(app, ["eval", str(run), "--qrels", "x", "--labels", "part", "--fill", "model"])
    assert isinstance(
        refused.exception, DltrackError
    ) and "--qrels cannot be combined with --collection, --labels or --fill" in str(refused.exception)


@pytest.mark.real
def test_hidden_labels_of_2021_filled_from_a_model(real_database, real_data, tmp_path):
    """NIST's labels are hidden at random, and of the items that only one team found, then filled from GPT-4o's."""
    home, path = "trec2021-passages", tmp_path / "hidden.duckdb"
    shutil.copy(real_database, path)
    with gzip.open(real_data / "llm-methods/gpt-4o/dl21/umbrela_zeroshot_dl21.clean.json.gz", "rt") as lines:
        model = {(line.split()[0], line.split()[2]): int(line.split()[3]) for line in lines}
    with open_file(path) as con:
        query = f"select query_id, doc_id, relevance from main.qrels where collection = '{home}' and variant = 'nist'"
        nist = {(topic, item): grade for topic, item, grade in con.execute(query).fetchall()}
        query = f"select query_id, doc_id from judging.unique_items(10) where collection = '{home}' and team = $1"
        rng = random.Random(8)
        hidden = {team: {*con.execute(query, [team]).fetchall()} for team in ("h2oloo", "TU_Vienna")}
        hidden["random"] = {pair for pair in sorted(nist) if rng.random() < 0.3}
        query = f"select run_id, team from main.runs where collection = '{home}'"
        teams = dict(con.execute(query).fetchall())
        sets = {name: {pair: nist[pair] for pair in nist.keys() - pairs} for name, pairs in hidden.items()}
        rows = [
            (home, name, *pair, grade)
            for name, labels in (sets | {"model": model}).items()
            for pair, grade in labels.items()
        ]
        frame = pl.DataFrame(rows, ["collection", "variant", "query_id", "doc_id", "relevance"], orient="row")
        con.register("frame", frame)
        con.execute("insert into main.qrels by name select * from frame")
        con.execute(
            "insert into main.qrels_variants by name select distinct collection, variant, 2 as min_relevance from frame"
        )
        derive.refresh(con, [home])

    def board(**labels):
        rows = db.leaderboard(home, "ndcg_cut_10", **labels)
        return dict(zip(rows["run_id"], rows["ndcg_cut_10"], strict=True))

    def error(means, runs):
        return np.mean([abs(means[run] - official[run]) for run in runs])

    def tau(means):
        return stats.kendalltau([means[run] for run in official], [*official.values()])[0]

    with dl.open(path) as db:
        official = board()
        gaps = {name: board(labels=name) for name in sets}
        filled = {name: board(labels=name, fill="model") for name in sets}
    for name in ("h2oloo", "TU_Vienna"):
        own = [run for run, team in teams.items() if team == name]
        assert error(filled[name], own) < error(gaps[name], own) / 4  # .08 becomes .02 or less
        assert tau(filled[name]) > tau(gaps[name]) > 0.94
    assert error(gaps["random"], official) > 0.15 and error(filled["random"], official) < 0.015
    assert tau(filled["random"]) > 0.95 > tau(gaps["random"])
