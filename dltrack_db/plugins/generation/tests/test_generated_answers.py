"""Answers that systems wrote: read, refused with their line, replaced, dropped, counted."""

from __future__ import annotations

import gzip
import json

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import duckpath
from dltrack_db.cli.app import app
from dltrack_db.errors import UsageError, ValidationError
from dltrack_db.store.verify import verify
from tests.asking import asked
from tests.loading.mini_edition import ANSWERS, RAG_ANSWER, REPORT, Mini

SENTENCES = "select run_id, query_id, position, text from main.answer_sentences order by all"
CITATIONS = "select run_id, query_id, position, ordinal, doc_id, weight from main.answer_citations order by all"


@pytest.fixture
def db(tmp_path):
    return Mini(tmp_path / "files").put_loaded(tmp_path / "x.duckdb")


def call(db, *arguments):
    return CliRunner().invoke(app, [*map(str, arguments), "--db", str(db)], catch_exceptions=False)


def ingest(db, text, name="mine.jsonl", *options):
    (db.parent / name).write_text(text)
    return call(db, "ingest", "answers", db.parent / name, "-c", "mini-docs", *options)


@pytest.mark.campaign
def test_both_forms_are_read_into_sentences_and_what_they_cite(db):
    done = ingest(db, ANSWERS)
    assert done.exit_code == 0 and "answers: 2 rows from 1 file" in done.output
    assert asked(db, "from main.answers order by all") == [
        ("mini-docs", "a", "1", None, "mine"),
        ("mini-docs", "b", "2", 3, "mine"),
    ]
    assert asked(db, SENTENCES) == [
        ("a", "1", 1, "One."),
        ("a", "1", 2, "Two <b>words</b>."),
        ("b", "2", 1, "Three"),
        ("b", "2", 2, "more words"),
    ]
    assert asked(db, CITATIONS) == [
        ("a", "1", 1, 1, "D1", 0.5),
        ("a", "1", 1, 2, "D2", 1.0),
        ("a", "1", 2, 1, "D1", None),
        ("b", "2", 1, 1, "D1", None),
        ("b", "2", 1, 2, "D4", None),
    ]


def rag(**changes):
    return json.dumps({**json.loads(RAG_ANSWER), **changes})


BAD = (
    ("[1]", "not a line of JSON"),
    (rag(run_id=None), "the record has no run_id"),
    (rag(topic_id=""), "the record has no topic_id"),
    (rag(answer="x"), "topic 2 has no list of sentences"),
    (rag(response_length="many"), "response_length 'many' is not a number of words"),
    (rag(answer=[{"text": "x"}, {"citations": []}]), "sentence 2 of topic 2 has no text"),
    (rag(answer=[{"text": "x", "citations": 1}]), "the citations of sentence 1 of topic 2 are neither"),
    (rag(answer=[{"text": "x", "citations": [2]}]), "citation 2 of topic 2 names no document of the 2 references"),
    (rag(answer=[{"text": "x", "citations": [-1]}]), "citation -1 of topic 2 names no document"),
    (rag(answer=[{"text": "x", "citations": [1.5]}]), "citation 1.5 of topic 2 names no document"),
    (rag(answer=[{"text": "x", "citations": [""]}]), 'citation "" of topic 2 names no document'),
    (rag(answer=[{"text": "x", "citations": [None]}]), "citation null of topic 2 names no document"),
    (rag(answer=[{"text": "x", "citations": {"D1": -0.1}}]), 'the weight of citation "D1" of topic 2 is not'),
    (
        rag(answer=[{"text": "x", "citations": {"D1": "nan"}}]),
        'the weight of citation "D1" of topic 2 is not a number',
    ),
)


