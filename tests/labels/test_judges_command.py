"""`dltrack judges` and `leaderboard --labels`, as a user calls them, on labels of one's own."""

from __future__ import annotations

import csv
import io

import pytest
from sklearn.metrics import cohen_kappa_score
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError
from dltrack_db.store import database
from tests.copies import copied

pytestmark = pytest.mark.more

COLLECTION = "sample-passages"


@pytest.fixture(scope="module")
def db(sample_database, tmp_path_factory):
    """The sample with two more sets of labels: all of NIST's, and all of them one grade lower."""
    folder = tmp_path_factory.mktemp("judges")
    file = copied(sample_database, folder / "x.duckdb")
    con = database.open_readonly(file)
    rows = con.execute(
        "select query_id, doc_id, relevance from main.qrels where collection = $1 and variant = 'nist' order by all",
        [COLLECTION],
    ).fetchall()
    con.close()
    for name, less in (("same", 0), ("strict", 1)):
        lines = [f"{query} 0 {doc} {max(0, grade - less)}\n" for query, doc, grade in rows]
        (folder / f"{name}.txt").write_text("".join(lines))
    called(
        file, "ingest", "qrels", folder / "same.txt", folder / "strict.txt", "-c", COLLECTION,
        "--kind", "llm", "--model", "m-1", "--min-relevance", "2",
    )  # fmt: skip
    return file


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("part", "more"), [("study", {}), ("shift", {"labels": "strict"}), ("bias", {"measure": "map"}), ("panel", {})]
)
def test_the_library_gives_the_rows_of_the_command(db, part, more):
    options = [word for name, value in more.items() for word in ({"measure": "-m"}.get(name, f"--{name}"), value)]
    command = ["judges", COLLECTION, "--part", part, *options, "--db", str(db), "-f", "csv"]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0, shown.output
    with dl.open(db) as opened:
        frame = opened.judges(COLLECTION, part=part, **more)
        assert ",".join(frame.columns) == shown.stdout.splitlines()[0] and len(frame) == shown.stdout.count("\n") - 1
        with pytest.raises(UsageError, match="part must be one of study, shift, bias, panel, not 'stud'"):
            opened.judges(COLLECTION, part="stud")


def test_panels_without_rows_say_why(db, sample_database):
    told = called(db, "judges", COLLECTION, "--part", "panel")
    assert "a panel needs 3 models, but only 2 of the 3 comparable sets of labels of sample-passages" in told
    assert "0 of the 1 comparable sets" in called(sample_database, "judges", COLLECTION, "--part", "panel")


def test_judges_are_drawn_where_their_labels_have_several_grades(db, sample_database):
    with dl.open(db) as opened:
        drawn = opened.figure("judges", COLLECTION).to_dict()["datasets"]["rows"]
    assert [row["variant"] for row in drawn] == ["same", "strict"]  # not msmarco, which has one grade
    with dl.open(sample_database) as opened, pytest.raises(UsageError, match="a second set of labels with several"):
        opened.figure("judges", COLLECTION)


