"""Labels that are fractions: kept as given, used by graded measures, rejected by binary measures without a level."""

from __future__ import annotations

import json
import math
from contextlib import closing

import duckdb
import pytest
from mini_edition import Mini
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.ask.leaderboard import Board, Question
from dltrack_db.cli.app import app
from dltrack_db.errors import FormatError, UsageError, ValidationError
from dltrack_db.load import loader, plan
from dltrack_db.plugins.site import published
from dltrack_db.store import collections, database
from dltrack_db.store.verify import verify
from tests.commands import dltrack
from tests.copies import copied

QUIET = loader.LoadOptions(say=lambda _: None)
FRACTIONS = "1 0 D1 0.25\n1 0 D2 1\n1 0 D3 5e-1\n2 0 D1 -0.5\n2 0 D4 2.75\n"
WHOLE = "1 0 D1 1.0\n1 0 D2 0.0\n2 0 D4 +2\n"


def load(db, path, **judge):
    owner, spec = collections.in_database(db, "mini-docs")
    loader.load(plan.plan_part("qrels", owner, spec, [path], **judge), db, QUIET)


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    """The mini edition with three sets of labels: fractions, the same with cut points, and grades written as `1.0`."""
    folder = tmp_path_factory.mktemp("fractions")
    Mini(folder / "files").put_loaded(folder / "x.duckdb")
    for name, text in {"shares": FRACTIONS, "cut": FRACTIONS, "whole": WHOLE}.items():
        (folder / name).write_text(text)
    load(folder / "x.duckdb", folder / "shares", kind="llm")
    load(folder / "x.duckdb", folder / "cut", kind="llm", cuts="0.3,0.9")
    load(folder / "x.duckdb", folder / "whole")
    return folder / "x.duckdb"


@pytest.fixture
def con(db):
    with closing(duckdb.connect(str(db), read_only=True)) as con:
        yield con


@pytest.mark.campaign
def test_labels_are_kept_as_given(con):
    rows = con.execute(
        "select doc_id, relevance, gain from main.qrels where variant = 'shares' order by query_id, doc_id"
    )
    assert rows.fetchall() == [("D1", 0, 0.25), ("D2", 1, 1.0), ("D3", 0, 0.5), ("D1", -1, -0.5), ("D4", 2, 2.75)]
    rows = con.execute("select relevance, gain from main.qrels where variant = 'whole' order by query_id, doc_id")
    assert rows.fetchall() == [(1, None), (0, None), (2, None)]


def test_graded_measures_use_fractions_as_gains(con):
    def value(macro, run, topic):
        asked = f"select value from metrics.{macro} where run_id = $1 and query_id = $2"
        return con.execute(asked, [run, topic]).fetchone()[0]

    best = 1 + 0.5 / math.log2(3) + 0.25 / 2
    assert value("ndcg([3], variant := 'shares')", "a", "1") == pytest.approx((1 + 0.25 / math.log2(3)) / best)
    assert value("ndcg([3], variant := 'shares')", "b", "1") == pytest.approx(0.25 / best)
    assert value("ndcg([3], variant := 'shares')", "b", "2") == 1
    stops = [(2**gain - 1) / 16 for gain in (1, 0.25)]
    assert value("err([3], variant := 'shares')", "a", "1") == pytest.approx(stops[0] + (1 - stops[0]) * stops[1] / 2)
    # the ideal ranking is D2, D3, D1: they overlap in 1, 1 and 2 items
    overlap, whole = 1 + 0.9 / 2 + 0.81 * 2 / 3, 1 + 0.9 + 0.81
    assert value("compat(0.9, variant := 'shares')", "a", "1") == pytest.approx(overlap / whole)
    assert value("cwl('sdcg', variant := 'shares', k := 1)", "b", "2") == pytest.approx(1)


def test_binary_measures_require_a_relevance_level(con):
    with pytest.raises(
        duckdb.InvalidInputException, match="the labels have no relevance level, but binary measures need one"
    ):
        con.execute("from metrics.precision([2], variant := 'shares')").fetchall()
    asked = "select value from metrics.precision([2], variant := 'shares', min_relevance := {}) where run_id = 'a'"
    assert con.execute(f"{asked.format(0.5)} and query_id = '1'").fetchall() == [(0.5,)]
    assert con.execute(f"{asked.format(0.25)} and query_id = '1'").fetchall() == [(1.0,)]
    ready = con.execute("select distinct measure from labels.query_scores where variant = 'shares'").fetchall()
    assert ready == [("ndcg_cut_10",)]


def test_a_comparison_by_a_binary_measure_requires_a_level(db):
    with dl.open(db) as opened, pytest.raises(UsageError, match=r"map counts .* name a level, as in AP\(rel=0.5\)"):
        opened.compare("a", "b", ["map"], collection="mini-docs", labels="shares")


