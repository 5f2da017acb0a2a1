"""Of search lengths lower ones are better, and every face says so: names, places, bold values, figures, bars."""

from __future__ import annotations

import csv
import re

import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.base.answer import Answer
from dltrack_db.cli.app import app
from dltrack_db.plugins.report.html import html_table

pytestmark = pytest.mark.more

COLLECTION = "sample-passages"
NOTE = "lower is better in ASL and ASL@g1-10"


def called(*arguments):
    done = CliRunner().invoke(app, [*map(str, arguments)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


@pytest.fixture
def means(sample_database):
    """The mean search length of every run, computed here from the scores per topic."""
    with dl.open(sample_database) as db:
        query = (
            "select run_id, avg(value) from metrics.query_scores "
            f"where collection = '{COLLECTION}' and measure = 'asl' group by run_id"
        )
        return dict(db.sql(query).fetchall())


@pytest.mark.parametrize(
    ("name", "printed"),
    [("asl", "ASL"), ("asl_g1", "ASL@g1"), ("asl_g10", "ASL@g1-10"), ("asl_g3", "ASL@g1-3"), ("map", "AP")],
)
def test_names_are_those_of_the_paper(mini_db, name, printed):
    assert mini_db.execute("select metrics.printed_name($1)", [name]).fetchone() == (printed,)


def test_the_best_run_of_each_category_and_its_wins_are_by_the_lower_value(sample_database, means):
    with dl.open(sample_database) as db:
        best = db.sql(f"from systems.best_runs('asl') where collection = '{COLLECTION}'").pl()
        listed = dict(
            db.sql(
                "select run_id, category from main.runs where is_submission and in_overview is distinct from false "
                f"and collection = '{COLLECTION}'"
            ).fetchall()
        )
        duel = db.sql(f"from systems.category_duel('nnlm', 'trad', 'asl') where collection = '{COLLECTION}'").pl()
    for row in best.iter_rows(named=True):
        runs = [run for run in listed if row["category"] in (None, listed[run])]
        assert row["run_id"] == min(runs, key=means.__getitem__)
        assert row["value"] == pytest.approx(means[row["run_id"]])
    outcomes = {(row["value_a"] < row["value_b"], row["outcome"]) for row in duel.iter_rows(named=True)}
    assert {(True, "win"), (False, "loss")} <= outcomes <= {(True, "win"), (False, "loss"), (False, "tie")}
    leads = duel.sort("position")["mean_difference"].to_list()
    assert leads == sorted(leads)


def test_a_leaderboard_says_it_and_prints_the_lowest_in_bold(sample_database, means):
    asked = ["leaderboard", COLLECTION, "-m", "asl,asl_g10,map", "--db", sample_database]
    assert NOTE in called(*asked).output
    assert "lower is better" not in called("leaderboard", COLLECTION, "-m", "map", "--db", sample_database).output
    latex = called(*asked, "-f", "latex").stdout
    assert " & ASL & ASL@g1-10 & AP" in latex and NOTE[1:] in latex
    bold = re.search(r"^(\S+) &[^{}\n]*& \\textbf\{([\d.]+)\}", latex, re.M)
    run, value = min(means.items(), key=lambda each: each[1])
    assert (bold[1].replace("\\_", "_"), bold[2]) == (run, f"{value:.4f}")


def test_a_paper_draws_the_topics_that_a_run_gains_most_on_first(sample_database, tmp_path):
    folder = tmp_path / "paper"
    called(
        "paper",
        "alder_p1",
        "-c",
        COLLECTION,
        "--baseline",
        "p_bm25",
        "-m",
        "asl",
        "-o",
        folder,
        "--db",
        sample_database,
    )
    with (folder / "topics-alder_p1.csv").open() as file:
        rows = list(csv.DictReader(file))
    gains = [float(row["value_b"]) - float(row["value_a"]) for row in rows]
    assert gains == sorted(gains, reverse=True) and gains[0] > 0 > gains[-1]
    assert [float(row["advantage"]) for row in rows] == pytest.approx(gains)
    methods = (folder / "methods.tex").read_text()
    assert "We report ASL over" in methods and "Lower is better in ASL" in methods and "counts as 0" not in methods


def test_bars_of_values_beyond_one_are_shares_of_the_longest(mini_db):
    long, short = (
        Answer.ask(
            mini_db, f"select * from (values ('a', {one}::double), ('b', {other}::double)) as _ (run_id, length)"
        )
        for one, other in ((4, 2), (0.5, 0.25))
    )
    assert re.findall(r"--share:([\d.]+)", html_table(long, bar="length")) == ["1.0000", "0.5000"]
    assert re.findall(r"--share:([\d.]+)", html_table(short, bar="length")) == ["0.5000", "0.2500"]