def called(db, *arguments):
    done = CliRunner().invoke(app, [*map(str, arguments), "--db", str(db)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def rows(db, *arguments):
    return list(csv.DictReader(io.StringIO(called(db, *arguments, "-f", "csv"))))


def test_every_set_of_labels_has_a_row_and_knows_its_judge(db):
    found = rows(db, "judges", COLLECTION)
    assert [(row["variant"], row["kind"], row["model"]) for row in found[:2]] == [
        ("same", "llm", "m-1"),
        ("strict", "llm", "m-1"),
    ]
    same, strict = found[:2]
    assert (float(same["kappa"]), float(same["bias"]), float(same["tau"])) == (1, 0, 1)
    assert float(strict["bias"]) < 0 and float(strict["kappa"]) < 1
    assert rows(db, "judges", COLLECTION, "--labels", "strict", "-m", "nDCG@10") == [strict]


@pytest.mark.campaign
def test_labels_tell_which_collection_of_an_edition_is_meant(db):
    for command in ("judges", "leaderboard"):
        asked = (command, "--labels", "strict", "-f", "csv")
        assert called(db, *asked, "sample") == called(db, *asked, COLLECTION)


def test_runs_move_under_other_labels(db):
    shift = rows(db, "judges", COLLECTION, "--part", "shift", "--labels", "strict", "-m", "map")
    assert {row["run_id"] for row in shift} >= {"alder_p2", "p_bm25"}
    assert sorted(int(row["rank"]) for row in shift) == sorted(int(row["official_rank"]) for row in shift)
    assert all(int(row["shift"]) == int(row["official_rank"]) - int(row["rank"]) for row in shift)
    assert {row["shift"] for row in rows(db, "judges", COLLECTION, "--part", "shift", "--labels", "same")} == {"0"}


def test_a_run_of_ones_own_is_named_and_changes_no_number(db, tmp_path):
    file = copied(db, tmp_path / "own.duckdb")
    before = rows(file, "judges", COLLECTION)
    lines = rows(
        file, "sql", "select query_id, doc_id, 2000 - rank as score from main.rankings "
        f"where collection = '{COLLECTION}' and run_id = 'p_bm25' order by all",
    )  # fmt: skip
    ranked = [f"{row['query_id']} Q0 {row['doc_id']} 1 {row['score']} mine\n" for row in lines]
    (tmp_path / "mine.run").write_text("".join(ranked))
    called(file, "ingest", "runs", tmp_path / "mine.run", "-c", COLLECTION)
    assert rows(file, "judges", COLLECTION) == before
    note = "only submitted runs are ranked; mine was not submitted"
    assert note in called(file, "judges", COLLECTION)
    shift = called(file, "judges", COLLECTION, "--part", "shift", "--labels", "strict")
    assert note in shift and "not submitted" in next(line for line in shift.splitlines() if " mine " in line)
    assert note not in called(db, "judges", COLLECTION)


def test_the_leaderboard_under_other_labels_is_that_of_an_evaluation(db):
    official = {row["run_id"]: row["ndcg_cut_10"] for row in rows(db, "leaderboard", COLLECTION)}
    same = {row["run_id"]: row["ndcg_cut_10"] for row in rows(db, "leaderboard", COLLECTION, "--labels", "same")}
    strict = {row["run_id"]: row["ndcg_cut_10"] for row in rows(db, "leaderboard", COLLECTION, "--labels", "strict")}
    assert {run: float(value) for run, value in same.items()} == pytest.approx(
        {run: float(value) for run, value in official.items() if run in same}, abs=1e-9
    )
    assert strict.keys() == same.keys() and strict != same


@pytest.mark.parametrize(
    ("measure", "macro"),
    [
        ("asl", "asl({})"),
        ("ASL@g1-3", "asl_g(3, {})"),
        ("AP(rel=1)", "average_precision(min_relevance := 1, {})"),
        ("P_10", '"precision"(10, {})'),
        ("ndcg_cut_7", "ndcg(7, {})"),
    ],
)
def test_runs_are_ranked_by_any_measure(db, measure, macro):
    """The means by both sets are those of the measure's own macro; the lower search length has the better place."""
    shift = rows(db, "judges", COLLECTION, "--part", "shift", "--labels", "strict", "-m", measure)
    assert len(shift) == 19
    with dl.open(db) as opened:
        for column, place, variant in (("official", "official_rank", "nist"), ("value", "rank", "strict")):
            call = macro.format(f"variant := '{variant}'")
            means = dict(
                opened.sql(
                    f"select run_id, avg(value) from metrics.{call} where collection = '{COLLECTION}' group by run_id"
                ).fetchall()
            )
            assert {row["run_id"]: float(row[column]) for row in shift} == pytest.approx(means, abs=1e-9)
            best = (min if "asl" in macro else max)(means.values())
            assert {row["run_id"] for row in shift if row[place] == "1"} == {
                run_id for run_id, value in means.items() if value == pytest.approx(best, abs=1e-12)
            }


def test_the_top_of_a_shorter_search_is_the_top_of_the_agreement(db):
    """tau_top_10 is among the runs that search shortest, not longest."""
    from scipy.stats import kendalltau

    shift = rows(db, "judges", COLLECTION, "--part", "shift", "--labels", "strict", "-m", "asl")
    (study,) = rows(db, "judges", COLLECTION, "--labels", "strict", "-m", "asl")
    pairs = sorted((float(row["official"]), float(row["value"])) for row in shift)[:10]
    assert float(study["tau_top_10"]) == pytest.approx(kendalltau(*zip(*pairs, strict=True)).statistic)


def test_a_measure_with_a_level_of_its_own_is_by_that_of_the_labels_and_says_so(db):
    plain, own = (
        CliRunner().invoke(app, ["judges", COLLECTION, "-m", measure, "--db", str(db), "-f", "csv"])
        for measure in ("map", "AP")
    )
    assert own.stdout == plain.stdout
    told = (
        "AP was computed as map, with the relevance level of each set of labels; for one common level write AP(rel=1)"
    )
    assert told in own.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--labels", "strct"), "strict"),
        (("--part", "shift"), "the part 'shift' needs one set of labels; name one with --labels: .*same, strict"),
        (("-m", "P"), "'P' has several values; name one value, such as P_5"),
        (("-m", "rr_ms"), "'rr_ms' is defined only for certain labels; name a measure for all labels"),
        (("-m", "ndgc"), "there is no measure 'ndgc'.*did you mean .*ndcg"),
    ],
)
def test_what_is_not_there_is_told(db, arguments, told):
    with pytest.raises(UsageError, match=told):
        called(db, "judges", COLLECTION, *arguments)


