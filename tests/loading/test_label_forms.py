"""Labels in other formats (CSV, JSON, Parquet, three columns) are read like those in TREC's format, or rejected."""

from __future__ import annotations

import json
from contextlib import closing

import duckdb
import pytest
from mini_edition import Mini

import dltrack_db as dl
from dltrack_db.errors import FormatError, ValidationError
from dltrack_db.load import loader, plan
from dltrack_db.score import readers
from dltrack_db.store import collections

ROWS = [("1", "D1", 1), ("1", "D2", 0), ("2", "D1", 2)]
RECORDS = [{"qid": 1, "docno": "D1", "label": 1}, {"qid": "1", "docno": "D2", "label": 0.0, "why": 'no, "not" it'}]
RECORDS += [{"qid": "2", "docno": "D1", "label": "2"}]

FORMS = {
    "plain.csv": ("query_id,doc_id,label\n1,D1,1\n1,D2,0\n2,D1,2\n", "CSV with query_id, doc_id, label"),
    "quoted.csv": (
        '"doc_id","Grade","query-id"\r\n"D1",1,"1"\r\nD2,0,1\r\nD1,2,2\r\n',
        "CSV with query-id, doc_id, Grade",
    ),
    "more.csv": ('qid,why,docno,rel\n1,"a, ""b""",D1,1\n1,,D2,0\n2,x,D1,2\n', "CSV with qid, docno, rel"),
    "marked.csv": (
        "\ufeffquery_id,doc_id,label\n# no label\n\n1,D1,1\n1,D2,0\n2,D1,2",
        "CSV with query_id, doc_id, label",
    ),
    "lines.jsonl": ("".join(f"{json.dumps(record)}\n" for record in RECORDS), "JSON with qid, docno, label"),
    "list.json": (json.dumps(RECORDS, indent=1), "JSON with qid, docno, label"),
    "beir.tsv": (
        "corpus-id\tquery-id\tscore\nD1\t1\t1\nD2\t1\t0\nD1\t2\t2\n",
        "a table with query-id, corpus-id, score",
    ),
    "headed": ("topic Q0 doc grade\n1 0 D1 1\n1 0 D2 0\n2 0 D1 2\n", "a table with topic, doc, grade"),
    "three": ("1 D1 1\n1\tD2  0\n# none\n2 D1 2\n", "three columns (query, document, grade)"),
    "trec": ("1 0 D1 1\n1 0 D2 0\n2 0 D1 2\n", ""),
}


@pytest.fixture(scope="module")
def con():
    con = duckdb.connect()
    con.execute(
        "create table r (line bigint, query_id varchar, iteration varchar, doc_id varchar, relevance smallint, "
        "gain double, is_odd boolean, problem varchar)"
    )
    yield con
    con.close()


def read(con, path, content="", **options):
    """Return the rows of a file, and the name of its format."""
    if content:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    con.execute("delete from r")
    file = readers.TextFile(1, path, None)
    form = readers.read_qrels(con, "r", "query_id, iteration, doc_id, relevance, gain", file, "strict", **options)
    return con.execute("from r order by line").fetchall(), form


@pytest.mark.parametrize("name", FORMS)
def test_every_format_yields_the_same_labels(con, tmp_path, name):
    content, wanted = FORMS[name]
    rows, form = read(con, tmp_path / name, content)
    assert ([(row[1], row[3], row[4]) for row in rows], form) == (ROWS, wanted)
    assert {(row[2], row[5], row[7]) for row in rows} == {("0", None, None)}


def test_a_parquet_path_with_wildcards_is_read_literally(con, tmp_path):
    """Wildcards and partition folders in the path have no meaning."""
    folder = tmp_path / "grade=7"
    folder.mkdir()
    frame = "select * from (values (1, 'D1', 1::double), (1, 'D2', 0), (2, 'D1', 2)) as _ (topic_id, docid, grade)"
    con.execute(f"copy ({frame}) to '{folder}/x.parquet' (format parquet)")
    (folder / "x.parquet").rename(folder / "q[1].parquet")
    con.execute(f"copy ({frame.replace('D1', 'other')}) to '{folder}/q1.parquet' (format parquet)")
    rows, form = read(con, folder / "q[1].parquet")
    assert ([(row[1], row[3], row[4]) for row in rows], form) == (ROWS, "Parquet with topic_id, docid, grade")
    assert [row[0] for row in rows] == [1, 2, 3]


