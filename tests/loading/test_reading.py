"""The readers of runs and qrels: lines that each rule accepts; for trec_eval's rules, as the programs behave."""

from __future__ import annotations

import csv
import gzip
import re
from itertools import product
from pathlib import Path

import duckdb
import pytest
from mini_edition import RUN_A, Mini
from typer.testing import CliRunner

import dltrack_db as dl
from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import plainfile
from dltrack_db.cli.app import app
from dltrack_db.errors import FormatError, SourceError
from dltrack_db.load.checking import check
from dltrack_db.score import readers, scratch, trec_files
from dltrack_db.score.evaluation import Evaluation
from tests.copies import copied

GOLDEN = Path(__file__).parent / "golden" / "reading.csv"
SECOND = "1 Q0 z 2 1.5 t\n"
RULES = {"strict": "strict", "trec_eval9": "trec_eval 9", "trec_eval10": "trec_eval 10"}


def cases():
    with GOLDEN.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def text_of(case) -> bytes:
    return case["line"].encode().decode("unicode_escape").encode() + b"\n" + SECOND.encode()


@pytest.fixture(scope="module")
def con():
    con = scratch.connect([])
    trec_files.prepare(con)
    yield con
    con.close()


def answer(con) -> str:
    """Return the retrieved documents of topic 1 and the reciprocal rank of document a, in the golden file's format."""
    rows = con.execute(
        "select doc_id from evaluate.run_lines where query_id = '1' order by score desc, doc_id desc"
    ).fetchall()
    places = [doc for (doc,) in rows]
    return f"{len(places)} {1 / (places.index('a') + 1) if 'a' in places else 0:g}"


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("case", cases(), ids=lambda case: case["case"])
def test_each_reading_rule_accepts_the_documented_lines(con, tmp_path, case, rules):
    path = tmp_path / "run"
    path.write_bytes(text_of(case))
    con.execute("delete from evaluate.run_lines")
    fault = trec_files.read_runs(con, {"run": path}, rules)
    expected = case[RULES[rules]]
    if expected == "refused":
        assert fault is not None and fault.position == 1
    elif re.fullmatch(r"\d [\d.]+", expected):
        assert fault is None
        assert answer(con) == expected
    elif expected == "not finite":  # told with the document, where the scores are looked at
        assert fault is None
    else:
        assert fault is not None and expected in fault.problem


@pytest.fixture(scope="module")
def mini(tmp_path_factory):
    """A database with the mini edition, a file for each case, and the lines that a check of all files rejects."""
    folder = tmp_path_factory.mktemp("reading")
    db = Mini(folder / "files").put_loaded(folder / "x.duckdb")
    paths = {}
    for number, case in enumerate(cases()):
        line = case["line"].replace(" a ", " D1 ").replace("\\ta\\t", "\\tD1\\t")
        paths[case["case"]] = folder / f"mine{number}.run"
        paths[case["case"]].write_bytes(text_of({"line": line}).replace(b" z ", b" D2 "))
    _, findings = check(list(paths.values()), db, "mini-docs")
    errors = {(one.file, one.line) for one in findings if one.severity == "error"}
    return db, paths, errors


@pytest.mark.campaign
@pytest.mark.parametrize("case", cases(), ids=lambda case: case["case"])
def test_eval_and_check_report_the_same_errors_in_a_run_as_a_load(mini, case):
    db, paths, errors = mini
    path = paths[case["case"]]
    refused = not re.fullmatch(r"\d [\d.]+", case["strict"])
    evaluation = Evaluation(db, "mini-docs")
    try:
        evaluation.add_files([path])
        said = ""
    except FormatError as error:
        said = str(error)
    finally:
        evaluation.close()
    assert bool(said) == refused
    assert case["strict"] in said or not refused
    assert not refused or f"{path}:1: " in said
    assert ((str(path), 1) in errors) == refused


def test_the_documented_table_of_rules_equals_the_tested_cases():
    page = (resources.PACKAGE.parent / "docs" / "formats.md").read_text(encoding="utf-8")
    page = page.partition("\n## Generated answers")[0]
    rows = [row for row in page.splitlines() if row.startswith("| ") and not row.startswith("| line of a run")]

    for case in cases():
        row = next((row for row in rows if row.startswith(f"| {case['case']} |")), None)
        assert row is not None, case["case"]
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        for cell, rule in zip(cells[2:], RULES, strict=True):
            is_refused = not re.fullmatch(r"\d [\d.]+", case[RULES[rule]])
            assert cell.startswith("refused") == is_refused, (case["case"], rule)
    assert len(rows) == len(cases())


