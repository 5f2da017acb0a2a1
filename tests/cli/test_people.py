"""The commands for people: guide, views, describe, leaderboard, report, export."""

from __future__ import annotations

import csv
import io
import json

import pytest

import dltrack_db as dl
from tests.commands import dltrack

COLLECTION = "sample-passages"


@pytest.fixture(scope="module")
def run(sample_database):
    def call(*arguments, **environment):
        return dltrack(*arguments, DLTRACK_DB=str(sample_database), **environment)

    return call


def records(result):
    assert result.returncode == 0, result.stderr
    return list(csv.DictReader(io.StringIO(result.stdout)))


def test_alone_it_shows_the_three_ways(run, tmp_path):
    shown = run()
    assert shown.returncode == 0
    for words in ("dltrack leaderboard sample-", "dltrack shell", "import dltrack_db as dl", "--install-completion"):
        assert words in shown.stdout
    nothing = dltrack(cwd=tmp_path, DLTRACK_DB="none.duckdb")
    assert "dltrack ingest sample" in nothing.stdout


@pytest.mark.campaign
def test_views_are_listed_by_topic_and_by_word(run, sample_database):
    listed = {row["object"] for row in records(run("views", "labels", "-f", "csv"))}
    with dl.open(sample_database) as db:
        rows = db.sql("select object from catalog.objects where schema = 'labels'").fetchall()
    assert listed == {row[0] for row in rows}
    found = records(run("views", "cohen", "-f", "csv"))
    assert "labels.cohen_kappa" in {row["object"] for row in found}
    for place in ("D-T3", "table 3 2021", "Deep Learning 2021 Table 3"):
        assert [row["object"] for row in records(run("views", place, "-f", "csv"))] == ["exhibits.d_t3"]
    missing = run("views", "xyzzy")
    assert missing.returncode == 2 and "no table, view or macro matches 'xyzzy'" in missing.stderr


@pytest.mark.campaign
def test_describe_tells_meaning_source_columns_and_an_example_that_runs(run, sample_database):
    shown = run("describe", "leaderboard").stdout
    assert shown.startswith("systems.leaderboard: view\n\nEvery known run")
    assert "source: TREC 2019" in shown and "ndcg_cut_10" in shown
    example = shown.split('try: dltrack sql "')[1].rstrip().removesuffix('"')
    assert run("sql", example).returncode == 0
    columns = json.loads(run("describe", "qrels", "-f", "json").stdout)
    meaning = "judged task, e.g. 'trec2021-passages'"
    assert columns[0] == {"role": "column", "name": "collection", "type": "VARCHAR", "meaning": meaning}
    told = {(row["collection"], row["name"]): row["value"] for row in records(run("describe", "sample", "-f", "csv"))}
    assert told[COLLECTION, "min_relevance"] == "2" and told["sample-docs", "min_relevance"] == "1"
    assert (told[COLLECTION, "labels"], told[COLLECTION, "runs"]) == ("nist, msmarco", "19")
    for word, column in (("extra", "status"), ("own", "status"), ("fullrank", "subtask")):
        assert column in {row["name"] for row in records(run("describe", word, "-f", "csv"))}
    why = {row["name"]: row["value"] for row in records(run("describe", "a-t6", "-f", "csv"))}
    assert (why["place"], why["why it has no view"]) == (
        "Table 6",
        "the traces of the HiCAL simulations are not published",
    )
    assert run("describe", "A-T4").stdout.startswith("exhibits.a_t4: view")
    for command in ("describe", "views"):
        wrong = run(command, "leaderbord")
        assert wrong.returncode == 2 and "did you mean systems.leaderboard?" in wrong.stderr


def test_leaderboard_sorts_filters_limits_and_chooses_columns(run, sample_database):
    rows = records(
        run(
            "leaderboard",
            COLLECTION,
            "--sort",
            "bpref",
            "--where",
            "category = 'trad'",
            "-n",
            "3",
            "-f",
            "csv",
            "--columns",
            "run_id,bpref",
        )
    )
    with dl.open(sample_database) as db:
        expected = db.sql(
            "select run_id, value from metrics.run_scores join main.runs using (collection, run_id) "
            "where collection = $1 and measure = 'bpref' and category = 'trad' order by value desc limit 3",
            [COLLECTION],
        ).fetchall()
    assert [(row["run_id"], float(row["bpref"])) for row in rows] == expected