def test_line_numbers_are_those_of_the_file(con, tmp_path):
    rows, _ = read(con, tmp_path / "q.csv", "query_id,doc_id,label\n\n1,D1,1\n# none\n1,D2,x\n1,D3\n")
    assert [(row[0], row[7]) for row in rows] == [
        (3, None),
        (5, "relevance 'x' is not a small number"),
        (6, "2 columns, but the first line names 3"),
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{"qid": "1", "docno": "a b", "label": 1}', "an id is empty or contains a blank"),
        ('{"qid": "", "docno": "a", "label": 1}', "an id is empty or contains a blank"),
        ('{"qid": 1.5, "docno": "a", "label": 1}', "qid is 1.5, which is neither a text nor a whole number"),
        ('{"qid": ["1"], "docno": "a", "label": 1}', 'qid is ["1"], which is neither'),
        ('{"qid": "1", "docno": null, "label": 1}', "no docno"),
        ('{"qid": "1", "docno": "a", "label": null}', "no label"),
        ('{"qid": "1", "docno": "a", "label": true}', "relevance 'true' is not a small number"),
        ('{"qid": "1", "docno": "a", "label": 40000}', "relevance '40000' is not a small number"),
        ('{"qid": "1", "docno": "a", "label": 1, "label": 2}', "the key label occurs twice"),
        ("nothing", "not a line of JSON"),
    ],
)
def test_malformed_label_records_are_rejected(con, tmp_path, content, problem):
    rows, _ = read(con, tmp_path / "q.jsonl", f'{{"qid": "1", "docno": "z", "label": 1}}\n{content}\n')
    assert rows[0][7] is None and problem in rows[1][7]


REFUSED = [
    ("1 0 7187158\n1 0 7187159\n2 0 7\n", "the second column is 0 in every line, as in pairs without grades"),
    ("1 a 1\n1 b 2\n1 c 3\n1 d 4\n1 e 5\n2 a 1\n2 b 2\n", "like the ranks of a run"),
    ("1 a Q0 1\n1 b Q0 0\n2 a Q0 1\n", "columns 2 and 3 look swapped: column 3 is Q0"),
    ("query_id,doc_id,label,grade\n1,a,1,1\n", "label and grade may all be the grade"),
    (
        "query_id,doc_id,judge\n1,a,1\n",
        "CSV with the columns query_id, doc_id, judge; name a column relevance (or label,",
    ),
    ('{"query": "1", "score": 2}\n', "JSON with the columns query, score; name a column doc_id (or docno,"),
    ("query_id,doc_id,label\n", ": the file is CSV without labels"),
    (
        "query_id,doc_id,label\n1,a\n1,b\n",
        ":2: no record of this CSV can be read: 2 columns, but the first line names 3",
    ),
    ('{"query_id": \n', ":1: no record of this JSON can be read: not a line of JSON"),
    (b"PAR1 and nothing else", "cannot be read as Parquet"),
    (b"query_id,doc_id,label\n1,\xff,1\n", "not UTF-8"),
    ("query_id,doc_id,label\n1,a,1\n1,b,0.5\n", ":3: grade 0.5 is a fraction"),
    ("1 a 0.5\n1 b 1\n", ":1: grade 0.5 is a fraction"),
]


@pytest.mark.parametrize(("content", "reason"), REFUSED)
def test_files_without_labels_give_one_clear_error(con, tmp_path, content, reason):
    with pytest.raises(FormatError) as refused:
        read(con, tmp_path / "q", content, takes_fractions=False)
    assert reason in str(refused.value) and str(tmp_path / "q") in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "content",
    [
        "1 a 1\n1 b 2\n1 c 3\n1 d 4\n1 e 4\n",  # a grade twice
        "1 a 1\n1 b 2\n2 a 1\n",  # as ranks, but no more than grades are
        "1 1 D1 1\n1 2 D1 1\n",  # one document by subtopic
        "1 0 0 1\n",  # a document that is called so
    ],
)
def test_label_files_that_resemble_other_formats_are_read(con, tmp_path, content):
    rows, _ = read(con, tmp_path / "q", content)
    assert len(rows) == content.count("\n") and not any(row[7] for row in rows)


