"""The commands eval, compare and diff on the mini track."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import mini_track
import pytest
from click.testing import Result
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db import sqlfiles
from dltrack_db.base import resources
from dltrack_db.cli.app import app
from dltrack_db.errors import DatabaseError, FormatError, UsageError
from dltrack_db.store import collections, database, derive, template
from tests.copies import copied

COLLECTION = "mini-passages"


@pytest.fixture(scope="module")
def db(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("evaluate") / "mini.duckdb"
    template.copy_to(path)
    con = database.connect()
    database.attach(con, path, read_only=False)
    mini_track.build(con)
    # In the place of a view stands the track's own table, which no file of dltrack's has.
    con.execute("drop table main.passage_documents")
    con.execute(sqlfiles.load_object(resources.SQL / "main" / "passage_documents.sql", resources.SQL).statement)
    con.close()
    return path


@pytest.fixture
def con(mini_db):
    return mini_db  # the same track in memory, for DuckDB opens one file in one way at a time


@pytest.fixture
def call(db):
    def run(*argv: str) -> list[dict[str, object]]:
        result = CliRunner().invoke(app, [*argv, "--db", str(db), "--format", "json"])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return run


def runs_of(con) -> list[str]:
    query = "select distinct run_id from main.rankings where collection = ? order by all"
    return [row[0] for row in con.execute(query, [COLLECTION]).fetchall()]


def write_run(con, run: str, path: Path) -> str:
    rows = con.execute(
        "select query_id, doc_id, submitted_rank, score from main.rankings where collection = ? and run_id = ?",
        [COLLECTION, run],
    ).fetchall()
    path.write_text("".join(f"{q} Q0 {d} {rank} {score!r} tag\n" for q, d, rank, score in rows))
    return str(path)


def test_eval_of_a_file_equals_the_loaded_run(con, call, tmp_path):
    run = runs_of(con)[0]
    file = write_run(con, run, tmp_path / "copy.txt")
    rows = call("eval", file, "-c", COLLECTION, "-m", "nDCG@10", "-m", "map", "-m", "P.7,10")
    actual = {row["measure"]: row["value"] for row in rows}
    expected = dict(
        con.execute(
            "select measure, value from metrics.run_scores where collection = ? and run_id = ?", [COLLECTION, run]
        ).fetchall()
    )
    assert actual.keys() == {"nDCG@10", "map", "P_7", "P_10"}
    assert actual["nDCG@10"] == pytest.approx(expected["ndcg_cut_10"], abs=1e-9)
    assert actual["map"] == pytest.approx(expected["map"], abs=1e-9)
    assert actual["P_10"] == pytest.approx(expected["P_10"], abs=1e-9)


def test_eval_with_a_level_changes_binary_measures(con, call, tmp_path):
    file = write_run(con, runs_of(con)[0], tmp_path / "copy.txt")
    rows = call("eval", file, "-c", COLLECTION, "-m", "AP", "-m", "AP(rel=1)", "-m", "AP(rel=2)")
    values = {row["measure"]: row["value"] for row in rows}
    assert values["AP"] == pytest.approx(values["AP(rel=1)"], abs=1e-12)
    assert values["AP(rel=1)"] != values["AP(rel=2)"]


@pytest.mark.campaign
def test_eval_tells_order_level_tie_rule_and_topics(con, db, call, tmp_path):
    file = write_run(con, runs_of(con)[0], tmp_path / "copy.txt")
    rows = call("eval", file, "-c", COLLECTION, "-m", "P_5", "-m", "nDCG@10", "-m", "P@5", "-m", "P_5")
    level, rule = con.execute(
        "select min_relevance, tie_rule from main.collections where collection = ?", [COLLECTION]
    ).fetchone()
    told = [(row["measure"], row["min_relevance"], row["tie_rule"]) for row in rows]
    assert level != 1
    assert told == [("P_5", level, rule), ("nDCG@10", None, rule), ("P@5", 1, rule)]
    topics = con.execute(
        "select count(distinct query_id) from main.qrels where collection = ? and variant = 'nist'", [COLLECTION]
    ).fetchone()[0]
    assert {row["num_q"] for row in rows} == {topics}
    by_topic = call("eval", file, "-c", COLLECTION, "-m", "P_5", "--by-query")
    assert len(by_topic) == topics, "no row of means for programs"
    shown = CliRunner().invoke(app, ["eval", file, "-c", COLLECTION, "-m", "P_5", "-q", "--db", str(db)]).stdout
    last = shown.strip().splitlines()[-1].split()
    assert last[:3] == ["copy", "all", "P_5"] and float(last[3]) == pytest.approx(rows[0]["value"], abs=5e-5)
    assert {(row["min_relevance"], row["tie_rule"]) for row in by_topic} == {(level, rule)}


@pytest.mark.campaign
def test_eval_tells_where_a_level_is_not_that_of_the_collection(con, db, tmp_path):
    file = write_run(con, runs_of(con)[0], tmp_path / "copy.txt")
    argv = ["eval", file, "-c", COLLECTION, "-m", "MRR", "-m", "map", "-m", "P(rel=1)@5", "--db", str(db)]
    (told,) = [line for line in CliRunner().invoke(app, argv).stderr.splitlines() if "ir_measures" in line]
    assert told == (
        "MRR counts grades from 1 on as relevant, as in ir_measures, but the relevance level of mini-passages is 2; "
        "to use level 2, write MRR(rel=2)"
    )
    runs = runs_of(con)[:2]
    done = CliRunner().invoke(app, ["compare", *runs, "-c", COLLECTION, "-m", "AP", "--db", str(db)])
    assert done.stderr.count("to use level 2, write AP(rel=2)") == 1


@pytest.mark.more
def test_a_run_of_another_task_is_refused_by_the_form_of_its_ids(con, call, tmp_path, monkeypatch):
    """The collection's form is known from its recipe; a run of which one item has it is scored."""
    known = collections.loaded_collection
    form = r"p\d+"

    def told(con, name):
        edition, spec = known(con, name)
        return edition, replace(spec, doc_id_pattern=form)

    monkeypatch.setattr(collections, "loaded_collection", told)
    (tmp_path / "docs.txt").write_text("q1 Q0 D7 1 2.0 t\nq1 Q0 D8 2 1.0 t\n")
    message = r"docs\.txt: no document id of the run has the form of mini-passages \(p\\d\+\); the first id is 'D7'"
    with pytest.raises(FormatError, match=message):
        call("eval", str(tmp_path / "docs.txt"), "-c", COLLECTION, "-m", "map")
    good = write_run(con, runs_of(con)[0], tmp_path / "good.txt")
    with pytest.raises(FormatError, match=message):
        call("eval", good, str(tmp_path / "docs.txt"), "-c", COLLECTION, "-m", "map")
    (tmp_path / "docs.txt").write_text("q1 Q0 D7 1 2.0 t\nq1 Q0 p999 2 1.0 t\n")
    assert call("eval", str(tmp_path / "docs.txt"), "-c", COLLECTION, "-m", "map")[0]["value"] == 0
    form = ""
    (tmp_path / "docs.txt").write_text("q1 Q0 D7 1 2.0 t\n")
    assert call("eval", str(tmp_path / "docs.txt"), "-c", COLLECTION, "-m", "map")[0]["value"] == 0


