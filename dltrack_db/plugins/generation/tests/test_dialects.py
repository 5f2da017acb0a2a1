"""Answers and questions in the dialects of the tracks: structure as submitted, text replaced; and malformed ones."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import duckdb
import pytest

from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import duckpath
from dltrack_db.load.checking import check
from dltrack_db.score import readers, scratch

PARTS = Path(__file__).parents[1] / "ingest" / "parts"

IKAT_2023 = {
    "run_name": "r",
    "run_type": "manual",
    "turns": [
        {
            "turn_id": "9-1_1",
            "responses": [
                {
                    "rank": 2,
                    "text": "Second.",
                    "passage_provenance": [{"id": "c2", "text": "t", "score": 1.0, "used": True}],
                },
                {
                    "rank": 1,
                    "text": "First.",
                    "passage_provenance": [
                        {"id": "c1", "text": "t", "score": -0.5, "used": True},
                        {"id": "c9", "text": "t", "score": 0.4, "used": False},
                    ],
                    "ptkb_provenance": [{"id": "1", "text": "t", "score": 1.0}],
                },
            ],
        },
        {"turn_id": "9-1_2", "responses": [{"rank": 1, "text": "Alone.", "passage_provenance": []}]},
    ],
}
IKAT_2025 = {
    "metadata": {"team_id": "t", "run_id": "r", "run_type": "automatic"},
    "turn_id": "1-1_1",
    "responses": [{"text": "One.", "citations": {"c1": 0.9}, "ptkb_provenance": []}],
    "references": {"c1": 0.9, "c2": 0.1},
}
REPORT = {
    "metadata": {"team_id": "t", "run_id": "r", "topic_id": "7", "run_desc": "d"},
    "responses": [
        {"text": "One.", "citations": {"d1": 0.5}},
        {"text": "Two.", "citations": ["d2"]},
        {"text": "Three."},
    ],
    "references": ["d1", "d2"],
}
DRAGUN = {
    "metadata": {"team_id": "t", "run_id": "r", "topic_id": "7", "type": "automatic", "use_starter_kit": 1},
    "responses": [{"text": "One.", "citations": []}],
}
RAG_2025 = {
    "metadata": {"team_id": "t", "run_id": "r", "narrative_id": 7, "type": "automatic", "narrative": "x"},
    "references": ["d1", "d2"],
    "answer": [{"text": "One.", "citations": [1]}, {"text": "Two.", "citations": ["d1"]}],
}
RAG_2024 = {
    "run_id": "r",
    "topic_id": "7",
    "topic": "x",
    "references": ["d1", "d2"],
    "response_length": 1,
    "answer": [{"text": "One.", "citations": [1, 0]}],
}


def read(text, tmp_path):
    path = tmp_path / "answers.json"
    path.write_text(text)
    table = PARTS / "answers" / "dialects.csv"
    with duckdb.connect() as con:
        sql_text.set_variables(con, path=str(path), file_id=1, dialects=duckpath.for_reader(table))
        con.execute("create schema staging")
        readers.define_macros(con)
        con.execute(f"create view staging.lines as {resources.script('ingest/read/json_lines')}")
        names = ("line", "run_id", "query_id", "sentences", "doc_ids", "num_others", "problem")
        reader = (PARTS / "answers" / "read.sql").read_text()
        query = f"select {', '.join(names)} from ({reader}) order by line, query_id"
        return [dict(zip(names, row, strict=True)) for row in con.execute(query).fetchall()]


def told(sentences):
    return [(each["text"], [(one["doc_id"], one["weight"]) for one in each["citations"]]) for each in sentences]


@pytest.mark.parametrize(
    ("record", "query", "sentences"),
    [
        (IKAT_2023, "9-1_1", [("First.", [("c1", -0.5)])]),
        (IKAT_2025, "1-1_1", [("One.", [("c1", 0.9)])]),
        (REPORT, "7", [("One.", [("d1", 0.5)]), ("Two.", [("d2", None)]), ("Three.", [])]),
        (DRAGUN, "7", [("One.", [])]),
        (RAG_2025, "7", [("One.", [("d2", None)]), ("Two.", [("d1", None)])]),
        (RAG_2024, "7", [("One.", [("d2", None), ("d1", None)])]),
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_every_dialect_is_read_on_a_line_or_many(tmp_path, record, query, sentences, indent):
    rows = read(json.dumps(record, indent=indent), tmp_path)
    assert (rows[0]["run_id"], rows[0]["query_id"], rows[0]["problem"]) == ("r", query, None)
    assert told(rows[0]["sentences"]) == sentences


def test_turns_are_topics_and_further_responses_are_counted(tmp_path):
    rows = read(json.dumps(IKAT_2023), tmp_path)
    assert [(row["query_id"], row["num_others"]) for row in rows] == [("9-1_1", 1), ("9-1_2", 0)]
    assert read(json.dumps(IKAT_2025), tmp_path)[0]["doc_ids"] == ["c1", "c2"]


def changed(record, **changes):
    return json.dumps({key: value for key, value in {**record, **changes}.items() if value is not ...})


SPOILED = [
    ("{3", "not a line of JSON"),
    ("[1]", "not a line of JSON"),
    ('{"run_id": "r", "topic_id": "7", "topic_id": "8"}', "the key topic_id occurs twice"),
    ('{"run_id": "r", "topic_id": "7", "answer": [{"text": "a\\u0000b"}]}', "a text contains NUL"),
    ("{}", "the record has no run_id"),
    (changed(IKAT_2023, run_name=...), "the record has no run_id"),
    (changed(IKAT_2023, turns=[]), "the record has no topic_id or turn_id"),
    (changed(IKAT_2023, turns=3), "the record has no topic_id or turn_id"),
    (changed(IKAT_2023, turns=[{"turn_id": "1"}]), "topic 1 has no list of sentences"),
    (changed(IKAT_2023, turns=[{"turn_id": "1", "responses": [{"rank": 1}]}]), "sentence 1 of topic 1 has no text"),
    (
        changed(
            IKAT_2023,
            turns=[{"turn_id": "1", "responses": [{"text": "x", "passage_provenance": [{"score": 1, "used": True}]}]}],
        ),
        "citation null of topic 1 names no document",
    ),
    (
        changed(
            IKAT_2023,
            turns=[
                {
                    "turn_id": "1",
                    "responses": [{"text": "x", "passage_provenance": [{"id": "a", "score": "b", "used": True}]}],
                }
            ],
        ),
        'the weight of citation "a" of topic 1 is not a number',
    ),
    (changed(IKAT_2025, metadata={"team_id": "t"}), "the record has no run_id"),
    (changed(IKAT_2025, turn_id=""), "the record has no topic_id or turn_id"),
    (changed(IKAT_2025, responses="x"), "topic 1-1_1 has no list of sentences"),
    (changed(IKAT_2025, responses=[{"text": "x", "citations": {"c": -1}}]), 'the weight of citation "c" of topic'),
    (changed(REPORT, metadata={"run_id": "r"}), "the record has no topic_id or turn_id"),
    (changed(REPORT, metadata=[]), "the record has no run_id"),
    (changed(REPORT, responses=...), "topic 7 has no list of sentences"),
    (changed(REPORT, responses=[{"citations": []}]), "sentence 1 of topic 7 has no text"),
    (changed(REPORT, responses=[{"text": "x", "citatons": ["D"]}]), "unknown key citatons; did you mean citations?"),
    (changed(REPORT, responses=[{"text": "x", "citations": 3}]), "the citations of sentence 1 of topic 7 are neither"),
    (changed(REPORT, responses=[{"text": "x", "citations": [None]}]), "citation null of topic 7 names no document"),
    (changed(DRAGUN, responses={}), "topic 7 has no list of sentences"),
    (changed(RAG_2024, answer=[{"text": "x", "citations": [2]}]), "citation 2 of topic 7 names no document of the 2"),
    (changed(RAG_2024, response_length="many"), "response_length 'many' is not a number of words"),
    (changed(RAG_2024, topic_id=...), "the record has no topic_id or turn_id"),
    (json.dumps({"run_name": "r", "results": [{"topic_id": "7", "answer": "x [1]."}]}), "a run of BioGen 2024, whose"),
    (
        changed(REPORT, metadata={"run_id": "r", "qa_id": "7"}, answer=[{"text": "x", "supported_citations": ["1"]}]),
        "a run of BioGen's task A",
    ),
]


@pytest.mark.parametrize(("text", "problem"), SPOILED)
def test_spoiled_records_are_told(tmp_path, text, problem):
    rows = read(text, tmp_path)
    assert rows[0]["line"] == 1
    assert str(rows[0]["problem"]).startswith(problem)


def nuggets(text, tmp_path):
    path = tmp_path / "nuggets"
    path.write_text(text)
    lines = "json_lines" if text.startswith("{") else "lines"
    with duckdb.connect() as con:
        sql_text.set_variables(con, path=str(path), file_id=1, bank="b")
        con.execute("create schema staging")
        readers.define_macros(con)
        con.execute(f"create view staging.lines as {resources.script(f'ingest/read/{lines}')}")
        reader = (PARTS / "nuggets" / "nuggets.sql").read_text()
        query = f"select * from ({reader}) order by line, position, kind desc, nugget_id"
        found = con.execute(query)
        return [dict(zip([c[0] for c in found.description], row, strict=True)) for row in found.fetchall()]


def test_questions_of_ragtime_have_their_answers(tmp_path):
    bank = [
        {
            "question": "Which?",
            "aggregator_type": "OR",
            "answers": [{"answer": "A", "references": ["d1"]}, {"answer": "B", "references": []}],
        },
        {"question": "When?", "aggregator_type": "AND", "answers": []},
    ]
    rows = nuggets(json.dumps({"metadata": {"topic_id": "7", "run_id": "r"}, "nugget_bank": bank}), tmp_path)
    assert [(r["query_id"], r["nugget_id"], r["kind"], r["text"], r["question_id"], r["facet"]) for r in rows] == [
        ("7", "1", "question", "Which?", None, "OR"),
        ("7", "1/1", "answer", "A", "1", None),
        ("7", "1/2", "answer", "B", "1", None),
        ("7", "2", "question", "When?", None, "AND"),
    ]
    assert {row["problem"] for row in rows} == {None}


def test_questions_of_dragun_are_in_the_order_of_their_ranks(tmp_path):
    rows = nuggets("doc_1\tteam\trun\t1\tWho says so?\ndoc_1\tteam\trun\tx\tWhy?\n", tmp_path)
    assert [(r["query_id"], r["nugget_id"], r["kind"], r["text"]) for r in rows] == [
        ("doc_1", "1", "question", "Who says so?"),
        ("doc_1", "x", "question", "Why?"),
    ]
    assert [row["problem"] for row in rows] == [None, "rank 'x' of a question is not a whole number"]


MANY = [f"d{number}" for number in range(21)]
LONG = "word\u202fword " * 126


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("record", "rule", "detail"),
    [
        (changed(DRAGUN, responses=[{"text": LONG}]), "answers are not too long", "has 252 words, at most 250 are"),
        (changed(IKAT_2025, responses=[{"text": LONG}]), "answers are not too long", "at most 250 are allowed"),
        (changed(RAG_2025, answer=[{"text": LONG * 2}]), "answers are not too long", "has 504 words, at most 400 are"),
        (
            changed(DRAGUN, responses=[{"text": "x", "citations": MANY[:4]}]),
            "answers have no more citations than allowed",
            "sentence 1 of topic 7 has 4 citations, at most 3 are allowed",
        ),
        (
            changed(RAG_2024, references=MANY),
            "answers have no more citations than allowed",
            "has 21 references, at most 20 are",
        ),
        (changed(RAG_2024, response_length=...), "records have the required fields", "topic 7 has no response_length"),
        (
            changed(RAG_2025, metadata={"run_id": "r", "narrative_id": 7}),
            "records have the required fields",
            "topic 7 has no metadata.team_id, metadata.type",
        ),
    ],
)
def test_what_the_validator_of_a_track_asks_for_is_checked(tmp_path, record, rule, detail):
    (tmp_path / "f.jsonl").write_text(record + "\n")
    _, (found,) = check([tmp_path / "f.jsonl"], tmp_path / "none.duckdb", None)
    assert (found.severity, found.rule, found.line) == ("warning", rule, 1)
    assert detail in found.detail


def test_words_and_characters_are_counted_as_validators_count_them():
    letters = [chr(code) for code in (*range(1, 0x530), *range(0x2000, 0x2B00), *range(0xFB00, 0xFB07))]
    with duckdb.connect() as con:
        scratch.build(con, ["answers.num_words", "answers.num_characters"])
        con.execute("create table letters as select unnest($1) as letter", [letters])
        counted = con.execute(
            "select letter, answers.num_words('a' || letter || 'b'), answers.num_characters(letter) from letters"
        ).fetchall()
    assert counted == [
        (letter, len(f"a{letter}b".split()), len(unicodedata.normalize("NFKC", letter))) for letter in letters
    ]


@pytest.mark.more
def test_check_knows_answers(tmp_path):
    (tmp_path / "good.jsonl").write_text(json.dumps(REPORT) + "\n")
    (tmp_path / "ikat.json").write_text(json.dumps(IKAT_2023, indent=1))
    other = {"run_id": "r2", "topic_id": "7"}
    odd = changed(REPORT, metadata=other, responses=[{"text": "x", "citations": ["d9"]}])
    textless = changed(REPORT, metadata=other | {"topic_id": "8"}, responses=[{"citations": ["d9"]}])
    (tmp_path / "bad.jsonl").write_text(f"\n{odd}\n{textless}\n")
    (tmp_path / "run.txt").write_text("7 Q0 d1 1 2 t\n")
    bank = [{"question": "Which?", "aggregator_type": "OR", "answers": [{"answer": "A", "references": []}]}]
    told = {"team_id": "t", "topic_id": "7", "run_id": "r"}
    (tmp_path / "bank.jsonl").write_text(json.dumps({"metadata": told, "nugget_bank": bank}) + "\n")
    (tmp_path / "questions").write_text("doc_1\tteam\trun\t1\tWho says so?\ndoc_1\tteam\trun\t2\t\n")
    checked, findings = check([tmp_path], tmp_path / "none.duckdb", None)
    assert len(checked) == 6
    of = {(one.run_id, one.severity, one.rule, one.line) for one in findings}
    assert [line for run, _, rule, line in of if (run, rule) == ("bad.jsonl", "lines are readable")] == [3]
    assert ("bad.jsonl", "warning", "cited documents are listed", 2) in of
    assert ("bad.jsonl", "warning", "records have the required fields", 2) in of
    assert {run for run, severity, *_ in of if severity == "error"} == {"bad.jsonl", "questions"}
    assert [one.line for one in findings if one.run_id == "questions"] == [2]


@pytest.mark.more
def test_check_holds_citations_against_a_corpus_that_is_there(tmp_path, sample_database):
    record = {
        "metadata": {"team_id": "t", "run_id": "r", "topic_id": "630549"},
        "responses": [{"text": "x", "citations": ["msmarco_doc_00_0", "msmarco_doc_00_1", "D1"]}],
    }
    (tmp_path / "f.jsonl").write_text(json.dumps(record) + "\n")
    _, findings = check([tmp_path / "f.jsonl"], sample_database, "sample-docs")
    assert [one.detail for one in findings if one.rule == "cited documents belong to the collection"] == [
        r"topic 630549 cites 'D1', expected the form msmarco_doc_\d{2}_\d+",
        "topic 630549 cites msmarco_doc_00_1, which is not in sample-document",
    ]
