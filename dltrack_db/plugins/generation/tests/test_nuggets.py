"""Nuggets, their labels and labels of citations: read in every form, refused with their line, replaced, dropped."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from dltrack_db.cli.app import app
from dltrack_db.errors import DltrackError
from tests.asking import asked
from tests.loading.mini_edition import NUGGETS, Mini

BANK = "select * exclude (collection, bank) from main.nuggets order by all"
LABELS = "select * exclude (collection, source) from main.nugget_labels order by all"
CITED = "run_id,topic_id,position,doc_id,label\na,1,1,D1,support\na,1,1,D2,partial_support\nb,2,1,D4,contradicts\n"
TABLE = (
    'topic_id,run_tag,answer_id,auto_assessment,auto_rationale\n1,a,x-1,supports,"says ""so"", twice"\n1,b,x-1,none,\n'
)


@pytest.fixture
def db(tmp_path):
    return Mini(tmp_path / "files").put_loaded(tmp_path / "x.duckdb")


def call(db, *arguments):
    return CliRunner().invoke(app, [*map(str, arguments), "--db", str(db)], catch_exceptions=False)


def ingest(db, text, name="mine.jsonl", *options):
    (db.parent / name).write_text(text)
    return call(db, "ingest", "nuggets", db.parent / name, "-c", "mini-docs", *options)


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


OF_TOPICS = {
    "1": [{"text": "One", "docid": "D1"}, {"text": "Two", "docid": "D2"}],
    "2": [{"text": "One", "docid": "D1"}],
}
FORMS = (
    *(
        (
            json.dumps(OF_TOPICS, indent=indent),
            [
                ("1", "1", 1, "nugget", "One", None, None, None, None),
                ("1", "2", 2, "nugget", "Two", None, None, None, None),
                ("2", "1", 1, "nugget", "One", None, None, None, None),
            ],
        )
        for indent in (None, 2)
    ),
    (
        lines({"qid": "1", "nuggets": [{"text": "One", "importance": "vital"}, {"text": "Two", "importance": "okay"}]}),
        [
            ("1", "1", 1, "nugget", "One", "vital", None, None, None),
            ("1", "2", 2, "nugget", "Two", "okay", None, None, None),
        ],
    ),
    (
        lines({"qid": "1", "rubrics": [{"criterion": "Short", "weight": -2.5, "axis": "Style"}]}),
        [("1", "1", 1, "criterion", "Short", None, -2.5, "Style", None)],
    ),
    (
        lines(
            {
                "query_id": "1",
                "nugget_bank": {"Who?": {"question": "Who?", "question_id": "q", "answers": {"I": {}}}},
            }
        ),
        [
            ("1", "q", 1, "question", "Who?", None, None, None, None),
            ("1", "q/1", 1, "answer", "I", None, None, None, "q"),
        ],
    ),
    (
        lines({"query_id": "2", "items": [{"question_id": "2/q", "question_text": "Who?"}]}),
        [("2", "2/q", 1, "question", "Who?", None, None, None, None)],
    ),
    (
        "1_a\tOne\tvital\n1_b\tTwo\tokay\n2_a\tOne\tvital\n",
        [
            ("1", "a", 1, "nugget", "One", "vital", None, None, None),
            ("1", "b", 2, "nugget", "Two", "okay", None, None, None),
            ("2", "a", 1, "nugget", "One", "vital", None, None, None),
        ],
    ),
)


@pytest.mark.more
def test_banks_of_every_form_are_read(db):
    files = [db.parent / f"bank{number}.jsonl" for number in range(len(FORMS))]
    for file, (text, _) in zip(files, FORMS, strict=True):
        file.write_text(text)
    assert call(db, "ingest", "nuggets", *files, "-c", "mini-docs").exit_code == 0
    held = asked(db, "select * exclude (collection) from main.nuggets order by all")
    assert held == [(file.stem, *row) for file, (_, rows) in zip(files, FORMS, strict=True) for row in rows]


@pytest.mark.campaign
def test_assignments_are_a_bank_and_its_labels(db):
    done = ingest(db, NUGGETS, "mine.jsonl", "--judge", "gpt-4o")
    assert done.exit_code == 0 and "nuggets: 4 rows from 1 file" in done.output
    assert [row[4] for row in asked(db, BANK)] == ["One", "Two <b>words</b>"]
    assert asked(db, LABELS) == [
        ("mine", "1", "1", "run", "a", "gpt-4o", "support", 1.0, None),
        ("mine", "1", "2", "run", "a", "gpt-4o", "partial_support", 0.5, None),
    ]


@pytest.mark.campaign
def test_a_table_of_labels_needs_no_bank(db):
    assert ingest(db, TABLE, "mine.csv").exit_code == 0
    assert asked(db, LABELS) == [
        ("mine.csv", "1", "x-1", "run", "a", "mine.csv", "supports", 1.0, 'says "so", twice'),
        ("mine.csv", "1", "x-1", "run", "b", "mine.csv", "none", 0.0, ""),
    ]
    graded = lines({"topic_id": "1", "doc_id": "D1", "nugget_id": "x", "label": 4, "judge": "me"})
    assert ingest(db, graded, "mine.csv", "--replace").exit_code == 0
    assert asked(db, LABELS) == [("mine.csv", "1", "x", "document", "D1", "me", "4", 4.0, None)]


@pytest.mark.campaign
def test_another_judge_of_a_bank_that_nobody_published(db):
    assert ingest(db, TABLE, "mine.csv", "--judge", "me").exit_code == 0
    assert ingest(db, TABLE, "yours.csv", "--judge", "you", "--bank", "mine.csv").exit_code == 0
    told = "select bank, judge_a, judge_b, num_pairs, agreement from answers.judge_agreement"
    assert asked(db, told) == [("mine.csv", "me", "you", 2, 1.0)]


@pytest.mark.campaign
def test_labels_of_citations(db):
    assert ingest(db, CITED, "cited.csv", "--name", "cited", "--judge", "me").exit_code == 0
    rows = asked(
        db,
        "select run_id, query_id, position, doc_id, judge, label, value, source from main.citation_labels order by all",
    )
    assert rows == [
        ("a", "1", 1, "D1", "me", "support", 1.0, "cited"),
        ("a", "1", 1, "D2", "me", "partial_support", 0.5, "cited"),
        ("b", "2", 1, "D4", "me", "contradicts", -1.0, "cited"),
    ]
    with pytest.raises(
        DltrackError,
        match=r"me labels the citation of D1 in sentence 1 of topic 1 by run a again; the first label is in the",
    ):
        ingest(db, CITED, "again.csv", "--judge", "me")


@pytest.mark.more
def test_labels_of_a_loaded_bank(db):
    assert ingest(db, NUGGETS, "bank.jsonl").exit_code == 0
    other = NUGGETS.replace('"a"', '"b"')
    done = ingest(db, other, "b.jsonl", "--bank", "bank")
    assert done.exit_code == 0 and "nuggets: 2 rows from 1 file" in done.output  # its nuggets are the bank's
    assert {row[:3] + row[4:5] for row in asked(db, LABELS)} == {("bank", "1", n, run) for n in "12" for run in "ab"}
    assert len(asked(db, BANK)) == 2
    with pytest.raises(DltrackError, match=r"c.jsonl: bank 'none' of mini-docs is not loaded; load the bank first"):
        ingest(db, other, "c.jsonl", "--bank", "none")
    with pytest.raises(DltrackError, match=r"c.jsonl:1: nugget 1 of topic 1 has another text in bank bank"):
        ingest(db, other.replace("One", "Won"), "c.jsonl", "--bank", "bank")
    with pytest.raises(
        DltrackError,
        match=r"c.jsonl:1: b labels nugget 1 of topic 1 for run b again; the first label is in the loaded labels b",
    ):
        ingest(db, other, "c.jsonl", "--bank", "bank", "--judge", "b")


def labelled(**changes):
    return lines({"topic_id": "1", "run_id": "a", "nugget_id": "x", "label": "support", **changes})


def bank(**changes):
    return lines({"qid": "1", "nuggets": [{"text": "One", **changes}]})


def cited(**changes):
    return lines({"run_id": "a", "topic_id": "1", "position": 1, "doc_id": "D1", "label": 1, **changes})


BAD = (
    ("{}\n", "the label has no topic_id"),
    (labelled(label="NaN"), "label 'NaN' of nugget x is neither a number nor one of"),
    (labelled(label="1_0"), "label '1_0' of nugget x is neither a number nor one of"),
    (labelled(query_id="2"), "the line names several topics: 1, 2"),
    (labelled(reson="so"), "unknown key reson; did you mean reason?"),
    (bank(weight="+-1"), "weight '+-1' of nugget 1 is not a number"),
    (bank(importnce="vital"), "unknown key importnce; did you mean importance?"),
    (bank() + bank(), "nugget 1 of topic 1 occurs again, first on line 1"),
    ("1_a\tOne\tvital\tx\n", "4 columns instead of topic_number and text"),
    (bank()[:-2] + ', "rubrics": [{"criterion": "x"}]}\n', "nuggets and rubrics in one record"),
    (lines({"qid": "1", "topic_id": "2", "nuggets": [{"text": "a"}]}), "the record names several topics: 1, 2"),
    (cited(label="+-1"), "label '+-1' is neither a number from -1 to 1"),
    (cited(qid="2"), "the line names several topics: 1, 2"),
    (labelled(label="inf"), "label 'inf' of nugget x is neither a number"),
    (labelled(label=None), "nugget x of topic 1 has no label"),
    (labelled(nugget_id=""), "a label of topic 1 has no nugget_id"),
    (labelled(run_id=None), "a label of topic 1 has no run_id or doc_id"),
    (labelled(doc_id="D1"), "a label of topic 1 has both run_id and doc_id"),
    (labelled() + "x\n", "neither a line of JSON nor a row"),
    ("topic_id,run_id,nugget_id,label\n1,a,x\n", "3 columns, but the first line names 4"),
    ('{"1": [{"text": "a", "docid": "x"}, {"docid": "y"}]}', "nugget 2 of topic 1 has no text"),
    ('{"1": [{"text": "a", "text": "b"}]}', "the key text occurs twice; keep one"),
    (
        labelled() + labelled(label=0),
        "NAME labels nugget x of topic 1 for run a again; the first label is in NAME, line 1",
    ),
    (bank(text=" "), "nugget 1 of topic 1 has no text"),
    (bank(importance="great"), "importance 'great' of nugget 1 is neither vital nor okay"),
    (bank(weight="NaN"), "weight 'NaN' of nugget 1 is not a number"),
    (bank(weight=-1), "weight -1 of nugget 1 is negative; only criteria may have negative weights"),
    (lines({"qid": "1", "nuggets": []}), "not a line of JSON with a topic"),
    ("one\ttwo\n", "the line is not topic_number, a tab and a text"),
    (cited(label=2), "label '2' is neither a number from -1 to 1 nor one of"),
    (cited(label="nan"), "label 'nan' is neither a number from -1 to 1"),
    (cited(position=0), "position must be a whole number, 1 for the first sentence"),
    (cited(position=1.5), "position must be a whole number, 1 for the first sentence"),
    (cited(doc_id=""), "a label of a citation needs run_id, topic_id and doc_id"),
    (cited(label=None), "the citation of D1 by run a has no label"),
    (cited() + cited(label=0), "NAME labels the citation of D1 in sentence 1 of topic 1 by run a again; the first"),
)


@pytest.mark.more
@pytest.mark.usefixtures("all_told")
def test_bad_lines_are_refused_with_their_place(unchanged):
    """Each in a file of its own."""
    before, folder = asked(unchanged, "select count(*) from main.loads"), unchanged.parent / "bad"
    folder.mkdir()
    for number, (text, _) in enumerate(BAD):
        (folder / f"bad{number:02}.txt").write_text(text)
    with pytest.raises(DltrackError) as refused:
        call(unchanged, "ingest", "nuggets", *sorted(folder.iterdir()), "-c", "mini-docs")
    places = [line for line in str(refused.value).splitlines() if "/bad" in line]
    for number, (_, told) in enumerate(BAD):
        name = f"bad{number:02}"
        assert any(f"{name}.txt:" in place and told.replace("NAME", name) in place for place in places), told
    assert asked(unchanged, "select count(*) from main.loads") == before
    assert asked(unchanged, BANK) == asked(unchanged, LABELS) == asked(unchanged, "from main.citation_labels") == []


@pytest.mark.campaign
def test_what_is_loaded_is_verified_replaced_and_dropped(db):
    assert ingest(db, NUGGETS).exit_code == ingest(db, CITED, "cited.csv").exit_code == 0
    assert call(db, "verify").exit_code == 0
    assert (
        ingest(
            db, NUGGETS.replace('"assignment": "support"', '"assignment": "not_support"'), "mine.jsonl", "--replace"
        ).exit_code
        == 0
    )
    assert sorted(row[7] for row in asked(db, LABELS)) == [0, 0.5]
    assert call(db, "verify").exit_code == 0
    asked_for = "select name, num_rows from catalog.checksums where part = 'nuggets' order by name"
    assert asked(db, asked_for) == [("cited.csv", 3), ("mine", 4)]
    assert call(db, "drop", "mini").exit_code == 0
    assert asked(db, BANK) == asked(db, LABELS) == asked(db, "from main.citation_labels") == []


def described(db, name):
    done = call(db, "describe", name, "-f", "csv")
    assert done.exit_code == 0, done.output
    return dict(line.split(",", 2)[1:] for line in done.output.splitlines()[1:])


@pytest.mark.campaign
def test_describe_says_what_labels_are_by_whom_and_on_which_scale(db):
    told = described(db, "nist")
    assert told["labels of documents"] == "5" and (told["labels from"], told["labels to"]) == ("0", "3")
    assert "fractions" not in told and told["topics"] == "2"
    assert ingest(db, NUGGETS, "mine.jsonl", "--judge", "gpt-4o").exit_code == 0
    assert ingest(db, CITED, "cited.csv").exit_code == 0
    told = described(db, "mine")
    assert (told["nuggets"], told["kinds"], told["vital"], told["labels of nuggets"]) == ("2", "nugget", "1", "2")
    assert (told["judges"], told["values from"], told["values to"]) == ("gpt-4o", "0.5", "1")
    assert described(db, "cited.csv")["labels of citations"] == "3"
    (db.parent / "pairs.txt").write_text("1 D1 D2 a\n1 D2 D3 tie\n")
    assert call(db, "ingest", "preferences", db.parent / "pairs.txt", "-c", "mini-docs").exit_code == 0
    assert described(db, "pairs")["votes on pairs"] == "2"
    assert described(db, "nuggets")  # the table keeps its name


@pytest.mark.campaign
def test_nuggets_of_another_collections_topics_are_left_out_where_that_is_asked_for(db):
    bank = lines(*({"qid": topic, "nuggets": [{"text": "One"}, {"text": "Two"}]} for topic in ("1", "77", "78")))
    with pytest.raises(DltrackError, match="77"):
        ingest(db, bank, "m.jsonl")
    done = ingest(db, bank, "m.jsonl", "--skip-foreign")
    assert done.exit_code == 0 and "left out 4 labels of 2 topics" in done.output
    assert asked(db, "select query_id, count(*) from main.nuggets where bank = 'm' group by all") == [("1", 2)]
    assert asked(db, "select measured_rows, foreign_rows from main.loads where name = 'm'") == [(2, 4)]