def test_eval_tells_which_topics_the_run_leaves_out(con, db, tmp_path):
    file = Path(write_run(con, runs_of(con)[0], tmp_path / "copy.txt"))
    file.write_text("".join(line for line in file.read_text().splitlines(True) if not line.startswith("q1 ")))
    result = CliRunner().invoke(app, ["eval", str(file), "-c", COLLECTION, "-m", "map", "--db", str(db), "-f", "json"])
    (row,) = json.loads(result.stdout)
    assert row["num_answered"] == row["num_q"] - 1
    assert result.stderr.startswith(f"copy: 1 of {row['num_q']} judged topics is unanswered (q1); each scores 0")


@pytest.mark.more
def test_eval_tells_when_scores_and_ranks_say_different_first_tens(con, db, tmp_path):
    lines = [f"q{q} Q0 p{d:02d} {d} {{}} t\n" for q in (1, 2) for d in range(1, 15)]
    told = {}
    for name, score in {
        "falls": lambda q, d: 50 - d,
        "rises": lambda q, d: d if q == 1 else 50 - d,
        "swaps late": lambda q, d: 100 - d + (3 if d == 14 else 0),  # 11 to 14, behind the first ten
        "swaps": lambda q, d: 100 - d + (4.5 if d == 14 else 0),
        "ties": lambda q, d: 1,
    }.items():
        scores = [score(q, d) for q in (1, 2) for d in range(1, 15)]
        (tmp_path / name.replace(" ", "_")).write_text("".join(map(str.format, lines, scores)))
    files = sorted(map(str, tmp_path.iterdir()))
    for file in files:
        done = CliRunner().invoke(app, ["eval", file, "-c", COLLECTION, "-m", "map", "--db", str(db)])
        told[Path(file).name] = [int(part.split()[2]) for part in done.stderr.split("\n") if "first ten" in part]
    assert told == {"falls": [], "rises": [1], "swaps_late": [], "swaps": [2], "ties": []}
    for name in ("even", "odd"):
        (tmp_path / name).write_text((tmp_path / "swaps").read_text())
    done = CliRunner().invoke(app, ["eval", *map(str, tmp_path.iterdir()), "-c", COLLECTION, "--db", str(db)])
    assert (
        "4 runs, even among them: in up to 2 of 2 judged topics, the rank column of the first ten items contradicts "
        "the scores"
    ) in done.stderr


