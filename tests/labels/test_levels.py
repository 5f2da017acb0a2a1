"""From which label on an item is relevant: each set of labels has its level, and all commands read it from there."""

from __future__ import annotations

import csv
import io
import re
from contextlib import closing

import mini_track
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from dltrack_db.store import database
from tests.copies import copied

COLLECTION = "sample-passages"
SAME, YES, NO, FAR = "same", "yes", "no", "far"


@pytest.fixture(scope="module")
def db(small_database, tmp_path_factory):
    """The smaller sample, where 2 of 3 grades are relevant, with four more sets of labels.

    The same labels, yes or no with and without a level, and one level that no label reaches.
    """
    folder = tmp_path_factory.mktemp("levels")
    file = copied(small_database, folder / "x.duckdb")
    with closing(database.open_readonly(file)) as con:
        query = "select query_id, doc_id, relevance from main.qrels where collection = $1 and variant = 'nist'"
        given = con.execute(query, [COLLECTION]).fetchall()
        run = con.execute(
            "select query_id, 'Q0', doc_id, submitted_rank, score, 'mine' from main.rankings "
            "where collection = $1 and run_id = 'alder_p1'",
            [COLLECTION],
        ).fetchall()
    (folder / "mine.txt").write_text("".join(" ".join(map(str, row)) + "\n" for row in run))
    (folder / SAME).write_text("".join(f"{query} 0 {doc} {grade}\n" for query, doc, grade in given))
    for name in (YES, NO, FAR):
        (folder / name).write_text("".join(f"{query} 0 {doc} {int(grade >= 2)}\n" for query, doc, grade in given))
    for names, options in {(SAME, NO): (), (YES,): ("--min-relevance", "1"), (FAR,): ("--min-relevance", "2")}.items():
        files = [folder / name for name in names]
        done = called(file, "ingest", "qrels", *files, "-c", COLLECTION, *options)
        assert done.exit_code == 0, done.output
    return file


def called(db, *arguments):
    return CliRunner().invoke(app, [*map(str, arguments), "--db", str(db)])


def table(db, *arguments):
    done = called(db, *arguments, "-f", "csv")
    assert done.exit_code == 0, done.exception
    return list(csv.DictReader(io.StringIO(done.stdout)))


def test_a_set_has_the_level_that_it_was_given_or_that_of_the_official_labels_on_its_scale(db):
    with dl.open(db) as opened:
        found = opened.sql(f"from labels.levels where collection = '{COLLECTION}'").fetchall()
    assert {variant: level for _, variant, level in found} == {
        "nist": 2, "msmarco": 1, SAME: 2, YES: 1, NO: None, FAR: 2
    }  # fmt: skip


@pytest.mark.more
@pytest.mark.parametrize(
    ("labels", "measure", "told"),
    [
        (NO, "map", r"map counts .* 'no' have no relevance level \(labels go from 0 to 1\); .* AP\(rel=1\)"),
        (NO, "AP", r"AP counts .* 'no' have no relevance level"),
        (FAR, "P_10", r"P_10 counts grades from 2 on .* 'far' has no such labels .* P\(rel=1\)@10"),
        (YES, "AP(rel=3)", r"AP\(rel=3\) counts grades from 3 on .* AP\(rel=1\)"),
    ],
)
def test_all_refuse_what_has_no_value_in_one_sentence(db, labels, measure, told):
    run = db.parent / "mine.txt"
    refused = [
        called(db, "eval", run, "-c", COLLECTION, "--labels", labels, "-m", measure),
        called(db, "leaderboard", COLLECTION, "--labels", labels, "-m", measure),
        *([called(db, "judges", COLLECTION, "--labels", labels, "-m", measure)] if measure == "map" else []),
    ]
    assert len({str(done.exception) for done in refused}) == 1
    assert all(isinstance(done.exception, UsageError) for done in refused)
    assert re.search(told, str(refused[0].exception))
    with dl.open(db) as opened, pytest.raises(UsageError, match=told):
        opened.evaluate(run, COLLECTION, [measure], labels=labels)


@pytest.mark.more
def test_a_level_that_a_measure_names_is_obeyed(db):
    run = db.parent / "mine.txt"
    by_set = table(db, "leaderboard", COLLECTION, "--labels", YES, "-m", "map")
    named = table(db, "leaderboard", COLLECTION, "--labels", NO, "-m", "AP(rel=1)")
    assert [float(row["map"]) for row in by_set] == pytest.approx([float(row["AP(rel=1)"]) for row in named])
    assert [row["rank"] for row in by_set] == [row["rank"] for row in named]
    # by grades from 2 on the official labels say the same as yes and no
    official = [float(row["map"]) for row in table(db, "leaderboard", COLLECTION, "-m", "map")]
    assert official == pytest.approx([float(row["map"]) for row in by_set])
    lenient = table(db, "leaderboard", COLLECTION, "-m", "AP(rel=1),map")
    with dl.open(db) as opened:
        query = f"from labels.run_scores('{COLLECTION}', min_relevance := 1, measures := ['map'])"
        expected = {row["run_id"]: row["value"] for row in opened.sql(query).pl().rows(named=True)}
    assert {row["run_id"]: pytest.approx(float(row["AP(rel=1)"])) for row in lenient} == expected
    (mine,) = table(db, "eval", run, "-c", COLLECTION, "--labels", YES, "-m", "map")
    (other,) = table(db, "eval", run, "-c", COLLECTION, "--labels", NO, "-m", "AP(rel=1)")
    assert (mine["value"], mine["min_relevance"]) == (other["value"], other["min_relevance"]) and mine["value"] != "0.0"
    tiers = called(db, "leaderboard", COLLECTION, "-m", "AP(rel=1)", "--tiers")
    assert "computed now from rankings: AP(rel=1)" in tiers.stdout and "tiers: runs without" in tiers.stdout