@pytest.mark.more
def test_leaderboard_tells_what_differs_from_a_baseline(run):
    from scipy.stats import ttest_rel

    rows = {row["run_id"]: row for row in records(run("leaderboard", COLLECTION, "--baseline", "p_bm25", "-f", "csv"))}
    assert rows["p_bm25"]["verdict"] == "baseline"
    scores = records(
        run(
            "sql",
            "-f",
            "csv",
            "select run_id, query_id, value from metrics.query_scores where measure = 'ndcg_cut_10' "
            f"and collection = '{COLLECTION}' order by query_id",
        )
    )
    vectors: dict[str, list[float]] = {}
    for row in scores:
        vectors.setdefault(row["run_id"], []).append(float(row["value"]))
    raw = {name: ttest_rel(vector, vectors["p_bm25"]).pvalue for name, vector in vectors.items() if name != "p_bm25"}
    corrected, largest = {}, 0.0
    for place, (name, p_value) in enumerate(sorted(raw.items(), key=lambda item: item[1])):
        largest = max(largest, min(1.0, p_value * (len(raw) - place)))
        corrected[name] = largest
    for name, p_value in corrected.items():
        assert float(rows[name]["p_value"]) == pytest.approx(raw[name], abs=1e-9)
        assert float(rows[name]["p_corrected"]) == pytest.approx(p_value, abs=1e-9)
        assert (rows[name]["verdict"] == "not shown to differ") == (p_value >= 0.05)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--columns", "nothing"], "there is no column nothing; the columns are run_id"),
        (["--sort", "ndgc"], "there is no measure 'ndgc'"),
        (["--where", "no_column = 1"], "no_column"),
        (["--baseline", "nobody"], "has no run 'nobody'"),
    ],
)
def test_wrong_asking_is_one_sentence(run, arguments, message):
    result = run("leaderboard", COLLECTION, *arguments)
    assert result.returncode == 2
    assert message in result.stderr and result.stderr.count("\n") == 1


def test_bars_are_proportional(run):
    lines = [
        line.split()
        for line in run("leaderboard", COLLECTION, "--bars", "--columns", "run_id,ndcg_cut_10").stdout.splitlines()
        if "█" in line
    ]
    first, last = lines[0], lines[-1]
    assert len(first[2]) == 12
    assert len(last[2]) == pytest.approx(12 * float(last[1]) / float(first[1]), abs=1)


@pytest.mark.more
def test_report_and_figure(run, tmp_path, monkeypatch, only_figures):
    only_figures("judging-effort")
    page = tmp_path / "docs.html"
    assert run("report", "sample-docs", "-o", page).returncode == 0
    assert page.read_text().startswith("<!doctype html>")
    picture = tmp_path / "figure.svg"
    assert run("report", "sample-docs", "--figure", "judging-effort", "-o", picture).returncode == 0
    monkeypatch.chdir(tmp_path)
    assert run("report", "sample-docs", "--figure", "judging-effort").returncode == 0
    assert (tmp_path / "sample-docs-judging-effort.html").exists() and not (tmp_path / "report.html").exists()
    assert picture.read_text().startswith("<svg")


@pytest.mark.more
def test_export_writes_trec_files(run, tmp_path):
    result = run("export", "sample-docs", "--to", tmp_path, "--format", "trec")
    assert result.returncode == 0
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert f"{len(files)} files" in result.stdout
    assert len(files) == 1 + 2 + 21  # topics, two sets of labels, runs


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("describe labels.kap", ["labels.kappa", "labels.kappa_interval"]),
        ("leaderboard sample-d", ["sample-docs"]),
        ("report sam", ["sample", "sample-docs", "sample-passages"]),
        ("report sample --figure rank", ["rank-stability", "rank-heat-map"]),
    ],
)
def test_names_are_completed_by_the_shell(run, words, found):
    typed = f"dltrack {words}"
    result = run(_DLTRACK_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=str(len(typed.split()) - 1))
    assert result.stdout.split() == found


def test_completion_is_silent_without_a_database(tmp_path):
    typed = "dltrack describe labels"
    result = dltrack(
        cwd=tmp_path, DLTRACK_DB="none.duckdb", _DLTRACK_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD="2"
    )
    assert result.stdout.split() == [] and "Traceback" not in result.stderr


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("words", "found"),
    {
        "dead": "judging.topic_discrimination",
        "delta sort": "search_length.reordering",
        "RRIE": "search_length.technique_reduction",
        "leave out uniques": "judging.leave_one_team_out",
        "LOU": "judging.leave_one_team_out",
        "is_dead": "judging.topic_discrimination",
    }.items(),
)
def test_words_of_the_papers_are_found_and_never_inside_others(words, found, sample_database):
    listed = dltrack("views", words, "--db", sample_database, "-f", "csv").stdout
    assert found in listed, listed
    assert "exhibits.d_f8" not in listed  # of clouds, and oldness


def test_an_unknown_word_prints_no_table(sample_database):
    assert dltrack("views", "xyzzy", "--db", sample_database).stdout == ""


def test_help_of_a_command_and_the_database_before_it(sample_database, tmp_path):
    assert dltrack("help", "leaderboard").stdout == dltrack("leaderboard", "--help").stdout
    assert dltrack("help").stdout == dltrack("--help").stdout
    before = dltrack("--db", sample_database, "status", "-f", "csv", cwd=tmp_path)
    assert before.returncode == 0 and before.stdout == dltrack("status", "-f", "csv", "--db", sample_database).stdout


@pytest.mark.campaign
def test_near_names_are_of_whatever_was_meant(sample_database):
    assert "did you mean sample?" in dltrack("ingest", "sampl").stderr
    assert "did you mean p_bm25" in dltrack("describe", "p_bm52", "--db", sample_database).stderr
    assert "systems.leaderboard" in dltrack("describe", "leaderbord", "--db", sample_database).stderr
    unquoted = dltrack("leaderboard", "sample-passages", "--where", "team = Alder", "--db", sample_database)
    assert unquoted.returncode == 2 and "with single quotes for texts: 'Alder'" in unquoted.stderr