@pytest.mark.more
def test_scores_that_order_nothing_are_told_with_the_share_of_topics(con, db, tmp_path):
    """All of one score, or as 4-byte floats under the tie rule float; a topic of one document orders itself."""
    ((rule,),) = con.execute("select tie_rule from main.collections where collection = $1", [COLLECTION]).fetchall()
    told = {}
    for name, score in {
        "flat": lambda q, d: 0,
        "half": lambda q, d: 1 if q == 1 else 50 - d,
        "floats": lambda q, d: 1 + d * 1e-10,
        "falls": lambda q, d: 50 - d,
    }.items():
        lines = [f"q{q} Q0 p{d:02d} {d} {score(q, d)} t\n" for q in (1, 2) for d in range(1, 15 if q == 1 else 3)]
        (tmp_path / name).write_text("".join(lines))
        done = CliRunner().invoke(app, ["eval", str(tmp_path / name), "-c", COLLECTION, "-m", "map", "--db", str(db)])
        told[name] = [part.split(",")[0] for part in done.stderr.split("\n") if "all scores are equal" in part]
        assert (f"\n{name}: " in done.stdout) == (name not in ("flat", "floats"[: 6 * (rule == "float")]))
    assert told == {
        "flat": ["all scores are equal in 2 of 2 topics of flat"],
        "half": ["all scores are equal in 1 of 2 topics of half"],
        "floats": ["all scores are equal in 2 of 2 topics of floats"] * (rule == "float"),
        "falls": [],
    }


def test_a_file_in_the_place_of_a_loaded_run_is_told_what_to_do(con, call, tmp_path, monkeypatch):
    file = Path(write_run(con, runs_of(con)[0], tmp_path / "copy.txt"))
    monkeypatch.chdir(tmp_path)
    for command in ("compare", "diff"):
        with pytest.raises(UsageError, match=r"'copy\.txt' is a file, not a loaded run; load it with: dltrack ingest"):
            call(command, file.name, runs_of(con)[1])