def test_labels_of_another_collection_are_not_known_here(db):
    with pytest.raises(UsageError, match="sample-docs has no labels 'strict'"):
        called(db, "judges", "sample-docs", "--labels", "strict")


def test_another_judge_of_labels_that_are_loaded_is_refused(db):
    """The same bytes are not loaded twice; what is said of them now would be lost."""
    same = db.parent / "same.txt"
    for said, passes in (
        ([], True),
        (["--kind", "llm", "--model", "m-1"], True),
        (["--kind", "human"], False),
        (["--model", "m-2"], False),
        (["--cuts", "1.5"], False),
    ):
        done = CliRunner().invoke(app, ["ingest", "qrels", str(same), "-c", COLLECTION, *said, "--db", str(db)])
        assert (done.exit_code == 0) is passes, (said, done.output)
        if not passes:
            advice = "drop the loaded file first, or load this file under another name"
            assert f"not with '{said[1]}'; {advice}" in str(done.exception)


def test_cut_points_make_grades_of_fractions(tmp_path):
    """By hand: 0.4 is 0, 0.5 to 1.4 are 1, from 1.5 on 2; `--cuts` is of this question alone."""
    (tmp_path / "topics.tsv").write_text("q\ta thing\n")
    official, fractions = (0, 1, 2, 2, 0, 1), (0.4, 0.5, 1.5, 1.4, 0.1, 1.2)
    for name, grades in (("nist", official), ("frac", fractions)):
        (tmp_path / f"{name}.qrels").write_text("".join(f"q 0 d{i} {grade}\n" for i, grade in enumerate(grades)))
    for run in ("r1", "r2"):
        docs = "".join(f"q Q0 d{i} {rank} {9 - rank} {run}\n" for rank, i in enumerate(range(int(run[1]), 6), 1))
        (tmp_path / f"{run}.txt").write_text(docs)
    db = tmp_path / "x.duckdb"
    runs = [part for run in ("r1", "r2") for part in ("--runs", tmp_path / f"{run}.txt")]
    called(
        db, "ingest", "collection", "--name", "c", "--topics", tmp_path / "topics.tsv", "--qrels",
        tmp_path / "nist.qrels", *runs,
    )  # fmt: skip
    called(db, "ingest", "qrels", tmp_path / "frac.qrels", "-c", "c")
    (before,) = rows(db, "judges", "c", "--labels", "frac")
    assert (before["kappa"], before["alpha"], before["bias"]) == ("", "", "")
    assert "these labels are fractions, not grades" in called(db, "judges", "c")
    cut = [0, 1, 2, 1, 0, 1]
    (with_cuts,) = rows(db, "judges", "c", "--labels", "frac", "--cuts", "0.5,1.5")
    assert float(with_cuts["kappa"]) == pytest.approx(cohen_kappa_score(official, cut), abs=1e-12)
    assert float(with_cuts["bias"]) == pytest.approx((sum(cut) - sum(official)) / 6, abs=1e-12)
    (other,) = rows(db, "judges", "c", "--labels", "frac", "--cuts", "0.3,1.3")
    assert float(other["kappa"]) == pytest.approx(cohen_kappa_score(official, [1, 1, 2, 2, 0, 1]), abs=1e-12)
    assert "fractions" not in called(db, "judges", "c", "--labels", "frac", "--cuts", "0.5,1.5")
    assert rows(db, "judges", "c", "--labels", "frac", "--cuts", "0.5,1.5", "--part", "bias")
    with dl.open(db) as opened:
        assert opened.judges("c", labels="frac", cuts="0.5,1.5")["kappa"][0] == float(with_cuts["kappa"])
        assert opened.judges("c", labels="frac")["kappa"][0] is None
        for wrong in ("1.5,0.5", "a", "1,"):
            with pytest.raises(UsageError, match="is not a list of cut points; write increasing numbers"):
                opened.judges("c", labels="frac", cuts=wrong)
        with pytest.raises(UsageError, match="cut points need one set of labels"):
            opened.judges("c", cuts="0.5")