QRELS = [
    ("1 0 a 1\n", None),
    ("1\t0\ta\t-2\r\n", None),
    ("\ufeff1 0 a 1\n# comment\n\n", None),
    ("1 0 a 1.0\n", None),
    ("1 0 a 1.x\n", "relevance '1.x' is not a small number"),
    ("1 0 a s1 -1\n", None),
    ("1 0 a 1 0.5\n", "5 columns, as in prels"),
    ("topic_id iteration item relevance\n", "a header"),
    ("{0 0 a b}\n", "the line is JSON"),
    ("1 0 2 a\n", "grade '2' and document 'a' look swapped; write the document before the grade"),
    ("1,0,a,1\n", "values are separated by commas"),
    ("1 0 a 99999\n", "relevance '99999'"),
]


@pytest.mark.parametrize(("text", "problem"), QRELS)
def test_strict_qrels(con, tmp_path, text, problem):
    path = tmp_path / "qrels"
    path.write_bytes(text.encode())
    con.execute("delete from evaluate.qrels_lines")
    trec_files.read_qrels(con, path, "strict")
    found = con.execute("select problem from evaluate.qrels_lines").fetchall()
    assert len(found) == 1
    assert (found[0][0] is None) if problem is None else (problem in found[0][0])


def test_fast_and_careful_readers_give_the_same_rows(tmp_path):
    con = duckdb.connect()
    con.execute(
        "create table r (file_id integer, line bigint, query_id varchar, doc_id varchar, submitted_rank integer, "
        "score double, tag varchar, is_odd boolean, problem varchar)"
    )
    columns = "file_id, query_id, doc_id, submitted_rank, score, tag"
    rows = []
    for delimiter in (" ", None):
        path = tmp_path / "run"
        path.write_text(RUN_A)
        con.execute("delete from r")
        readers.read_runs(con, "r", columns, [readers.TextFile(1, path, delimiter, 5)], "strict")
        rows.append(con.execute(f"select {columns} from r").fetchall())
    assert rows[0] == rows[1] != []
    con.execute("delete from r")
    readers.read_runs(con, "r", columns, [readers.scan_file(1, path, "strict")], "strict", only_topics=["2"])
    assert con.execute("select query_id from r").fetchall() == [("2",)]


@pytest.mark.parametrize("odd", ["\r", "\v", "\f"])
@pytest.mark.parametrize("text", ["{}1 Q0 d 1 2 t\n", "1 Q0 d 1 2 t{}\n"])
def test_unusual_white_space_is_left_to_the_careful_reader(tmp_path, text, odd):
    path = tmp_path / "run"
    path.write_text(text.format(odd), newline="")
    assert readers.scan_file(1, path, "trec").delimiter is None
    path.write_text(text.format(""), newline="")
    assert readers.scan_file(1, path, "trec").delimiter == " "


def test_the_careful_reader_agrees_with_the_fast_reader_on_accepted_files(tmp_path):
    numbers = ["".join(each) for length in (1, 2, 3, 4) for each in product("+-1.e_x", repeat=length)]
    numbers += ["1.5e+01", "-1e+5", "1e-05", "1_0.5", "inf", "nan", "1e39", "+-1.5"]
    lines = [f"{number} 1" for number in numbers] + [f"1 {number}" for number in numbers]
    path = tmp_path / "run"
    comment = "# Q0 comment 1 1 t\n"
    path.write_text("".join(f"1 Q0 d{place} {line} t\n" for place, line in enumerate(lines)) + comment)
    con = duckdb.connect()
    variables = {"paths": [str(path)], "file_ids": [1], "delimiter": " ", "only_topics": None, "with_fit_ids": False}
    sql_text.set_variables(con, **variables, path=str(path), file_id=1, rules="strict", counts_blank_lines=False)
    readers.define_macros(con)
    con.execute(f"create temp view fields as {resources.script('ingest/read/fields')}")
    con.execute(f"create temp view quick as {resources.script('ingest/read/runs_fast')}")
    con.execute(f"create temp view careful as {resources.script('ingest/read/runs_careful')}")
    columns = "doc_id, submitted_rank, score"
    differing = con.execute(
        f"select {columns} from quick where not is_odd except select {columns} from careful where problem is null"
    ).fetchall()
    assert differing == []
    assert con.execute("select is_odd from quick where doc_id = 'comment'").fetchone() == (True,)
    quick = {lines[int(doc[1:])] for (doc,) in con.execute("select doc_id from quick where not is_odd").fetchall()}
    assert {"1 1.5e+01", "1 -1e+5", "1 1e-05", "1 .1e1", "-1 1", "111 1"} <= quick
    assert not {"1 1_0.5", "1 +-1.5", "1 inf", "1 1e39", "1_1 1", "1e1 1"} & quick