@pytest.mark.more
@pytest.mark.usefixtures("all_told")
def test_a_bad_line_is_told_with_its_place_and_nothing_is_loaded(unchanged):
    """Each in a file of its own, after a line of another run that is well."""
    folder = unchanged.parent / "answers"
    folder.mkdir()
    for number, (line, _) in enumerate(BAD):
        (folder / f"bad{number:02}.jsonl").write_text(REPORT.replace('"a"', f'"a{number}"') + line + "\n")
    with pytest.raises(ValidationError) as refused:
        call(unchanged, "ingest", "answers", *sorted(folder.iterdir()), "-c", "mini-docs")
    for number, (_, told) in enumerate(BAD):
        assert f"bad{number:02}.jsonl:2: {told}" in str(refused.value)
    assert asked(unchanged, "from main.answers") == []


@pytest.mark.more
def test_a_changed_file_replaces_its_answers_and_no_others(db):
    ingest(db, REPORT, "one.jsonl")
    ingest(db, RAG_ANSWER, "two.jsonl")
    with pytest.raises(ValidationError, match=r"two.jsonl:1: .* again; the first answer is in the loaded answers one"):
        ingest(db, REPORT + RAG_ANSWER, "two.jsonl", "--replace")
    assert ingest(db, rag(answer=[{"text": "new"}]), "two.jsonl", "--replace").exit_code == 0
    assert asked(db, SENTENCES)[-1] == ("b", "2", 1, "new") and len(asked(db, SENTENCES)) == 3
    assert {row[0] for row in asked(db, CITATIONS)} == {"a"}
    assert verify(db) == []
    # what is exported are the files, whatever stands in them
    cited = b"# by hand\r\nrun_id,topic_id,position,doc_id,label\r\n\r\na,1,1,D1,support"
    pairs = "\ufeff1 D1 D2 a\n\n# a \u2028 comment\n1 D1 D4  tie\n\n".encode()
    (db.parent / "cited.csv").write_bytes(cited)
    (db.parent / "pairs.txt.gz").write_bytes(gzip.compress(pairs))
    call(db, "ingest", "nuggets", db.parent / "cited.csv", "-c", "mini-docs")
    call(db, "ingest", "preferences", db.parent / "pairs.txt.gz", "-c", "mini-docs", "--name", "votes")
    out, hidden = db.parent / "out", db.parent / "hidden"
    assert "not written" not in call(db, "export", "mini-docs", "--to", out, "-f", "trec").output
    assert {f"{path.parent.name}/{path.name}": path.read_bytes() for path in out.glob("mini-docs/*/*")} == {
        "answers/one.jsonl": REPORT.encode(),
        "answers/two.jsonl": (db.parent / "two.jsonl").read_bytes(),
        "nuggets/cited.csv": cited,
        "preferences/votes.txt": pairs,
    }
    told = call(db, "export", "mini-docs", "--to", hidden, "-f", "trec", "--anonymous", db.parent / "key")
    assert "not written: one, two, cited.csv, votes, because they name runs" in told.output
    assert not list(hidden.glob("mini-docs/*/*"))
    with duckdb.connect(str(db)) as con:
        con.execute("update main.source_lines set text = 'x' where part = 'answers'")
    with pytest.raises(UsageError, match="the stored lines of the answers 'one' have changed since they were loaded"):
        call(db, "export", "mini-docs", "--to", out, "-f", "trec")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["{", "}", "\n", "\r", "\t", " ", '"', "\\", "\ufeff", "\u2028", "\x0b", "é", "# x"])))
def test_lines_are_the_file_again(tmp_path, pieces):
    path = tmp_path / "file"
    path.write_bytes("".join(pieces).encode())
    with duckdb.connect() as con:
        sql_text.set_variables(con, path=duckpath.for_reader(path), file_id=1)
        rows = con.execute(
            f"select text from ({resources.script('ingest/read/source_lines')}) order by line"
        ).fetchall()
    assert "\n".join(text for (text,) in rows).encode() == path.read_bytes()


