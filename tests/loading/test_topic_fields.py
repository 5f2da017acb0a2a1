"""All fields of topics and all turns of conversations are stored; a track can be loaded before its labels."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import duckdb
import pytest
from asking import asked
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dltrack_db.base import recipes, resources, sql_text
from dltrack_db.errors import FormatError, UsageError, ValidationError
from dltrack_db.load import loader, plan, tagged_topics
from dltrack_db.load.checking import check
from dltrack_db.score import readers
from dltrack_db.store import collections
from dltrack_db.store.verify import verify

QUIET = loader.LoadOptions(say=lambda _: None)
REPORTS = (
    '{"topic_id": "7", "title": "Vaping", "problem_statement": "Which laws?", "background": null, "limit": 5000}'
    '{"topic_id": "8", "title": "Walks", "problem_statement": "Are } { \\"good\\"?", "limit": 2000}'
)
TALK = """[
    {
        "number": "9-1",
        "title": "Diets",
        "ptkb": {"1": "I run."},
        "turns": [
            {"turn_id": 1, "utterance": "Which diet?", "response": "A."},
            {"turn_id": 2, "utterance": "And then?", "response": "B."}
        ]
    },
    {
        "number": "9-2",
        "turns": [{"turn_id": 1, "utterance": "Hello"}]
    }
]
"""
TAGGED = """<top>
<num> Number: 301
<title> International Organized Crime
<desc> Description:
Identify organizations.
<narr> Narrative:
A relevant document
must name one.
</top>
<top>
<num> Number: 302
<title> Poliomyelitis
</top>
"""
XML = (
    '<topic number="1"><query>a &amp; b</query><subtopic number="1">x</subtopic><subtopic number="2">y</subtopic>'
    "</topic>"
)


def read(text, tmp_path, text_field=None):
    """Return the topics and fields of a file, as the readers return them."""
    path = tmp_path / "topics"
    path.write_text(text)
    with duckdb.connect() as con:
        sql_text.set_variables(con, path=str(path), file_id=1, text_field=text_field)
        readers.define_macros(con)
        con.execute("create schema staging")
        con.execute(f"create view staging.lines as {resources.script('ingest/read/json_lines')}")
        if text.startswith("<"):
            con.execute(resources.script("ingest/staging/topic_fields"))
            rows = [topic.row() for topic in tagged_topics.read(path)]
            sql_text.insert_rows(con, "temp.topic_fields", rows)
        else:
            con.execute(f"create temp table topic_fields as {resources.script('ingest/read/topics_json')}")
        found, said = (resources.script(f"ingest/read/{name}") for name in ("topics_of_fields", "topic_fields"))
        topics = con.execute(f"select line, query_id, text, text_field, problem from ({found})").fetchall()
        fields = con.execute(f"select id, key, value from ({said})").fetchall()
    return topics, fields


def test_records_on_one_line_keep_every_field(tmp_path):
    topics, fields = read(REPORTS, tmp_path)
    assert topics == [(1, "7", "Vaping", "title", None), (1, "8", "Walks", "title", None)]
    assert fields[:3] == [("7", "title", "Vaping"), ("7", "problem_statement", "Which laws?"), ("7", "limit", "5000")]
    assert ("8", "problem_statement", 'Are } { "good"?') in fields


def test_the_text_may_be_another_field(tmp_path):
    assert read(REPORTS, tmp_path, "problem_statement")[0][0][2:4] == ("Which laws?", "problem_statement")
    problems = [row[4] for row in read(REPORTS, tmp_path, "narrative")[0]]
    assert problems[0] == (
        "topic 7 has no narrative; its fields are title, problem_statement, limit: with --text, name the field that is "
        "the text"
    )


def test_a_narrative_is_the_text_of_topics_that_have_nothing_shorter(tmp_path):
    assert read('{"id": "1", "narrative": "Long."}', tmp_path)[0] == [(1, "1", "Long.", "narrative", None)]
    assert read('{"id": "1", "narrative": "Long.", "question": "Why?"}', tmp_path)[0][0][2:4] == ("Why?", "question")


def test_a_conversation_is_a_topic_for_each_turn(tmp_path):
    topics, fields = read(TALK, tmp_path)
    assert topics == [
        (2, "9-1_1", "Which diet?", "utterance", None),
        (2, "9-1_2", "And then?", "utterance", None),
        (11, "9-2_1", "Hello", "utterance", None),
    ]
    second = {key: value for turn, key, value in fields if turn == "9-1_2"}
    assert second == {
        "conversation": "9-1",
        "turn": "2",
        "parent": "9-1_1",
        "utterance": "And then?",
        "response": "B.",
        "title": "Diets",
        "ptkb": '{"1":"I run."}',
    }
    assert not [key for turn, key, _ in fields if turn.endswith("_1") and key == "parent"]


def test_tags_are_fields_without_their_labels(tmp_path):
    topics, fields = read(TAGGED, tmp_path)
    assert topics == [
        (1, "301", "International Organized Crime", "title", None),
        (10, "302", "Poliomyelitis", "title", None),
    ]
    assert fields[1:3] == [
        ("301", "desc", "Identify organizations."),
        ("301", "narr", "A relevant document must name one."),
    ]
    topics, fields = read(XML, tmp_path)
    assert topics == [(1, "1", "a & b", "query", None)]
    assert fields == [("1", "query", "a & b"), ("1", "subtopic", "x\ny")]


@pytest.mark.parametrize(
    ("text", "line", "title"),
    [
        ("<top>\n<num> Number: 1\n<title> water below 5 < 10 degrees\n</top>\n", 1, "water below 5 < 10 degrees"),
        ("<!-- <top>\n<num> 0 <title> x </top> -->\n<top>\n<num> 1\n<title> AT&T <!-- old --> now\n", 3, "AT&T now"),
        ("<topic number='1'><query>what is <b>bold</b>\ntext</query></topic>", 1, "what is bold text"),
        ("<topic number='1'><query><b>bold</b></query></topic>", 1, "bold"),
        ("<t><topic number='1'><query>caf&#233; &lt; &#x1F600;</query></topic></t>", 1, "café < \U0001f600"),
        ("<t><!-- <topic number='0'/> -->\n<topic id='1'><title><![CDATA[a < b]]></title></topic></t>", 2, "a < b"),
        ("<?xml version='1.0'?>\n<!DOCTYPE t SYSTEM 't.dtd'>\n<Topic Number='1'><Query>a</Query></Topic>", 3, "a"),
        ('{"id": 1, "title": "[]"}', 1, "[]"),
    ],
)
def test_markup_in_topic_texts_is_read_completely(tmp_path, text, line, title):
    """Entities, comments, other tags and comparison signs in synthetic texts."""
    assert [row[:3] + row[4:] for row in read(text, tmp_path)[0]] == [(line, "1", title, None)]


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1).filter(lambda text: text.strip())
"""Texts in any script with any XML character, but without control characters."""


@pytest.mark.campaign
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TEXTS, st.from_regex(r"[^\s\x00-\x1f\x7f-\x9f<>&]{1,30}", fullmatch=True))
def test_any_number_and_text_comes_back_from_every_form(tmp_path, text, number):
    """Synthetic topics as XML from the standard library, as `<top>` if the text has no tag, and as JSON."""
    squeezed = " ".join(text.split())
    topic = ElementTree.Element("topic", number=number)
    ElementTree.SubElement(topic, "query").text = text
    assert read(ElementTree.tostring(topic, encoding="unicode"), tmp_path)[0][0][1:3] == (number, squeezed)
    record = json.dumps({"qid": number, "title": text}, ensure_ascii=False)
    assert read(record, tmp_path)[0][0][1:3] == (number, text)
    if "<" not in text:
        tagged = f"<top>\n<num> Number: {number}\n<title>\n{text} & <\n</top>\n"
        assert read(tagged, tmp_path)[0][0][1:3] == (number, f"{squeezed} & <")


def test_topics_of_trec_covid_are_whole(real_data):
    """Real files: the topics of the five rounds, with five more topics in each round (30, 35, … 50)."""
    for round_, count in enumerate((30, 35, 40, 45, 50), start=1):
        topics = tagged_topics.read(real_data / "trec-covid" / "topics" / f"topics-rnd{round_}.xml")
        assert len(topics) == count and not [topic for topic in topics if topic.problem]
        assert topics[0].fields[0] == ("query", "coronavirus origin")
        assert {tuple(name for name, _ in topic.fields) for topic in topics} == {("query", "question", "narrative")}


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ('{"id": 1, "text": "a"}\n{"id": 2\n', 2, "not a line of JSON"),
        ('[\n{"id": 1, "title": "x"},\n{"title": "y"}\n]', 3, "the topic has none of id, _id"),
        ('{"id": 1}', 1, "topic 1 has no title, text or query"),
        ("[1, 2]", 1, "not a line of JSON"),
        (
            '{"number": 3, "turns": [{"turn_id": 1}]}',
            1,
            "topic 3_1 has no title, text or query; its fields are conversation, turn",
        ),
        ("<top>\n<title> x\n</top>\n", 1, "the topic has neither <num>"),
        ("<top>\n<num> Number: 5\n</top>\n", 1, "topic 5 has no title, text or query"),
        ("<top>\n<num> 5\n<title> what is <b>bold</b>\n</top>\n", 3, "the tag <b> is not a tag of topics"),
        ("<top>\n<num> 5\n<title> x </title> lost\n</top>\n", 3, "text outside of the tags of a topic: lost"),
        ("<top>\n<num> 5\n<title> x <![CDATA[y]]>\n</top>\n", 3, "XML markup in topics that are not valid XML"),
        ("<topics>\n<topic number='1'><query>a & b</query></topic></topics>", 2, "not XML: not well-formed"),
        (
            "<topics>\n<topic number='1'>lost<query>a</query></topic></topics>",
            2,
            "topic 1 has text outside of its tags",
        ),
        ("<topics>lost<topic number='1'><query>a</query></topic></topics>", 1, "text between the topics: lost"),
        ("<topic number='1'><num>2</num><query>a</query></topic>", 1, "the topic has several numbers: 2, 1"),
        ("<html>moved</html>", 1, "the file has no <topic> or <top>"),
        ("<topic number='1'>" + "<a>" * 9999, 1, "tags are nested more than 50 levels deep"),
        ('<!DOCTYPE t [<!ENTITY e "x">]>\n<topic number="1"><query>&e;</query></topic>', 1, "not XML"),
        ('{"id": 1, "title": []}', 1, "the title of topic 1 is a list or an object, not a text"),
        ('{"id": 1, "title": {}}', 1, "the title of topic 1 is a list or an object, not a text"),
        ('{"id": 1, "title": [null]}', 1, "the title of topic 1 is a list or an object, not a text"),
        ('{"id": 1, "title": "a\\u0000b"}', 1, "a text contains NUL"),
        ('{"qid": 1, "topic_id": 2, "title": "a"}', 1, "the topic has several numbers: 1, 2"),
        ('{"id": 1, "title": "a", "title": "b"}', 1, "the key title occurs twice"),
    ],
)
def test_malformed_topics_are_reported_with_their_line(tmp_path, text, line, told):
    problems = [(row[0], row[4]) for row in read(text, tmp_path)[0] if row[4]]
    assert problems[0][0] == line
    assert problems[0][1].startswith(told)


@pytest.fixture(scope="module")
def unlabelled(tmp_path_factory):
    """A track before its labels: topics with fields, two runs."""
    folder = tmp_path_factory.mktemp("track")
    (folder / "topics.jsonl").write_text(REPORTS)
    for run, order in {"r1": "a b c", "r2": "b a d"}.items():
        lines = [f"{topic} Q0 {doc} {rank} {9 - rank} t" for topic in "78" for rank, doc in enumerate(order.split())]
        (folder / run).write_text("\n".join(lines) + "\n")
    spec = recipes.CollectionSpec("rag", "docs", "rag", title="rag")
    planned = plan.plan_collection(spec, None, folder / "topics.jsonl", [folder / "r1", folder / "r2"])
    loader.load(planned, folder / "x.duckdb", QUIET)
    return folder


@pytest.mark.campaign
def test_a_track_can_be_loaded_before_its_labels(unlabelled):
    db = unlabelled / "x.duckdb"
    assert verify(db) == []
    assert asked(db, "select query_id, text, text_field from main.queries order by all") == [
        ("7", "Vaping", "title"),
        ("8", "Walks", "title"),
    ]
    assert asked(db, "select distinct source, attribute from main.query_attributes order by all")[0] == (
        "rag/fields",
        "limit",
    )
    assert asked(db, "select query_id, doc_id, num_runs from judging.pool(2) order by all") == [
        (topic, doc, 2) for topic in "78" for doc in "ab"
    ]
    # of three items each two are shared, in the first two places the other way round
    alike = "select run_id, other_run_id, num_topics, overlap from systems.run_overlap(3)"
    assert asked(db, alike) == [("r1", "r2", 2, pytest.approx(2 / 3))]
    assert asked(db, "select status from catalog.status where part = 'query-attributes'") == [("own",)]


def test_runs_of_unknown_topics_are_refused_before_there_are_labels(unlabelled, tmp_path):
    (tmp_path / "r3").write_text("9 Q0 a 1 1 t\n")
    owner, spec = collections.in_database(unlabelled / "x.duckdb", "rag")
    with pytest.raises(ValidationError, match="topic 9"):
        loader.load(plan.plan_part("runs", owner, spec, [tmp_path / "r3"]), unlabelled / "x.duckdb", QUIET)


@pytest.mark.more
def test_labels_that_come_later_are_the_official_ones(unlabelled, tmp_path):
    db = tmp_path / "x.duckdb"
    db.write_bytes((unlabelled / "x.duckdb").read_bytes())
    (tmp_path / "q1.txt").write_text("7 0 a 1\n7 0 b 0\n")
    (tmp_path / "q2.txt").write_text("7 0 a 0\n")
    owner, spec = collections.in_database(db, "rag")
    assert collections.awaits_labels(db, owner, spec)
    with pytest.raises(UsageError, match="rag has no labels yet, and 2 files are given"):
        plan.plan_first_labels(owner, spec, [tmp_path / "q1.txt", tmp_path / "q2.txt"])
    with pytest.raises(UsageError, match="'no name' cannot be the name of labels"):
        plan.plan_first_labels(owner, spec, [tmp_path / "q1.txt"], labels="no name")
    planned = plan.plan_first_labels(owner, spec, [tmp_path / "q1.txt"], labels="people", kind="human")
    loader.load(planned, db, QUIET)
    owner, spec = collections.in_database(db, "rag")
    assert spec.qrels_variant == "people"
    assert not collections.awaits_labels(db, owner, spec)
    assert asked(db, "select run_id, value from metrics.run_scores where measure = 'recip_rank' order by all") == [
        ("r1", 1.0),
        ("r2", 0.5),
    ]
    assert verify(db) == []


def test_the_text_option_is_rejected_for_topics_without_fields(tmp_path):
    (tmp_path / "topics.tsv").write_text("1\tx\n")
    spec = recipes.CollectionSpec("rag", "docs", "rag", title="rag")
    planned = plan.plan_collection(spec, None, tmp_path / "topics.tsv", [], "title")
    with pytest.raises(UsageError, match="have no fields; leave out --text title"):
        loader.load(planned, tmp_path / "x.duckdb", QUIET)


@pytest.mark.more
def test_tables_of_ragelo_are_topics_and_answers(tmp_path):
    db = tmp_path / "x.duckdb"
    (tmp_path / "queries.csv").write_text('qid,query\nq1,"One, two?"\n\nq2,"Over\ntwo ""lines"""\n#3,x\n')
    answers = 'qid,agent,answer\nq1,a,"First.\nSecond, ""third""."\nq2,a,None\n#3,a,x\n'
    (tmp_path / "answers.csv").write_text(answers)
    spec = recipes.CollectionSpec("elo", "docs", "elo", title="elo")
    loader.load(plan.plan_collection(spec, None, tmp_path / "queries.csv", []), db, QUIET)
    assert asked(db, "select query_id, text, text_field from main.queries order by all") == [
        ("#3", "x", "query"),
        ("q1", "One, two?", "query"),
        ("q2", 'Over\ntwo "lines"', "query"),
    ]
    checked, findings = check([tmp_path / "answers.csv"], db, "elo")
    assert (checked, findings) == (["answers.csv"], [])
    owner, loaded = collections.in_database(db, "elo")
    loader.load(plan.plan_part("answers", owner, loaded, [tmp_path / "answers.csv"]), db, QUIET)
    assert asked(db, "select run_id, query_id, position, text from main.answer_sentences order by all") == [
        ("a", "#3", 1, "x"),
        ("a", "q1", 1, 'First.\nSecond, "third".'),
        ("a", "q2", 1, "None"),
    ]
    (tmp_path / "bad.csv").write_text("qid,agent,answer\nq1,,x\n")
    _, findings = check([tmp_path / "bad.csv"], db, "elo")
    assert "the record has no run_id" in {one.detail for one in findings}
    for spoiled in ("q1,a,Hello, world\n", "q1,a\n"):
        (tmp_path / "bad.csv").write_text(f"qid,agent,answer\nq1,b,c\n{spoiled}")
        with pytest.raises(FormatError, match=r"bad\.csv: some rows do not match the columns in the first line"):
            check([tmp_path / "bad.csv"], db, "elo")
