"""Every expectation of every suite can fail, names the offending rows, and has the right severity."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace

import pytest
from mini_edition import (
    ANSWERS,
    EXCLUDED,
    NOTES,
    NUGGETS,
    PAIRS,
    QRELS,
    QUERIES,
    RAG_ANSWER,
    REPORT,
    RUN_A,
    RUN_B,
    SCORES,
    TYPO,
    Mini,
)
from sqlalchemy.engine import cursor

from dltrack_db.base import parts, resources
from dltrack_db.base.files import plainfile
from dltrack_db.base.files.sources import SourceIndex
from dltrack_db.load import expectations
from dltrack_db.load.plan import Item, StagedFile, plan_edition
from dltrack_db.load.staging import Staging
from dltrack_db.store import database
from tests import without_gx

RUNS = {"input.a": RUN_A, "input.b": RUN_B}

EXTRA = {
    "query_variants": "typo.tsv",
    "notes": "notes.tsv",
    "scores": "treceval/c.treceval",
    "answers": "reports.jsonl",
    "preferences": "pairs.txt",
    "nuggets": "nuggets.jsonl",
    "exclusions": "excluded.txt",
}

# suite, expectation, severity, what is changed, where the report must point
CASES = [
    *(
        (suite, name, severity, {"extras": {EXTRA[suite]: text}}, place)
        for suite, name, severity, text, place in (
            ("query_variants", "lines are readable", "error", TYPO + "3 no tab\n", "typo.tsv:3: no tab"),
            ("notes", "lines are readable", "error", NOTES + "3\n", "notes.tsv:4: 1 columns instead of 2"),
            ("notes", "number of notes matches the recipe", "error", NOTES + "3\tx\n", "3 topics or runs, expected 2"),
            (
                "answers",
                "lines are readable",
                "error",
                ANSWERS + "{3\n",
                "reports.jsonl:3: not a line of JSON",
            ),
            (
                "answers",
                "a topic is answered once",
                "error",
                ANSWERS + RAG_ANSWER,
                "reports.jsonl:3: run b answers topic 2 again; the first answer is in reports, line 2",
            ),
            (
                "answers",
                "cited documents are listed",
                "warning",
                ANSWERS.replace('["D1"]', '["D9"]'),
                "reports.jsonl:1: topic 1 cites D9, which is not among its references",
            ),
            (
                "preferences",
                "lines are readable",
                "error",
                PAIRS + "1 D1 D1 a\n",
                "pairs.txt:3: item D1 is compared with",
            ),
            (
                "preferences",
                "a judge votes once",
                "error",
                PAIRS + "1 D1 D2 b\n",
                "pairs.txt:3: pairs compares D1 with D2 by overall again; the first vote is on line 1",
            ),
            (
                "exclusions",
                "lines are readable",
                "error",
                EXCLUDED + "1 a b\n",
                "excluded.txt:3: 3 columns instead of 2",
            ),
            (
                "nuggets",
                "topics of nuggets are judged",
                "warning",
                NUGGETS.replace('"1"', '"3"'),
                "nuggets.jsonl:1: topic 3 is not judged in labels nist",
            ),
            (
                "nuggets",
                "lines are readable",
                "error",
                NUGGETS.replace('"partial_support"', '"most"'),
                "nuggets.jsonl:1: label 'most' of nugget 2 is neither a number nor one of support",
            ),
            (
                "nuggets",
                "ids are printable",
                "error",
                NUGGETS.replace('"run_id": "a"', '"run_id": "a\\u0007"'),
                "nuggets.jsonl:1: invalid run id of 2 bytes: a?",
            ),
            (
                "nuggets",
                "a judge labels once",
                "error",
                NUGGETS + NUGGETS,
                "nuggets.jsonl:2: nuggets labels nugget 1 of topic 1 for run a again; the first label is in nuggets, "
                "line 1",
            ),
            (
                "nuggets",
                "labelled nuggets are in the bank",
                "error",
                NUGGETS + NUGGETS.replace('"1"', '"2"').replace('"text": "One", ', ""),
                "nuggets.jsonl:2: nugget 1 is of topic 1 in bank nuggets, and not of topic 2",
            ),
            (
                "nuggets",
                "questions are within DRAGUN's limits",
                "warning",
                f"1\tt\tr\t1\tWhy?\n1\tt\tr\t2\t{'y' * 301}\n1\tt\tr\t11\tWho?\n",
                "nuggets.jsonl:2: question 2 of topic 1 has 301 characters, at most 300 are allowed",
            ),
            (
                "nuggets",
                "every nugget is labelled",
                "warning",
                NUGGETS.replace("\n", "\n") + '{"qid": "1", "run_id": "b", "nuggets": '
                '[{"text": "One", "importance": "vital", "assignment": "support"}]}\n',
                "nuggets.jsonl:2: nuggets labels 1 of 2 nuggets of topic 1 for run b",
            ),
            (
                "scores",
                "lines are readable",
                "error",
                SCORES + "map\t3\tnan\n",
                "c.treceval:4: value 'nan' is not finite",
            ),
            (
                "scores",
                "a score is given once",
                "error",
                SCORES + "map\t1\t0.5\n",
                "map of run c, topic 1 is 0.5, but on line 1 it is 0.5",
            ),
            (
                "scores",
                "scored topics are judged",
                "error",
                SCORES + "map\t3\t0.5\n",
                "c.treceval:4: topic 3 is not judged in labels nist",
            ),
        )
    ),
    (
        "scores",
        "scored runs are known",
        "error",
        {"extras": {"treceval/c.treceval": SCORES}, "described": "mini-docs,a\n"},
        "c.treceval:1: run c is not a run of mini-docs",
    ),
    (
        "answers",
        "topics are answered",
        "warning",
        {"extras": {"reports.jsonl": REPORT + RAG_ANSWER}},
        "run a answers 1 of 3 topics; the first without an answer is '2'",
    ),
    (
        "answers",
        "answers are not too long",
        "warning",
        {
            "extras": {"reports.jsonl": REPORT + RAG_ANSWER},
            "sql": "insert into staging.known_limits values ('mini', '1', 4)",
        },
        "reports.jsonl:1: the answer to topic 1 has 22 characters, at most 4 are allowed",
    ),
    (
        "answers",
        "answers have no more citations than allowed",
        "warning",
        {
            "extras": {
                "reports.jsonl": '{"metadata": {"team_id": "t", "type": "x", "run_id": "a", "topic_id": "1", '
                '"use_starter_kit": 1}, "responses": [{"text": "x", "citations": ["D1", "D2", "D3", "D4"]}]}\n'
            }
        },
        "reports.jsonl:1: sentence 1 of topic 1 has 4 citations, at most 3 are allowed",
    ),
    (
        "answers",
        "records have the required fields",
        "warning",
        {"extras": {"reports.jsonl": REPORT.replace("team_id", "team") + RAG_ANSWER}},
        "reports.jsonl:1: topic 1 has no metadata.team_id",
    ),
    (
        "answers",
        "cited documents belong to the collection",
        "warning",
        {"extras": {"reports.jsonl": REPORT.replace("D2", "E2") + RAG_ANSWER}},
        "reports.jsonl:1: topic 1 cites 'E2', expected the form",
    ),
    (
        "answers",
        "an answer has one response",
        "warning",
        {
            "extras": {
                "reports.jsonl": '{"run_name": "a", "turns": [{"turn_id": "1", "responses": [{"rank": 2, "text": "x"}, '
                '{"rank": 1, "text": "y"}]}]}\n'
            }
        },
        "reports.jsonl:1: topic 1 has 1 responses after the first, which are ignored",
    ),
    (
        "scores",
        "a score has one value",
        "error",
        {
            "extras": {"treceval/c.treceval": SCORES, "treceval/d.treceval": "c\tmap\t1\t0.7\nc\tmap\t2\t0.25\n"},
            "sql": "update staging.files set entry = json_merge_patch(entry, '{\"file\": \"\"}') where part = 'scores'",
        },
        "map of run c, topic 1 is 0.7, but in ",
    ),
    (
        "scores",
        "runs have the same topics",
        "warning",
        {"extras": {"treceval/c.treceval": SCORES, "treceval/d.treceval": "map\t1\t0.5\n"}},
        "run d is scored on 1 topics, other runs on up to 2",
    ),
    (
        "rankings",
        "ids are printable",
        "error",
        {"runs": RUNS | {"input.a": RUN_A + "1\a Q0 D5 1 2 t\n"}},
        "input.a:6: invalid topic id of 2 bytes: 1?",
    ),
    (
        "rankings",
        "ids are printable",
        "error",
        {"runs": RUNS | {"input.a": RUN_A + f"1 Q0 D{'1' * 2100} 1 2 t\n"}},
        "input.a:6: invalid document id of 2101 bytes: D1",
    ),
    ("queries", "lines are readable", "error", {"queries": QUERIES + "4 no tab\r\n"}, "mini_queries.tsv:4: no tab"),
    (
        "queries",
        "topic number is present",
        "error",
        {"sql": "update staging.queries set query_id = null where line = 1"},
        "mini_queries.tsv:1: no topic number",
    ),
    (
        "queries",
        "text is present",
        "error",
        {"sql": "update staging.queries set text = null where line = 1"},
        "mini_queries.tsv:1: no text",
    ),
    ("qrels", "lines are readable", "error", {"qrels": QRELS + "1 0 D5\n"}, "mini.qrels.txt:6: 3 columns instead of"),
    (
        "qrels",
        "query is present",
        "error",
        {"sql": "update staging.qrels set query_id = null where line = 1"},
        "mini.qrels.txt:1: no query",
    ),
    (
        "qrels",
        "document is present",
        "error",
        {"sql": "update staging.qrels set doc_id = null where line = 1"},
        "mini.qrels.txt:1: no document",
    ),
    (
        "qrels",
        "grade is present",
        "error",
        {"sql": "update staging.qrels set relevance = null where line = 1"},
        "mini.qrels.txt:1: no grade",
    ),
    (
        "qrels",
        "pair is judged once",
        "error",
        {"qrels": QRELS + "1 0 D1 3\n"},
        "mini.qrels.txt:6: document D1 occurs again for topic 1, first on line 1",
    ),
    (
        "qrels",
        "grades match the recipe",
        "error",
        {"qrels": QRELS + "1 0 D5 4\n"},
        "mini.qrels.txt:6: grade 4 of topic 1",
    ),
    (
        "qrels",
        "label histogram matches the recipe",
        "error",
        {"qrels": QRELS.replace("D2 0", "D2 1")},
        "grade 0 occurs 1 times, expected 2",
    ),
    (
        "qrels",
        "number of judged topics matches the recipe",
        "error",
        {"qrels": QRELS + "3 0 D5 0\n"},
        "3 judged topics, expected 2",
    ),
    (
        "qrels",
        "document ids fit the corpus",
        "error",
        {"qrels": QRELS + "1 0 X5 0\n"},
        "mini.qrels.txt:6: document 'X5'",
    ),
    (
        "qrels",
        "judged topics are known",
        "error",
        {"qrels": QRELS + "99 0 D5 0\n"},
        "topic 99 is not in query set mini",
    ),
    (
        "qrels",
        "grades are on the scale",
        "warning",
        {"sql": "insert into staging.known_grades values ('mini-docs', 0, 2)"},
        "mini.qrels.txt:1: grade 3 of topic 1, document D1; official grades range from 0 to 2",
    ),
    (
        "qrels",
        "grades form one scale",
        "warning",
        {
            "sql": "update staging.files set entry = json_merge_patch(entry, '{\"grades\": null}');"
            "update staging.qrels set relevance = 7 where relevance = 3"
        },
        "mini.qrels.txt:1: grade 7 occurs once, and no grade between",
    ),
    (
        "qrels",
        "every topic has a relevant document",
        "warning",
        {"qrels": QRELS + "3 0 D5 0\n"},
        "topic 3 has no document of grade 1",
    ),
    (
        "rankings",
        "lines are readable",
        "error",
        {"runs": RUNS | {"input.a": RUN_A + "1 Q0 D5 1 2.0\n"}},
        "input.a:6: 5 columns instead of the 6",
    ),
    (
        "rankings",
        "query is present",
        "error",
        {"sql": "update staging.rankings set query_id = null where rowid = 1"},
        "input.a:2: no query",
    ),
    (
        "rankings",
        "document is present",
        "error",
        {"sql": "update staging.rankings set doc_id = null where rowid = 1"},
        "input.a:2: no document",
    ),
    (
        "rankings",
        "rank is present",
        "error",
        {"sql": "update staging.rankings set submitted_rank = null where rowid = 1"},
        "input.a:2: no rank",
    ),
    (
        "rankings",
        "score is present",
        "error",
        {"sql": "update staging.rankings set score = null where rowid = 1"},
        "input.a:2: no score",
    ),
    (
        "rankings",
        "scores are finite",
        "error",
        {"runs": RUNS | {"input.a": RUN_A + "1 Q0 D5 1 1e39 t\n"}},  # finite as double, infinite as float
        "input.a:6: score 1e+39",
    ),
    (
        "rankings",
        "a document is returned once per topic",
        "error",
        {"runs": RUNS | {"input.b": RUN_B + "\n2\tQ0\tD4\t2\t-5\ttagB\n"}},
        "input.b:4: document D4 occurs again for topic 2, first on line 2",
    ),
    (
        "rankings",
        "document ids fit the corpus",
        "error",
        {"runs": RUNS | {"input.a": RUN_A + "1 Q0 X5 1 2 t\n"}},
        "input.a:6: document 'X5' does not have the form",
    ),
    (
        "rankings",
        "runs answer the collection's topics",
        "error",
        {"runs": RUNS | {"input.c": "77 Q0 D1 1 1 t\n"}},
        "input.c: none of the 1 topics",
    ),
    (
        "rankings",
        "scores order the documents",
        "warning",
        {"runs": RUNS | {"input.a": re.sub(r"(?m)^((?:\S+ ){4})\S+", r"\g<1>1", RUN_A)}},
        "all documents have the same score in ",
    ),
    ("rankings", "topics are known", "warning", {"runs": RUNS | {"input.a": RUN_A + "77 Q0 D1 1 1 t\n"}}, "topic 77"),
    (
        "rankings",
        "judged topics are answered",
        "warning",
        {"runs": RUNS | {"input.b": "1 Q0 D1 1 1 t\n"}},
        "input.b: 1 judged topic has no answer, such as 2",
    ),
    (
        "rankings",
        "depth is within the limit",
        "warning",
        {"runs": RUNS | {"input.a": RUN_A + "1 Q0 D5 4 0.01 t\n"}},
        "1 topics have more than 3 documents, at most 4",
    ),
    ("rankings", "all submitted runs are loaded", "warning", {"runs": {"input.a": RUN_A}}, "1 of 2 submitted runs"),
    ("rankings", "submitted runs are known", "warning", {"described": "mini-docs,a\n"}, "run b is not among"),
]


SUITES = frozenset(part.suite for part in parts.all_parts())


def outcomes(folder, change, suites=SUITES, only=None):
    """Return the outcomes of suites (by default all) for the mini edition with a `change`.

    `only` selects one expectation of each suite. Like `dltrack check`, most tests run the expectations without Great
    Expectations, which is faster and gives the same outcomes.
    """
    change = dict(change)
    described = change.pop("described", None)
    sql = change.pop("sql", "select 1")  # what no file can bring about, since every line has a first field
    mini = Mini(folder / "files", **change)
    plan = plan_edition(mini.recipe(), SourceIndex([mini.write()]), [])
    if described:
        header = "collection,run_id,team,subtask,category,stage,dense,in_overview,submitted_on,submitted_md5\n"
        (folder / "runs.csv").write_text(header + described.rstrip() + "," * 8 + "\n")
        plan = replace(plan, run_descriptions=folder / "runs.csv")
    con = database.connect()
    staging = Staging(con, plan)
    files = [
        StagedFile(number, item, plainfile.open_plain(item.path, folder), str(item.path), "none")
        for number, item in enumerate(plan.items, start=1)
    ]
    staging.read(files)
    con.execute(sql)
    staging.summarize_rankings()
    con.execute(resources.script("ingest/staging/know_staged"))
    staging.place_scores(files)
    sources = {file.file_id: file.source for file in files}
    chosen = [expectations.load_suite(suite) for suite in suites]
    if only:
        chosen = [
            replace(one, expectations=tuple(each for each in one.expectations if each.name == only[one.name]))
            for one in chosen
        ]
    found, told = (
        [replace(outcome, checked_at=None) for suite in chosen for outcome in validator.run(suite)]
        for validator in (without_gx.Validator(con, sources), without_gx.WithoutGx(con, sources))
    )
    assert told == found
    con.close()
    return {(o.suite, o.expectation): o for o in found}


@pytest.mark.campaign
def test_the_unaltered_edition_meets_every_expectation(tmp_path):
    assert [key for key, outcome in outcomes(tmp_path, {}).items() if not outcome.success] == []


def _rounds():
    """Return the cases in as few loads as possible: each load has one case per suite, and no file changes twice."""
    rounds = []
    for suite, name, severity, change, place in CASES:
        for changes, cases in rounds:
            texts = changes.get("extras", {}).keys() & change.get("extras", {}).keys()
            if suite not in cases and not texts and not (changes.keys() & change.keys()) - {"extras"}:
                break
        else:
            changes, cases = {}, {}
            rounds.append((changes, cases))
        extras = changes.get("extras", {}) | change.get("extras", {})
        changes |= change | ({"extras": extras} if extras else {})
        cases[suite] = (name, severity, place)
    return rounds


@pytest.mark.more
@pytest.mark.parametrize(("change", "cases"), _rounds())
def test_expectations_fail_and_name_the_offender(tmp_path, change, cases):
    found = outcomes(tmp_path, change, list(cases), {suite: name for suite, (name, *_) in cases.items()})
    for suite, (name, severity, place) in cases.items():
        outcome = found[suite, name]
        assert not outcome.success, (suite, name)
        assert outcome.severity == severity, (suite, name)
        assert outcome.unexpected_rows > 0, (suite, name)
        assert any(place in example for example in outcome.examples), (suite, name, outcome.examples)


SHORTER = RUN_A[: RUN_A.rindex("\n", 0, -1) + 1]
"""with space for another line"""


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("suite", "change"),
    [
        ("queries", {"queries": QUERIES + "\tno number\r\n"}),
        ("queries", {"queries": QUERIES + "4\r\n"}),
        ("qrels", {"qrels": QRELS + "1 0\n"}),
        ("qrels", {"qrels": QRELS + "1 0 D5 x\n"}),
        ("rankings", {"runs": RUNS | {"input.a": SHORTER + "2 Q0\n"}}),
        ("rankings", {"runs": RUNS | {"input.a": SHORTER + "2 Q0 D5 x 2 t\n"}}),
        ("rankings", {"runs": RUNS | {"input.a": SHORTER + "2 Q0 D5 1 x t\n"}}),
        ("rankings", {"runs": RUNS | {"input.a": SHORTER + "2 Q0 D5 1 1_0 t\n"}}),
    ],
)
def test_an_unreadable_line_is_reported_once(tmp_path, suite, change):
    found = outcomes(tmp_path, change, {suite, "rankings"})
    failed = [name for (of, name), outcome in found.items() if of == suite and not outcome.success]
    assert [name for name in failed if "the recipe" not in name] == ["lines are readable"]  # and of numbers of lines
    assert found[suite, "lines are readable"].unexpected_rows == 1
    assert all(
        found["rankings", each].success for each in ("scores are finite", "a document is returned once per topic")
    )


QUERIES_OF_PARTS = {
    path.read_text(encoding="utf-8") for part in parts.all_parts() for path in part.folder.glob("expectations/*.sql")
}


def test_every_expectation_has_a_case():
    declared = [(suite, entry) for suite in SUITES for entry in expectations.load_suite(suite).expectations]
    own = {(s, e.name) for s, e in declared if not e.promise or e.query in QUERIES_OF_PARTS or e.must_be_null}
    own = {(suite, name) for suite, name in own if not suite.startswith("track_")}  # of trec_browser, in its tests
    assert own == {(case[0], case[1]) for case in CASES}  # others: test_promises.py


def test_every_query_file_belongs_to_a_suite():
    used = {entry.query for suite in map(expectations.load_suite, SUITES) for entry in suite.expectations}
    assert used >= QUERIES_OF_PARTS


def test_messages_name_the_offending_item():
    assert Item("runs", "a", "mini-docs", None).label == "runs 'a' of mini-docs"


@pytest.mark.campaign
@pytest.mark.parametrize("change", [{"qrels": "1 0 D1 3\n" + "1 0\n" * 900}, {"qrels": "1 0 D1 3\n" * 901}])
def test_of_many_offending_rows_only_the_first_are_returned(tmp_path, monkeypatch, change):
    brought = []

    class Recorded(cursor.FullyBufferedCursorFetchStrategy):
        def __init__(self, *arguments, initial_buffer, **more):
            brought.append(len(initial_buffer))
            super().__init__(*arguments, initial_buffer=initial_buffer, **more)

    monkeypatch.setattr(cursor, "FullyBufferedCursorFetchStrategy", Recorded)
    failed = [o for o in outcomes(tmp_path, change, ["qrels"]).values() if o.unexpected_rows == 900]
    assert failed and all(len(o.examples) == expectations.MAX_EXAMPLES for o in failed)
    assert max(brought) == expectations._MAX_BROUGHT


def test_a_summary_in_steps_has_the_rows_of_all_files_at_once(tmp_path):
    mini = Mini(tmp_path / "files")
    plan = plan_edition(mini.recipe(), SourceIndex([mini.write()]), [])
    with closing(database.connect()) as con:
        staging = Staging(con, plan)
        staging.read(
            [
                StagedFile(number, item, plainfile.open_plain(item.path, tmp_path), str(item.path), "none")
                for number, item in enumerate(plan.items, start=1)
            ]
        )
        steps = resources.script("ingest/staging/answers/steps")
        rows = "select * from staging.answers order by file_id, query_id"
        assert len(con.execute(steps).fetchall()) == 1
        staging.summarize_rankings()
        at_once = con.execute(rows).fetchall()
        assert len({row[0] for row in at_once}) == 2
        last = at_once[-1][0]
        con.execute(f"update staging.files set first_row = 5000000 where file_id = {last}")
        assert con.execute(steps).fetchall() == [(0,), (1,)]
        staging.summarize_rankings()
        assert con.execute(rows).fetchall() == at_once