def test_trec_eval_accepts_only_its_own_label_format(con, tmp_path):
    for name, (content, form) in FORMS.items():
        if form and name != "headed":  # which is a grade of 0
            (tmp_path / name).write_text(content)
            con.execute("delete from r")
            file = readers.scan_file(1, tmp_path / name, "trec_eval10")
            readers.read_qrels(con, "r", "query_id, iteration, doc_id, relevance", file, "trec_eval10")
            assert con.execute("select count(problem) > 0 from r").fetchone() == (True,), name


@pytest.mark.more
def test_files_are_loaded_and_their_format_is_reported(tmp_path):
    db = Mini(tmp_path / "files").put_loaded(tmp_path / "x.duckdb")
    folder = tmp_path / "labels"
    folder.mkdir()
    for name in ("plain.csv", "lines.jsonl", "three"):
        (folder / name).write_text(FORMS[name][0])
    duckdb.sql(f"copy (from read_csv('{folder}/plain.csv')) to '{folder}/frame.parquet' (format parquet)")
    owner, spec = collections.in_database(db, "mini-docs")
    report = loader.load(plan.plan_part("qrels", owner, spec, [folder]), db, loader.LoadOptions(say=lambda _: None))
    assert [note.rpartition("/")[2] for note in report.notes] == [
        "frame.parquet: read as Parquet with query_id, doc_id, label",
        "lines.jsonl: read as JSON with qid, docno, label",
        "plain.csv: read as CSV with query_id, doc_id, label",
        "three: read as three columns (query, document, grade)",
    ]
    with closing(duckdb.connect(str(db), read_only=True)) as con:
        query = "select query_id, doc_id, relevance from main.qrels where variant = $1 order by all"
        assert [con.execute(query, [name]).fetchall() for name in ("frame.parquet", "lines", "plain.csv", "three")] == [
            ROWS
        ] * 4

    def load(name, text, **judge):
        (tmp_path / name).write_text(text)
        planned = plan.plan_part("qrels", owner, spec, [tmp_path / name], **judge)
        return loader.load(planned, db, loader.LoadOptions(say=lambda _: None))

    with pytest.raises(
        FormatError, match=r"odd.csv:1: the values are separated by commas.*; none of 2 lines can be read; write quer"
    ):
        load("odd.csv", "a,b,c\n1,2,3\n")
    with pytest.raises(ValidationError, match=r"some.csv:3: 2 columns, but the first line names 3"):
        load("some.csv", "query_id,doc_id,label\n1,D1,1\n1,D2\n")
    shares = "query_id,doc_id,label\n1,D1,0.25\n1,D2,1\n"
    with pytest.raises(FormatError, match=r"shares.csv:2: grade 0.25 is a fraction; write whole grades, .* --cuts"):
        load("shares.csv", shares)
    assert load("shares.csv", shares, cuts="0.2,0.9").rows == {"qrels": 2}


@pytest.mark.more
def test_evaluate_accepts_all_label_formats(tmp_path):
    run = {"1": {"D1": 2.0, "D2": 1.0}, "2": {"D2": 1.0, "D1": 0.5}}
    wanted = dl.evaluate(run, {"1": {"D1": 1, "D2": 0}, "2": {"D1": 2}}, ["nDCG@10", "AP"])
    for name, (content, _) in FORMS.items():
        if name not in ("three",):
            (tmp_path / name).write_text(content)
            assert dl.evaluate(run, tmp_path / name, ["nDCG@10", "AP"]).equals(wanted), name
    (tmp_path / "shares.csv").write_text("query_id,doc_id,label\n1,D1,0.5\n")
    with pytest.raises(FormatError, match=r"grade 0\.5 is a fraction"):
        dl.evaluate(run, tmp_path / "shares.csv")