@pytest.mark.more
def test_eval_against_a_loaded_baseline(con, db, call, tmp_path):
    run, baseline = runs_of(con)[:2]
    file = write_run(con, run, tmp_path / "copy.txt")
    rows = call("eval", file, "-c", COLLECTION, "-m", "map", "--baseline", baseline)
    expected = con.execute(
        "select p_value from statistics.t_tests(['map']) where collection = ? and run_a = ? and run_b = ?",
        [COLLECTION, run, baseline],
    ).fetchone()[0]
    assert [row["run_id"] for row in rows] == ["copy"]
    assert rows[0]["p_value"] == rows[0]["p_corrected"] == pytest.approx(expected, abs=1e-9)
    topics = call("eval", file, "-c", COLLECTION, "-m", "map", "--baseline", baseline, "-q")
    steps = [row["difference"] for row in topics]
    assert {row["run_id"] for row in topics} == {"copy"} and steps == sorted(steps)
    assert sum(steps) / len(steps) == pytest.approx(rows[0]["mean_difference"], abs=1e-9)
    argv = ["eval", file, "-c", COLLECTION, "-m", "map", "--baseline", baseline, "-q", "--db", str(db)]
    last = CliRunner().invoke(app, argv).stdout.strip().splitlines()[-1].split()
    assert last[:3] == ["copy", "map", "all"] and float(last[5]) == pytest.approx(rows[0]["mean_difference"], abs=5e-5)


@pytest.mark.campaign
def test_compare_counts_topics(con, call):
    run_a, run_b = runs_of(con)[:2]
    (row,) = call("compare", run_a, run_b, "-m", "ndcg_cut_10", "--collection", COLLECTION)
    topics = call("compare", run_a, run_b, "-m", "ndcg_cut_10", "--collection", COLLECTION, "--by-query")
    assert row["num_wins"] + row["num_losses"] + row["num_ties"] == row["num_q"] == len(topics)
    steps = [topic["difference"] for topic in topics]
    assert row["num_wins"] == sum(step > 0 for step in steps) and steps == sorted(steps)
    assert row["mean_difference"] == pytest.approx(sum(topic["difference"] for topic in topics) / len(topics), abs=1e-9)


def test_diff_shows_both_ranks_and_the_grade(con, call):
    run_a, run_b = runs_of(con)[:2]
    rows = call("diff", run_a, run_b, "--query", "q1", "--depth", "5", "--collection", COLLECTION)
    assert rows
    for row in rows:
        assert min(rank for rank in (row["rank_a"], row["rank_b"]) if rank is not None) <= 5
        found = con.execute(
            "select (select rank from main.rankings where collection = $c and run_id = $r and query_id = 'q1' and "
            "doc_id = $d), (select relevance from main.qrels where collection = $c and variant = 'nist' and "
            "query_id = 'q1' and doc_id = $d)",
            {"c": COLLECTION, "r": run_a, "d": row["doc_id"]},
        ).fetchone()
        assert (row["rank_a"], row["relevance"]) == found
        assert row["is_judged"] == (found[1] is not None)


@pytest.fixture(scope="module")
def scores_db(db, tmp_path_factory) -> Path:
    """The track, and scores of a run 'absent' that were submitted: those of the run it copies."""
    path = tmp_path_factory.mktemp("scores") / "scores.duckdb"
    copied(db, path)
    con = database.connect()
    database.attach(con, path, read_only=False)
    for measure, as_level in (("ndcg_cut_10", "null"), ("map", "1")):
        con.execute(
            "insert into main.submitted_scores select collection, 'nist', 'absent', query_id, measure, "
            f"{as_level}, value, 'made up', null from main.query_scores where collection = $1 and measure = $2 "
            "and run_id = 'alpha0'",
            [COLLECTION, measure],
        )
    derive.update_stand_ins(con)
    con.close()
    return path