@pytest.mark.more
def test_a_comparison_leaves_out_default_measures_that_need_a_level(db):
    asked = ["compare", "a", "b", "-c", "mini-docs", "--labels", "shares", "--db", str(db), "-f", "json-with-basis"]
    found = json.loads(CliRunner().invoke(app, asked).stdout)
    assert [row["measure"] for row in found["rows"]] == ["ndcg_cut_10"]
    with dl.open(db) as opened:
        assert opened.compare("a", "b", collection="mini-docs", labels="shares")["measure"].to_list() == ["ndcg_cut_10"]


@pytest.mark.campaign
def test_a_leaderboard_by_fractions(db):
    with closing(database.open_readonly(db)) as con:
        answer = Board(con, "mini-docs", Question(labels="shares")).read()
        names, rows = answer.columns, answer.rows
        assert "ap" not in names and [row[0] for row in rows] == ["b", "a"]
        answer = Board(con, "mini-docs", Question(labels="shares", measures=["nDCG@20"])).read()
        names, rows = answer.columns, answer.rows
        assert names[3] == "ndcg_cut_20" and rows[0][3] == pytest.approx(
            con.execute("select avg(value) from metrics.ndcg([20], variant := 'shares') where run_id = 'b'").fetchone()[
                0
            ]
        )
        with pytest.raises(
            UsageError,
            match=r"'shares' have no relevance level \(labels go from -0.5 to 2.75\); name .* P\(rel=0.5\)@10",
        ):
            Board(con, "mini-docs", Question(labels="shares", measures=["P_10"]))
        assert "ap" in Board(con, "mini-docs", Question(labels="whole")).read().columns


def test_agreement_needs_cut_points(con):
    rows = con.execute(
        "select variant_b, kappa, reason from labels.kappa where variant_a = 'nist' order by all"
    ).fetchall()
    by_name = {row[0]: row[1:] for row in rows}
    assert by_name["shares"] == (None, "shares has fractions, and no cut points convert them to grades")
    assert by_name["cut"] == (pytest.approx(-1 / 9), "cut has no relevance level")
    grades = con.execute(
        "select relevance from labels.variants where variant = 'cut' order by query_id, doc_id"
    ).fetchall()
    assert grades == [(0,), (2,), (1,), (0,), (2,)]
    study = con.execute(
        "select variant, kappa is null, alpha is null from labels.judge_study where measure = 'map' order by 1"
    )
    assert study.fetchall() == [("cut", False, False), ("shares", True, True), ("whole", False, False)]
    panel = con.execute("select distinct variant from labels.panel_labels").fetchall()
    assert panel == []  # of two judges one has no grades


@pytest.mark.campaign
def test_a_page_has_the_values_by_a_level_between_grades(db, tmp_path):
    source, page = copied(db, tmp_path / "level.duckdb"), tmp_path / "page.duckdb"
    with closing(duckdb.connect(str(source))) as con:
        con.execute("update main.qrels_variants set min_relevance = 0.5 where variant = 'shares'")
        means = (
            "select run_id, round(avg(value), 12) from metrics.average_precision('shares', {}) "
            "group by run_id order by run_id"
        )
        at_half, at_one = (con.execute(means.format(level)).fetchall() for level in (0.5, 1))
    assert at_half != at_one
    published.write(source, page, ["mini-docs"], with_runs=False)
    with closing(duckdb.connect(str(page), read_only=True)) as con:
        levels = "select distinct min_relevance from report.stored_choices where variant = $1 order by all"
        assert con.execute(levels, ["shares"]).fetchall() == [(0.5,), (1.0,), (2.0,)]
        assert con.execute(levels, ["whole"]).fetchall() == [(1.0,), (2.0,)]
        asked = "select run_id, value from labels.run_scores('mini-docs', 'shares', measures := ['map']{}) order by 1"
        assert con.execute(asked.format("")).fetchall() == at_half
        assert con.execute(asked.format(", min_relevance := 1")).fetchall() == at_one


def test_fractions_are_exported_as_given(db, tmp_path):
    assert (
        CliRunner()
        .invoke(app, ["export", "mini-docs", "--to", str(tmp_path), "--format", "trec", "--db", str(db)])
        .exit_code
        == 0
    )
    written = (tmp_path / "mini-docs" / "qrels.shares.txt").read_text()
    assert written == "1 0 D1 0.25\n1 0 D2 1.0\n1 0 D3 0.5\n2 0 D1 -0.5\n2 0 D4 2.75\n"
    assert (tmp_path / "mini-docs" / "qrels.whole.txt").read_text() == "1 0 D1 1\n1 0 D2 0\n2 0 D4 2\n"


