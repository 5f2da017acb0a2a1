"""`dltrack reproduce` in a database file: output formats, exit codes, one-sentence errors."""

from __future__ import annotations

import csv
import datetime
import io
import json
import re

import duckdb
import pytest
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.cli.app import app
from dltrack_db.errors import DatabaseError, UsageError
from dltrack_db.plugins.exhibits import reproduce
from dltrack_db.store import database, template


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("reproduce") / "t.duckdb"
    template.copy_to(path)
    return path


def run(file, *arguments):
    return CliRunner().invoke(app, ["reproduce", *arguments, "--db", str(file)])


@pytest.mark.campaign
def test_without_a_name_every_exhibit_has_a_line(file):
    result = run(file, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert len(rows) > 80
    assert {"A-T1", "B-F4", "C-T2", "D-S18"} <= {row["exhibit"] for row in rows}
    assert rows[0].keys() >= {"status", "matches", "agrees_with_nist", "agrees_in_print", "not_reproducible"}
    assert result.stderr.startswith("0 of 5915 printed numbers match, 572 agree with NIST, 111 agree in print, ")
    assert "397 are not reproducible, 0 differ without explanation." in result.stderr
    assert result.exit_code == 0


def test_one_exhibit_cell_by_cell(file):
    result = run(file, "D-T6", "--format", "json")
    cells = json.loads(result.stdout)
    assert [(cell["exhibit"], cell["status"]) for cell in cells] == [("D-T6", "agrees in print")] * 16
    assert result.stderr.startswith("0 of 16 printed numbers match, 0 agree with NIST, 16 agree in print")
    for_people = run(file, "d-t6")
    assert for_people.stdout.count("agrees in print") == 16
    assert for_people.stderr == result.stderr


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "exhibits"), [("C", {"C"}), ("trec2021", {"D"}), ("trec2019", {"A"})])
def test_papers_and_editions(file, name, exhibits):
    result = run(file, name, "--format", "csv")
    assert {row["exhibit"][0] for row in csv.DictReader(io.StringIO(result.stdout))} == exhibits


@pytest.mark.campaign
def test_all_cells(file):
    result = run(file, "--cells", "--format", "csv")
    assert result.stdout.count("\n") == 1 + int(result.stderr.split()[2])


@pytest.mark.campaign
def test_exhibits_stand_under_their_papers_with_their_titles(file):
    lines = run(file).stdout.splitlines()
    heads = [line.split() for line in lines if line.lstrip().startswith("exhibit ")]
    assert heads and all(head[:4] == ["exhibit", "title", "status", "cells"] for head in heads)
    papers = [line for line in lines if re.match("[A-Z]: ", line)]
    assert papers[0] == "A: Overview of the TREC 2019 Deep Learning Track" and len(papers) == len(heads)
    assert any(re.match(r" A-T1 +Dataset statistics of 2019 +needs data +24 ", line) for line in lines)


@pytest.mark.campaign
def test_of_an_edition_people_see_what_differs_or_waits_with_the_reason(file):
    result = run(file, "trec2021")
    lines = result.stdout.splitlines()
    told = [line for line in lines if line.startswith(" D-")]
    assert told and not any(re.search(r"  (match|agrees in print)  ", line) for line in told)
    assert any(re.match(r" D-S13 .*known misprint +1 +Table 5 gives", line) for line in told)
    assert len(told) < 120 < int(result.stderr.split()[2])
    every = run(file, "trec2021", "--cells").stdout
    assert sum(line.startswith(" D-") for line in every.splitlines()) == int(result.stderr.split()[2])
    assert "57 " in every and "57.0000" not in every  # counts are printed as such


@pytest.mark.more
def test_words_find_exhibits_by_their_titles_and_places(file):
    shown = csv.DictReader(io.StringIO(run(file, "table3", "--format", "csv").stdout))
    found = {row["exhibit"] for row in shown}
    assert {"A-T3", "D-T3"} <= found and all("T3" in exhibit for exhibit in found)
    assert " A-T1 " in run(file, "dataset statistics 2019").stdout