@pytest.mark.campaign
def test_submitted_scores_are_compared_where_no_ranking_is_loaded(con, scores_db):
    def told(*argv: str) -> tuple[list[dict[str, object]], str]:
        done = CliRunner().invoke(app, [*argv, "--db", str(scores_db), "-f", "json"], catch_exceptions=False)
        return json.loads(done.stdout), done.stderr

    (row,), said = told("compare", "absent", "beta0")
    (mean,) = con.execute(
        "select value from metrics.run_scores where collection = $1 and run_id = 'alpha0' and measure = 'ndcg_cut_10'",
        [COLLECTION],
    ).fetchone()
    assert (row["measure"], row["provenance"]) == ("ndcg_cut_10", "rankings, submitted scores")
    assert row["mean_a"] == pytest.approx(mean, abs=1e-12)
    assert said.splitlines() == [
        "no rankings of absent are loaded; submitted scores are used instead",
        f"paired t-test over {row['num_q']} topics, p < 0.05, corrected by Holm for 1 test: absent against beta0 in "
        "nDCG@10; not tested, because scores per topic are missing: AP and RR (absent); too few topics differ for a "
        "Wilcoxon test to find p < 0.05: nDCG@10 (absent)",
    ]
    (same,), _ = told("compare", "absent", "alpha0", "-m", "nDCG@10")
    assert (same["num_ties"], same["mean_difference"]) == (same["num_q"], 0)
    levels, _ = told("compare", "absent", "alpha0", "-m", "AP(rel=1)")
    assert [row["min_relevance"] for row in levels] == [1]  # the scores at hand count from grade 1
    by_topic, _ = told("compare", "absent", "beta0", "-m", "ndcg_cut_10", "--by-query")
    assert len(by_topic) == row["num_q"]


@pytest.mark.more
@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (
            ["compare", "absent", "beta0", "-m", "map"],
            "the ranking of 'absent' is not loaded, and its submitted scores do not include map for all",
        ),
        (
            ["compare", "absent", "beta0", "-m", "AP(rel=2)"],
            r"do not include AP\(rel=2\) for all judged topics by the conventions",
        ),
        (["compare", "absent", "beta0", "-m", "P_7"], "do not include P_7"),
        (["compare", "absemt", "beta0"], "has no run 'absemt'; did you mean absent"),
        (
            ["diff", "absent", "beta0"],
            "'absent' has only scores per topic.*dltrack ingest runs FILE -c mini",
        ),
        (["explain", "absent", "0.5", "-m", "map"], "'absent' has only scores per topic, not a ranking"),
    ],
)
def test_what_submitted_scores_do_not_tell_is_said(scores_db, argv, message):
    with pytest.raises(UsageError, match=message):
        CliRunner().invoke(app, [*argv, "--db", str(scores_db)], catch_exceptions=False)


@pytest.mark.more
def test_a_baseline_may_have_submitted_scores_only(con, scores_db, tmp_path):
    file = write_run(con, "beta0", tmp_path / "copy.txt")
    argv = ["eval", file, "-c", COLLECTION, "-m", "nDCG@10", "--baseline", "absent", "--db", str(scores_db)]
    (row,) = json.loads(CliRunner().invoke(app, [*argv, "-f", "json"], catch_exceptions=False).stdout)
    (expected,) = con.execute(
        "select p_value from statistics.t_tests(['ndcg_cut_10']) where collection = $1 and run_a = 'beta0' "
        "and run_b = 'alpha0'",
        [COLLECTION],
    ).fetchone()
    assert row["p_value"] == pytest.approx(expected, abs=1e-9)