def test_utf_16_files_are_reported_as_such(tmp_path):
    path = tmp_path / "run"
    path.write_bytes(RUN_A.encode("utf-16"))
    with pytest.raises(SourceError, match="UTF-16 text; convert it with iconv"):
        plainfile.open_plain(path, tmp_path)


@pytest.mark.more
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"1 Q0 d 1 1 t\n" + b"x" * (3 << 20), "FILE:2: the line is longer than 1,048,576 bytes"),
        (b"1 Q0 \xff 1 1 t\n", "FILE is not UTF-8 text"),
    ],
)
def test_files_that_cannot_be_runs_are_reported_with_the_given_name(tmp_path, packed, content, says):
    path = tmp_path / "mine"
    path.write_bytes(gzip.compress(content) if packed else content)
    labels = tmp_path / "qrels"
    labels.write_text("1 0 d 1\n")
    with pytest.raises(FormatError) as refused:
        dl.evaluate(str(path), str(labels), ["map"])
    assert str(refused.value).startswith(says.replace("FILE", str(path)))


@pytest.mark.more
@pytest.mark.parametrize(
    ("limit", "content", "says"),
    [
        ("MOST_LINES", b"1\tQ0 d 1 1 t\n" * 5000, "5,000 lines, too many for a file with blank lines"),
        ("MOST_BYTES", b"1\tQ0 d 1 1 t\n" * 5000, "65,000 bytes and"),
        ("MOST_JSON", b'{"1": {' + b'"d": 1,\n' * 5000 + b'"e": 2}}', "bytes, the limit for a run in JSON"),
    ],
)
def test_every_reader_rejects_files_that_would_exhaust_memory(
    tmp_path, monkeypatch, sample_database, limit, content, says
):
    monkeypatch.setattr(readers, limit, 1000)
    path, labels = tmp_path / "mine.gz", tmp_path / "qrels"
    path.write_bytes(gzip.compress(content))
    labels.write_text("1 0 d 1\n")
    db = copied(sample_database, tmp_path / "x.duckdb")
    command = ["ingest", "runs", str(path), "--collection", "sample-docs", "--db", str(db)]
    for read in (
        lambda: dl.evaluate(str(path), str(labels), ["map"]),
        lambda: CliRunner().invoke(app, command, catch_exceptions=False),
    ):
        with pytest.raises(FormatError, match=says) as refused:
            read()
        assert "mine.gz" in str(refused.value) and ".plain" not in str(refused.value)


def test_megabytes_of_blank_lines_are_left_to_the_careful_reader(con, tmp_path):
    """DuckDB's parallel reader only reports that it does not support such a file."""
    path = tmp_path / "run"
    path.write_bytes(b"1 Q0 a 1 2.5 t\n" + b"\n" * (3 << 20))
    con.execute("delete from evaluate.run_lines")
    assert trec_files.read_runs(con, {"run": path}, "strict") is None
    assert con.execute("select count(*) from evaluate.run_lines").fetchall() == [(1,)]


@pytest.mark.more
def test_a_run_in_json_may_have_a_long_line(tmp_path):
    path, labels = tmp_path / "run.json", tmp_path / "qrels"
    path.write_text('{"1": {' + ", ".join(f'"document-{i:06}": {i}' for i in range(80_000)) + "}}")
    labels.write_text("1 0 document-079999 1\n")
    assert path.stat().st_size > readers.LONGEST_LINE
    assert dl.evaluate(str(path), str(labels), ["recip_rank"])["value"].to_list() == [1.0]