@pytest.mark.more
def test_an_exhibit_without_printed_numbers_is_no_error(file):
    result = run(file, "D-F4")
    assert result.exit_code == 0
    assert (
        result.stderr
        == "The paper prints no numbers in this exhibit; its view in schema exhibits computes the content.\n"
    )


@pytest.mark.more
@pytest.mark.parametrize(
    ("exhibit", "sentence"),
    [
        ("a-f9", "the traces of the HiCAL simulations are not published; the paper prints no numbers in this exhibit."),
        (
            "A-T6",
            "the traces of the HiCAL simulations are not published; the paper prints 120 numbers in this exhibit.",
        ),
        ("D-F1", "a screenshot holds nothing to compute; the paper prints no numbers in this exhibit."),
    ],
)
def test_an_exhibit_without_a_view_says_why(file, exhibit, sentence):
    result = run(file, exhibit)
    assert result.exit_code == 0
    assert result.stderr == f"Not reproducible: {sentence}\n"


@pytest.mark.campaign
def test_one_exhibit_is_computed_alone(file):
    """The plan of one exhibit has few of the steps of all of them."""
    con = database.open_readonly(file)
    steps = {
        name: con.execute(f"explain (format json) from published.compared({name})").fetchall()[0][1].count('"name"')
        for name in ("'D-T6'", "null")
    }
    con.close()
    assert steps["'D-T6'"] < steps["null"] / 4


def test_unknown_names_are_refused(file):
    result = run(file, "E-T1")
    assert isinstance(result.exception, UsageError)
    assert "'E-T1'" in str(result.exception)


@pytest.mark.more
def test_a_database_without_printed_numbers_is_named(tmp_path):
    path = tmp_path / "empty.duckdb"
    template.copy_to(path)
    with duckdb.connect(str(path)) as con:
        con.execute("delete from published.cells")
    result = run(path)
    assert isinstance(result.exception, DatabaseError)
    assert "dltrack ingest" in str(result.exception)


@pytest.mark.more
def test_a_mismatch_ends_with_exit_code_1(file, tmp_path):
    path = tmp_path / "wrong.duckdb"
    path.write_bytes(file.read_bytes())
    with duckdb.connect(str(path)) as con:
        con.execute("update published.cells set value = 99 where exhibit = 'D-T6' and value = 81.6")
    result = run(path, "D-T6")
    assert result.exit_code == 1
    assert "1 differ without explanation" in result.stderr
    assert run(path, "D-T7").exit_code == 0


@pytest.mark.more
def test_the_library_has_the_rows_of_the_command(file):
    with dl.open(file) as db:
        for selection in ("D-T3", "A"):
            told = list(csv.reader(io.StringIO(run(file, *filter(None, [selection]), "--format", "csv").stdout)))
            found = db.reproduce(selection)
            assert told[0] == found.columns
            assert [row[0] for row in told[1:]] == [str(value) for value in found[:, 0]]
            assert found.height
        with pytest.raises(UsageError, match="no exhibit, paper or edition is called 'Z-T9'"):
            db.reproduce("Z-T9")


@pytest.mark.more
def test_a_signed_line_says_what_with_which_outcome_who_when_and_from_what(file, complete_db):
    said = run(file, "D-T6", "--sign", " Jane Doe ")
    today = datetime.date.today().isoformat()
    assert said.stdout.startswith("- D-T6: 0 of 16 printed numbers match, 0 agree with NIST, 16 agree in print, ")
    assert said.stdout.endswith(f" Jane Doe, {today}, with no data, dltrack {dl.__version__}\n")
    assert run(file, "D-T6", "--sign", "Jane\nDoe").exit_code == 1
    complete_db.execute("begin")
    complete_db.execute(
        "create or replace view catalog.fingerprints as select collection, 'f' || year as fingerprint, "
        "null::varchar[] as own_runs, "
        "null as overview_title, null as authors, null as published_in, null as overview_year, null as url "
        "from main.collections where task = 'docs'"
    )
    reproduce.compare(complete_db, "D-T3", cells=True)
    line = reproduce.sign(complete_db, "D-T3", "x")
    complete_db.execute("rollback")
    assert line.endswith(f", with trec2021-docs f2021, dltrack {dl.__version__}")