@pytest.mark.more
def test_what_a_baseline_has_no_scores_of_is_not_tested_and_said(con, scores_db, tmp_path):
    file = write_run(con, "beta0", tmp_path / "copy.txt")
    argv = ["eval", file, "-c", COLLECTION, "--baseline", "absent", "--db", str(scores_db)]
    done = CliRunner().invoke(app, [*argv, "-f", "json"], catch_exceptions=False)
    rows = {row["measure"]: row for row in json.loads(done.stdout)}
    assert [*rows] == ["ndcg_cut_10", "map", "recip_rank"] and all(row["mean"] > 0 for row in rows.values())
    assert [row["p_value"] is None for row in rows.values()] == [False, True, True]
    (row,) = json.loads(
        CliRunner().invoke(app, ["compare", "beta0", "absent", "--db", str(scores_db), "-f", "json"]).stdout
    )
    assert rows["ndcg_cut_10"]["p_value"] == pytest.approx(row["p_t"], abs=1e-9)
    assert rows["ndcg_cut_10"]["p_corrected"] == pytest.approx(row["p_corrected"], abs=1e-9)
    untested = "not tested, because scores per topic are missing: AP and RR (absent)"
    for format in ("table", "latex", "markdown", "csv"):
        assert untested in CliRunner().invoke(app, [*argv, "-f", format], catch_exceptions=False).output


@pytest.mark.more
def test_several_files_are_one_family_in_each_measure(con, call, tmp_path):
    run, other, baseline = runs_of(con)[:3]
    files = [write_run(con, name, tmp_path / f"{name}.copy") for name in (run, other)]
    rows = call("eval", *files, "-c", COLLECTION, "-m", "map", "-m", "P_10", "--baseline", baseline)
    assert len(rows) == 4
    for measure in ("map", "P_10"):
        least, most = sorted((row for row in rows if row["measure"] == measure), key=lambda row: row["p_value"])
        corrected = min(1, 2 * least["p_value"])
        assert least["p_corrected"] == pytest.approx(corrected, abs=1e-12)
        assert most["p_corrected"] == pytest.approx(max(corrected, most["p_value"]), abs=1e-12)
        assert call("eval", *files, "-c", COLLECTION, "-m", measure, "--baseline", baseline) == [
            row for row in rows if row["measure"] == measure
        ]


@pytest.mark.more
@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["eval", "FILE", "-c", "nowhere"], "does not contain 'nowhere'; loaded collections: mini-docs, mini-passages"),
        (["eval", "FILE", "-c", COLLECTION, "-m", "nDGC@10"], "there is no measure 'nDGC@10'"),
        (["eval", "FILE", "-c", COLLECTION, "-m", "relstring"], "there is no measure 'relstring'"),
        (["eval", "FILE", "-c", COLLECTION, "--baseline", "nobody"], "has no run 'nobody'"),
        (["eval", "FILE", "-c", COLLECTION, "--labels", "mine"], "no labels 'mine'"),
        (["compare", "nobody", "noone"], "has no run 'nobody'"),
    ],
)
def test_mistakes_are_explained(con, call, tmp_path, argv, message):
    file = write_run(con, runs_of(con)[0], tmp_path / "copy.txt")
    with pytest.raises(UsageError, match=message.replace("(", r"\(")):
        call(*[file if part == "FILE" else part for part in argv])


@pytest.mark.more
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("q1 Q0 p1 1 1.0 tag\nq1 Q0 p2 2 tag\n", r"bad\.txt:2: 5 columns instead of the 6"),
        ("q1 Q0 p1 1 nan tag\n", r"bad\.txt:1: score nan of topic q1, document p1"),
        ("q1 Q0 p1 1 2.0 tag\nq1 Q0 p1 2 1.0 tag\n", "document p1 occurs twice for query q1"),
        ("elsewhere Q0 p1 1 1.0 tag\n", "no judged topic"),
    ],
)
def test_bad_run_files_are_refused(call, tmp_path, text, message):
    (tmp_path / "bad.txt").write_text(text)
    with pytest.raises(FormatError, match=message):
        call("eval", str(tmp_path / "bad.txt"), "-c", COLLECTION)