@pytest.mark.campaign
def test_fractions_are_verified(db, tmp_path):
    assert verify(db) == []
    copy = tmp_path / "copy.duckdb"
    copied(db, copy)
    with closing(duckdb.connect(str(copy))) as changed:
        changed.execute("update main.qrels set gain = 0.26 where gain = 0.25 and variant = 'shares'")
    assert any("shares" in str(fault) for fault in verify(copy))


@pytest.mark.campaign
@pytest.mark.parametrize("labels", [("nan", "inf", "1e9", "0,5"), ("-", "0x1p3", "1e400")], ids=len)
def test_invalid_fractions_are_rejected(db, tmp_path, labels):
    lines = "".join(f"1 0 D{number} {label}\n" for number, label in enumerate(labels, start=2))
    (tmp_path / "odd").write_text("1 0 D1 0.5\n" + lines)
    with pytest.raises(ValidationError) as refused:
        load(db, tmp_path / "odd")
    told = [line.partition("/odd:")[2] for line in str(refused.value).splitlines() if "/odd:" in line]
    wanted = [f"{line}: relevance '{label}' is not a small number" for line, label in enumerate(labels, start=2)]
    assert [one for one, each in zip(wanted, sorted(told), strict=True) if not each.startswith(one)] == [], told


@pytest.mark.parametrize("cuts", ["nan", "a", "1,1", "2,1", "1,", "1,1_0", "١,2"])
def test_cut_points_must_increase(db, tmp_path, cuts):
    said = CliRunner().invoke(
        app, ["ingest", "qrels", str(tmp_path), "-c", "mini-docs", "--cuts", cuts, "--db", str(db)]
    )
    assert said.exit_code and f"'{cuts}' is not a list of cut points" in str(said.exception or said.output)


@pytest.mark.more
def test_official_fractions_need_an_explicit_level(tmp_path):
    (tmp_path / "shares").write_text(FRACTIONS)
    command = [
        "ingest",
        "collection",
        "--name",
        "own",
        "--qrels",
        str(tmp_path / "shares"),
        "--db",
        str(tmp_path / "x"),
    ]
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 1 and "--min-relevance" in str(told.exception) and not (tmp_path / "x").exists()
    assert CliRunner().invoke(app, [*command, "--min-relevance", "1"]).exit_code == 0


def test_fractions_by_subtopic_are_refused(db, tmp_path):
    (tmp_path / "parts").write_text("1 1 D1 0.5\n1 2 D1 1\n1 2 D2 0\n")
    with pytest.raises(FormatError, match="grades by subtopic must be whole numbers, but some are fractions"):
        load(db, tmp_path / "parts")


def test_an_unjudged_item_gains_at_most_the_largest_fraction(db, tmp_path):
    copied(db, tmp_path / "x")
    with closing(duckdb.connect(str(tmp_path / "x"))) as con:
        con.execute("update main.collections set min_relevance = 3")
        con.execute("update main.qrels_variants set min_relevance = 3 where variant = 'whole'")
        for asked, gain in {"'shares'": 2.75, "'shares', 3": 3, "'whole'": 3}.items():
            row = con.execute(f"select gain from metrics.largest_gains({asked}) where collection = 'mini-docs'")
            assert row.fetchone() == (gain,)


@pytest.mark.more
@pytest.mark.parametrize("level", [["--min-relevance", "0.5"], []])
def test_the_message_on_official_fractions_says_how_to_set_a_level(tmp_path, level):
    """Both ways that the message names work: they give AP with a relevance level of 0.5."""
    (tmp_path / "own").write_text("1 0 a 0.25\n1 0 b 0.75\n1 0 c 0.5\n")
    (tmp_path / "r.txt").write_text("1 Q0 a 1 3 r\n1 Q0 b 2 2 r\n")
    db = ["--db", str(tmp_path / "x.duckdb")]
    words = ["ingest", "collection", "--name", "f", "--qrels", tmp_path / "own", "--runs", tmp_path / "r.txt", *db]
    refused = dltrack(*words, *level)
    assert refused.returncode in (1, 2) and "-m 'AP(rel=0.5)'" in " ".join(refused.stderr.split())
    if level:
        return
    for step in (
        [*words, "--min-relevance", "1"],
        ["ingest", "qrels", tmp_path / "own", "-c", "f", "--labels", "half", "--min-relevance", "0.5", *db],
    ):
        done = dltrack(*step)
        assert done.returncode == 0, done.stderr
    values = [
        json.loads(dltrack("leaderboard", "f", *asked, *db, "-f", "json").stdout)[0][name]
        for asked, name in ((["-m", "AP(rel=0.5)"], "AP(rel=0.5)"), (["-m", "map", "--labels", "half"], "map"))
    ]
    assert values == [0.25, 0.25]