@pytest.mark.more
@pytest.mark.parametrize("measure", ["AP(rel=1)", "P(rel=3)@5"])
def test_runs_are_tested_by_a_level_that_a_measure_names(db, measure):
    """As `compare` tests two of them, and corrected for all of them; values that no database stores topic by topic."""
    tested = table(db, "leaderboard", COLLECTION, "-m", measure, "--baseline", "alder_p1")
    by_run = {row["run_id"]: row for row in tested if row["run_id"] != "alder_p1"}
    p_values = []
    for run, row in by_run.items():
        (pair,) = table(db, "compare", run, "alder_p1", "-m", measure, "-c", COLLECTION)
        assert float(row[measure]) == pytest.approx(float(pair["mean_a"]))
        assert (row["difference"], row["p_value"]) == (pair["mean_difference"], pair["p_t"])
        p_values.append(float(pair["p_t"]))
    step = [p * (len(p_values) - place) for place, p in enumerate(sorted(p_values))]
    corrected = sorted(float(row["p_corrected"]) for row in by_run.values())
    assert corrected == pytest.approx([min(1, max(step[: place + 1])) for place in range(len(step))])
    both = table(
        db, "leaderboard", COLLECTION, "-m", f"{measure},map", "--baseline", "alder_p1", "--baseline", "p_bm25"
    )
    alone = table(db, "leaderboard", COLLECTION, "-m", "map", "--baseline", "alder_p1", "--baseline", "p_bm25")
    assert {row["run_id"]: row["map_beats"] for row in both} == {row["run_id"]: row["map_beats"] for row in alone}
    (narrow,) = table(db, "leaderboard", COLLECTION, "-m", measure, "--baseline", "alder_p1", "--run", "p_bm25")
    assert narrow["p_corrected"] == narrow["p_value"] == by_run["p_bm25"]["p_value"]
    shown = called(db, "leaderboard", COLLECTION, "-m", measure, "--significance").stdout
    assert f"in {measure}" in shown and "runs may be best" in shown and "has a power of 80%" in shown
    rows = table(db, "leaderboard", COLLECTION, "-m", measure, "--significance")
    assert f"{sum(row['may_be_best'] == 'True' for row in rows)} of {len(rows)} runs may be best" in shown


def test_the_verdict_by_other_labels_and_levels_is_that_of_the_official_ones_where_they_say_the_same(db):
    def verdict(*options):
        lines = called(db, "leaderboard", COLLECTION, "-m", "map", *options).stdout.splitlines()
        return [line for line in lines if "runs may be best" in line]

    official, two = verdict(), ("--run", "p_bm25", "--run", "alder_p1")
    assert len(official) == 1 and verdict("--labels", YES) == official
    assert verdict("--labels", YES, *two) == verdict(*two)
    (by_level,) = [
        line
        for line in called(db, "leaderboard", COLLECTION, "-m", "AP(rel=1)").stdout.splitlines()
        if "may be best" in line
    ]
    assert "in AP(rel=1): " in by_level and by_level != official[0]


def test_the_defaults_without_a_value_are_left_out_with_a_word(db):
    done = called(db, "eval", db.parent / "mine.txt", "-c", COLLECTION, "--labels", NO)
    assert done.exit_code == 0 and "ndcg_cut_10" in done.stdout and " map " not in done.stdout
    assert "'no' have no relevance level" in done.stderr


@pytest.mark.more
def test_where_all_runs_have_one_value_there_is_no_place_and_no_tau(db):
    with dl.open(db) as opened:
        standings = f"select distinct value, rank from labels.standings('{COLLECTION}', '{FAR}', measures := ['map'])"
        assert opened.sql(standings).fetchall() == [(0, None)]
        found = opened.judges(COLLECTION, measure="map").rows(named=True)
        shift = f"select distinct rank, shift from labels.rank_shift where variant = '{FAR}' and measure = 'map'"
        assert opened.sql(shift).fetchall() == [(None, None)]
        place = opened.sql("from systems.place('sample-passages', 'ndcg_cut_10', 0.5)").fetchall()
    study = {row["variant"]: row for row in found}
    for column in ("tau", "tau_ap", "tau_top_10", "flipped"):
        assert (study[FAR][column], study[NO][column]) == (None, None) and study[YES][column] is not None
    assert study[YES]["tau"] == study[SAME]["tau"] == 1 and len(place) == 1
    told = " ".join(called(db, "judges", COLLECTION, "-m", "map").stdout.split())
    assert "no rankings by map for " in told and ", because no label reaches the relevance level, or no level" in told


def test_a_level_is_that_of_the_collection_whatever_the_caller_calls_it(mini_db):
    """An argument that names a column of `collections` is the caller's, not the macro's."""
    rows = mini_db.execute(
        "select labels.level(collections.collection, collections.qrels_variant) = collections.min_relevance "
        "from main.collections as collections"
    ).fetchall()
    assert len(rows) > 1 and set(rows) == {(True,)}


def test_before_any_labels_the_level_is_that_of_the_collection(empty_db):
    mini_track.add_collections(empty_db)
    query = (
        "select min_relevance, labels.level(collection, null), labels.level(collection, 'of scores') from collections"
    )
    rows = empty_db.execute(query).fetchall()
    assert len(rows) > 1 and all(row == (row[0],) * 3 for row in rows)