@pytest.mark.campaign
@pytest.mark.parametrize(("measure", "asked"), [("ndcg_cut_10", "nDCG@10"), ("map", "map")])
def test_eval_ends_with_the_place_among_the_submitted_runs(con, db, tmp_path, measure, asked):
    file = write_run(con, "beta0", tmp_path / "my_run.txt")
    said = CliRunner().invoke(app, ["eval", file, "-c", COLLECTION, "-m", asked, "--db", str(db)]).stdout
    rows = con.execute(
        "select run_id, round(value, 4) from metrics.run_scores join main.runs using (collection, run_id) "
        "where collection = $1 and measure = $2 and is_submission",
        [COLLECTION, measure],
    ).fetchall()
    own = dict(rows)["beta0"]
    equals = sorted(run for run, value in rows if value == own)  # beta0: the same scores, by another name
    place = 1 + sum(value > own for _, value in rows)
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place, "th")
    assert said.splitlines()[-1].startswith(
        f"my_run: {asked} {own:.4f}: tied for {place}{ending} of {len(rows) + 1} with {', '.join(equals)} (the "
        "submitted runs included), "
    )
    assert f" {own:.4f}" not in said.splitlines()[-1].partition("submitted runs")[2]  # above and below are others
    assert re.search(r"; (it may be best \(at most|significantly worse than \S+ \(\d) ?.* behind the best\)$", said)


def test_a_run_is_not_placed_against_itself_nor_by_other_labels(con, db, tmp_path):
    file = write_run(con, "beta0", tmp_path / "beta0.txt")
    said = CliRunner().invoke(app, ["eval", file, "-c", COLLECTION, "--db", str(db)]).stdout
    others = con.execute("select count(*) from main.runs where collection = $1 and is_submission", [COLLECTION])
    assert f" of {others.fetchone()[0]} (the submitted runs included)" in said


def test_several_files_are_variants_of_which_the_best_gains_by_chance(con, db, tmp_path):
    names = ["alpha0", "beta0", "beta1"]
    files = [write_run(con, run, tmp_path / f"my_{run}.txt") for run in names]

    def told(*argv):
        done = CliRunner().invoke(app, ["eval", *argv, "-c", COLLECTION, "-m", "gm_map,map", "--db", str(db)])
        assert done.exit_code == 0, done.output
        return [line for line in done.stderr.splitlines() if "by chance" in line]

    query = "select bias from validity.selection_bias($1, ['map'], $2)"
    for runs in (names, names[:2]):
        (bias,) = con.execute(query, [COLLECTION, runs]).fetchone()
        number = len(runs)
        (line,) = told(*files[:number])
        assert line.startswith(
            f"{number} variants tried on the test topics of {COLLECTION}: by chance alone, the best of {number} is "
            f"expected to exceed their mean by {bias:.3f} in AP; "
        )
    assert told(files[0]) == []
    assert told(*files[:2], "--baseline", "my_alpha0") == []  # one variant, and what it is compared with


@pytest.mark.campaign
def test_the_places_of_several_files_are_a_column(con, db, call, tmp_path):
    files = [write_run(con, run, tmp_path / f"my_{run}.txt") for run in ("beta0", runs_of(con)[0])]
    asked = [*files, "-c", COLLECTION, "-m", "map", "-m", "P(rel=1)@5"]
    rows = call("eval", *asked)
    tied = {row["run_id"]: row["tied_with"] for row in rows if row["measure"] == "map"}
    assert "beta0" in tied["my_beta0"].split(", ")
    for row in rows:
        one = "select place, num_runs from systems.place($1, $2, $3, run_name := $4)"
        alone = con.execute(one, [COLLECTION, "map", row["value"], row["run_id"]]).fetchone()
        expected = alone if row["measure"] == "map" else (None, None)  # the collection counts from another level
        assert (row["place"], row["num_runs"]) == expected
    assert len(rows) == 4
    said = CliRunner().invoke(app, ["eval", *asked, "--db", str(db)]).stdout
    assert said.splitlines()[-1] == "place: rank of the run among the submitted runs, by this measure"
    assert [said.count(f"my_{run}") for run in ("beta0", runs_of(con)[0])] == [2, 2]
    alone = CliRunner().invoke(app, ["eval", files[0], "-c", COLLECTION, "--db", str(db)]).stdout
    assert " num_runs" not in alone and " place" not in alone