@pytest.mark.campaign
def test_what_somebody_else_changed_is_found(db):
    ingest(db, ANSWERS)
    assert call(db, "verify").exit_code == 0
    with duckdb.connect(str(db)) as con:
        for change in (
            "update main.answers set response_length = 9 where run_id = 'b'",
            "update main.answer_sentences set text = 'x' where position = 2",
            "update main.answer_citations set weight = 0.4 where weight = 0.5",
            "delete from main.answer_citations where ordinal = 2",
            "delete from main.answers where run_id = 'a'",
            "update main.source_lines set text = concat(text, ' ') where line = 1",
            "insert into main.source_lines values ('mini-docs', 'answers', 'mine', 9, '')",
        ):
            con.execute(f"begin; {change}")
            found = con.execute("select name from catalog.ledger_counts where not is_sound").fetchall()
            con.execute("rollback")
            assert ("mine",) in found, change
        con.execute("delete from main.answers where run_id = 'a'")
    assert call(db, "verify").exit_code == 3


@pytest.mark.campaign
def test_status_has_them_and_they_go_with_their_collection(db):
    ingest(db, ANSWERS)
    assert asked(db, "select unit, loaded, status from catalog.status where part = 'answers'") == [
        ("answers", 2, "extra")
    ]
    assert call(db, "drop", "mini").exit_code == 0
    for table in ("answers", "answer_sentences", "answer_citations", "source_lines", "loads"):
        assert asked(db, f"from main.{table}") == []


@pytest.mark.more
def test_statistics_of_answers_and_citations(db):
    more = rag(run_id="c", response_length=7, answer=[{"text": "it's state-of-the-art -"}])
    silent = rag(run_id="d", response_length=None, answer=[])
    ingest(db, ANSWERS + more + "\n" + silent + "\n")
    columns = "run_id, num_sentences, num_words, num_tokens, num_cited_sentences, num_citations, num_documents"
    assert asked(db, f"select {columns}, citation_coverage from answers.answer_statistics order by all") == [
        ("a", 2, 3, 5, 2, 3, 2, 1.0),
        ("b", 2, 3, 3, 1, 2, 2, 0.5),
        ("c", 1, 3, 2, 0, 0, 0, 0.0),
        ("d", 0, 0, 0, 0, 0, 0, None),
    ]
    assert asked(
        db, "select run_id, num_wrong_lengths, citations_per_sentence from answers.citation_statistics order by all"
    ) == [("a", 0, 1.5), ("b", 0, 1.0), ("c", 1, 0.0), ("d", 0, None)]


@pytest.mark.more
def test_citations_have_the_grades_of_what_they_cite(db):
    ingest(db, ANSWERS + rag(run_id="c", topic_id="3") + "\n" + rag(run_id="d", references=["D9"] * 2))
    columns = "run_id, relevance, num_citations, round(share, 3), is_relevant"
    assert asked(db, f"select {columns} from answers.cited_relevance order by all") == [
        ("a", 0, 1, 0.333, False),
        ("a", 3, 2, 0.667, True),
        ("b", 0, 1, 0.5, False),
        ("b", 2, 1, 0.5, True),
        ("d", None, 2, 1.0, None),
    ]


@pytest.mark.campaign
@pytest.mark.real
def test_the_baseline_answers_of_rag_2024_have_the_lengths_that_they_say(real_data, tmp_path):
    db = tmp_path / "x.duckdb"
    assert call(db, "ingest", "rag2024", "--parts", "qrels", "--from", real_data).exit_code == 0
    files = sorted((real_data / "rag-nuggets").glob("baseline*"))
    assert call(db, "ingest", "answers", *files, "-c", "rag2024").exit_code == 0
    lengths = "select count(*), count(*) filter (where num_words = response_length) from answers.answer_statistics"
    assert asked(db, lengths) == [(903, 903)]
    facts = "select num_sentences, num_citations from answers.citation_statistics order by run_id"
    assert asked(db, facts) == [(3690, 7799), (3975, 4108), (2291, 3939)]
    grades = (
        "select list(num_citations order by relevance) from answers.cited_relevance group by run_id order by run_id"
    )
    assert asked(db, grades) == [
        ([280, 519, 792, 597, 112],),
        ([105, 252, 462, 361, 28],),
        ([119, 245, 446, 348, 53],),
    ]