@pytest.fixture
def files(tmp_path, monkeypatch) -> Path:
    """Two runs and labels in a folder without a database."""
    (tmp_path / "qrels").write_text("q1 0 a 1\nq1 0 b 3\nq2 0 a 1\nq2 0 c 0\nq3 0 a 2\n")
    (tmp_path / "one").write_text("q1 Q0 a 1 3 x\nq1 Q0 b 2 2 x\nq2 Q0 c 1 2 x\nq2 Q0 a 2 1 x\n")
    (tmp_path / "two").write_text("q1 Q0 b 1 3 x\nq2 Q0 a 1 2 x\nq3 Q0 a 1 2 x\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DLTRACK_DB", raising=False)
    return tmp_path


def eval_files(*words: str) -> Result:
    return CliRunner().invoke(app, ["eval", *words])


def test_eval_by_a_file_of_labels_needs_no_database(files):
    """The same values, levels and notes as `dl.evaluate` has of the files."""
    done = eval_files("one", "two", "--qrels", "qrels", "-m", "nDCG@10,P_2,AP(rel=2)", "-f", "json")
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)
    assert {row["run_id"] for row in rows} == {"one", "two"} and "place" in rows[0]
    for run in ("one", "two"):
        with pytest.warns(UserWarning, match="grades from 1 on"):
            frame = dl.evaluate(run, "qrels", ["nDCG@10", "P_2", "AP(rel=2)"])
        expected = {(row["measure"], row["value"], row["min_relevance"]) for row in frame.to_dicts()}
        assert {
            (row["measure"], row["value"], row["min_relevance"]) for row in rows if row["run_id"] == run
        } == expected
    assert "P_2 counts grades from 1 on as relevant, but labels go up to 3" in done.stderr
    assert "one: 1 of 3 judged topics is unanswered" in done.stderr
    by_level = eval_files("one", "--qrels", "qrels", "-m", "P_2", "--min-relevance", "2", "-f", "json")
    assert json.loads(by_level.stdout)[0]["value"] == pytest.approx(1 / 6) and "level" not in by_level.stderr


@pytest.mark.more
@pytest.mark.parametrize("format", ["table", "csv", "markdown", "latex", "json-with-basis"])
@pytest.mark.parametrize("words", [(), ("--baseline", "two"), ("--by-query",), ("--exclude", "self")])
def test_every_form_of_eval_by_a_file_of_labels(files, format, words):
    done = eval_files("one", "two", "--qrels", "qrels", *words, "-f", format)
    assert done.exit_code == 0 and "one" in done.stdout, done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "a run file needs labels; add --qrels FILE, or a loaded collection with --collection"),
        (("--labels", "qrels"), "a run file needs labels; add --qrels FILE"),
        (("-c", "x", "--labels", "qrels"), "'qrels' is a file: replace --labels and -c by --qrels qrels"),
        (("--qrels", "qrels", "-c", "x"), "--qrels cannot be combined with --collection, --labels or --fill"),
        (("--qrels", "qrels", "--fill", "x"), "--qrels cannot be combined with --collection, --labels or --fill"),
        (("--qrels", "qrels", "--baseline", "other"), "the baseline 'other' is not one of the files"),
        (("--qrels", "absent"), "the qrels 'absent' does not exist"),
        (("-c", "x", "--min-relevance", "2"), "--min-relevance works only with --qrels"),
    ],
)
def test_labels_of_eval_are_named_once(files, words, message):
    done = eval_files("one", *words)
    assert done.exit_code != 0 and isinstance(done.exception, UsageError | DatabaseError | SystemExit)
    assert message in str(done.exception) + done.output
