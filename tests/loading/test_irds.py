"""Collections by ir_datasets' names: topics, judgments and relevance level, without network access."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import dltrack_db as dl
from dltrack_db.cli import ingest
from dltrack_db.errors import FormatError, SourceError, UsageError
from dltrack_db.load import irds

ir_datasets = pytest.importorskip("ir_datasets", reason="needs ir_datasets (extra irds)")

TOPICS = [("q1", "one\ttab and “quotes”"), ("q2", "two"), ("q3", "not judged")]
JUDGED = [("q1", "d1", 0, "Q0"), ("q1", "d2", 3, "Q0"), ("q2", "d3", 1, "Q0"), ("q2", "d4", -1, "Q0")]


class TitledQuery(NamedTuple):
    query_id: str
    title: str
    description: str

    def default_text(self):
        return self.title


class Queries(ir_datasets.formats.BaseQueries):
    def queries_iter(self):
        return iter(TitledQuery(key, text, "not this") for key, text in TOPICS)

    def queries_cls(self):
        return TitledQuery


class Qrels(ir_datasets.formats.BaseQrels):
    def __init__(self, rows, cls=ir_datasets.formats.TrecQrel):
        self.rows, self.cls = rows, cls

    def qrels_iter(self):
        return iter(self.cls(*row[: len(self.cls._fields)]) for row in self.rows)

    def qrels_cls(self):
        return self.cls


class Scored(ir_datasets.formats.BaseScoredDocs):
    def __init__(self, rows):
        self.rows = rows

    def scoreddocs_iter(self):
        return iter(ir_datasets.formats.GenericScoredDoc(*row) for row in self.rows)


class Broken(Qrels):
    def qrels_iter(self):
        raise ConnectionError("no network")


class Documented(ir_datasets.Dataset):
    def __init__(self, *parts, measures=()):
        super().__init__(*parts)
        self.measures = measures

    metadata = None

    def documentation(self):
        return {"official_measures": list(self.measures)}


@pytest.fixture
def registered(monkeypatch):
    """A function that registers data sets until the end of the test."""
    monkeypatch.setattr(ir_datasets.registry, "_registered", dict(ir_datasets.registry._registered))

    def register(name, *parts, measures=()):
        ir_datasets.registry.register(name, Documented(*parts, measures=measures))

    return register


def loaded(path):
    with dl.open(path) as db:
        return (
            db.sql("select query_id, text from main.queries order by query_id").fetchall(),
            db.sql("select query_id, doc_id, relevance, iteration from main.qrels order by all").fetchall(),
            db.sql("select collection, query_set, task, corpus, min_relevance, title from main.collections").fetchall(),
            db.sql("select part, source from main.loads order by part").fetchall(),
        )


@pytest.mark.more
def test_topics_and_judgments_are_loaded_as_in_ir_datasets(registered, tmp_path, capsys):
    scored = Scored([("q1", "d2", 0.1), ("q2", "d3", -1e-9), ("q1", "d1", 7.0), ("q1", "d9", 7.0)])
    measures = ["nDCG@10", "AP(rel=2)", "RR(rel=2)"]
    registered("msmarco-passage/mine/judged", Queries(), Qrels(JUDGED), scored, measures=measures)
    ingest.ingest_collection(irds="msmarco-passage/mine/judged", runs=[Path("irds")], db=tmp_path / "x.duckdb")
    with dl.open(tmp_path / "x.duckdb") as db:
        columns = "run_id, query_id, doc_id, submitted_rank, score"
        assert db.sql(f"select {columns} from main.rankings order by query_id, submitted_rank").fetchall() == [
            ("scoreddocs", "q1", "d1", 1, 7.0),
            ("scoreddocs", "q1", "d9", 2, 7.0),
            ("scoreddocs", "q1", "d2", 3, 0.1),
            ("scoreddocs", "q2", "d3", 1, -1e-9),
        ]
    topics, judged, (collection,), sources = loaded(tmp_path / "x.duckdb")
    assert topics == sorted(TOPICS)
    assert judged == sorted((q, d, grade, iteration) for q, d, grade, iteration in JUDGED)
    name = "msmarco-passage-mine-judged"
    assert collection == (
        name, name, "passages", "msmarco-v1-passage", 2, "msmarco-passage/mine/judged, from ir_datasets"
    )  # fmt: skip
    assert [source for source in sources if source[0] != "query-attributes"] == [
        ("qrels", "ir_datasets:msmarco-passage/mine/judged#qrels"),
        ("queries", "ir_datasets:msmarco-passage/mine/judged#queries"),
        ("runs", "ir_datasets:msmarco-passage/mine/judged#scoreddocs"),
    ]
    assert "relevant from grade 2 on (official measures: nDCG@10, AP(rel=2), RR(rel=2))" in capsys.readouterr().err


@pytest.mark.parametrize(
    "measures, given, expected",
    [((), None, 1), (["P@10"], None, 1), (["P(rel=2)@10", "AP(rel=3)"], None, 1), (["AP(rel=3)"], None, 3),
     (["AP(rel=3)"], 1, 1), ((), 0, 0)],
)  # fmt: skip
def test_the_level_is_that_of_the_official_measures_unless_given(registered, tmp_path, measures, given, expected):
    registered("mine/x", Qrels(JUDGED), measures=measures)
    (spec,) = irds.plan("mine/x", tmp_path, irds.Conventions(min_relevance=given)).collections
    assert spec.min_relevance == expected


def test_users_can_choose_name_task_and_year(registered, tmp_path):
    registered("mine/y", Queries(), Qrels(JUDGED, ir_datasets.formats.GenericQrel))
    plan = irds.plan("mine/y", tmp_path, irds.Conventions("other", "segments", year=2020))
    (spec,) = plan.collections
    assert (spec.collection, spec.query_set, spec.task, spec.year, spec.corpus) == (
        "other",
        "other",
        "segments",
        2020,
        None,
    )
    qrels = next(item.path for item in plan.items if item.part == "qrels")
    assert qrels.read_text().splitlines()[0] == "q1 0 d1 0"


def test_data_sets_without_the_required_data_are_rejected(registered, tmp_path):
    with pytest.raises(
        UsageError, match=r"no data set 'msmarco-passage/trec-dl-2091'; did you mean .*msmarco-passage/trec-dl-2019"
    ):
        irds.plan("msmarco-passage/trec-dl-2091", tmp_path)
    registered("mine/queries", Queries())
    with pytest.raises(UsageError, match="has no judgments"):
        irds.plan("mine/queries", tmp_path)
    registered("mine/sub", Qrels(JUDGED, ir_datasets.formats.TrecSubQrel))
    with pytest.raises(UsageError, match="by subtopic"):
        irds.plan("mine/sub", tmp_path)
    registered("mine/broken", Broken(JUDGED))
    with pytest.raises(SourceError, match="could not read mine/broken: ConnectionError: no network"):
        irds.plan("mine/broken", tmp_path)
    for odd in ("d 1", "", "d\t1"):
        registered(f"mine/odd{len(odd)}{odd[:1]}{odd.isprintable()}", Qrels([("q1", odd, 1, "0")]))
        with pytest.raises(FormatError, match="an id that is empty or contains a blank"):
            irds.plan(f"mine/odd{len(odd)}{odd[:1]}{odd.isprintable()}", tmp_path)
    registered("mine/runless", Qrels(JUDGED))
    with pytest.raises(UsageError, match="mine/runless has no run in ir_datasets; leave out --runs irds"):
        irds.plan("mine/runless", tmp_path, runs=[Path("irds")])
    blank = "does not allow empty ids or blanks in ids"
    for rows, told in (([("q1", "d1", 0.0)], "without scores"), ([("q1", "d 1", 1.0)], blank)):
        registered(f"mine/{len(told)}", Qrels(JUDGED), Scored(rows))
        with pytest.raises(FormatError, match=told):
            irds.plan(f"mine/{len(told)}", tmp_path, runs=[Path("irds")])
    registered("trec2021", Qrels(JUDGED))
    with pytest.raises(UsageError, match="official"):
        irds.plan("trec2021", tmp_path)


class Docs(ir_datasets.formats.BaseDocs):
    def __init__(self, rows):
        self.rows = rows

    def docs_iter(self):
        return iter(self.rows)

    def docs_cls(self):
        return type(self.rows[0])


class Passage(NamedTuple):
    doc_id: str
    text: str


class Page(NamedTuple):
    doc_id: str
    url: str
    title: str
    body: str


PASSAGES = [Passage(str(number), f"text “{number}” " * 3000) for number in range(5)]
PAGES = [Page("D1", "http://a", "one", "first\nsecond \tline"), Page("D7", "http://b", "", "")]


@pytest.mark.more
def test_text_comes_with_the_collection(registered, tmp_path):
    registered("msmarco-passage/mine", Docs(PASSAGES), Queries(), Qrels([("q1", "3", 1, "0")]))
    registered("msmarco-document/mine", Docs(PAGES), Queries(), Qrels([("q1", "D7", 1, "0")]))
    db = tmp_path / "x.duckdb"
    for name in ("msmarco-passage/mine", "msmarco-document/mine"):
        ingest.ingest_collection(irds=name, corpus=True, subset=True, db=db)
    with dl.open(db) as opened:
        found = opened.sql("select passage_id, text from main.passages order by all").fetchall()
        pages = opened.sql("select doc_id, url, title, body from main.documents order by all").fetchall()
    assert found == [tuple(passage) for passage in PASSAGES]
    assert [tuple(part or "" for part in page) for page in pages] == [tuple(page) for page in PAGES]


@pytest.mark.campaign
def test_only_judged_texts_are_stored(registered, tmp_path):
    registered("msmarco-passage/mine", Docs(PASSAGES), Queries(), Qrels([("q1", "3", 1, "0")]))
    db = tmp_path / "x.duckdb"
    ingest.ingest_collection(irds="msmarco-passage/mine", corpus=True, subset=True, profile="judged", db=db)
    with dl.open(db) as opened:
        assert opened.sql("select passage_id from main.passages").fetchall() == [("3",)]


@pytest.mark.more
@pytest.mark.parametrize(
    ("name", "docs", "sentence"),
    [
        (
            "mine/z",
            PASSAGES,
            "--corpus works only with data sets of msmarco-passage, msmarco-document",
        ),
        ("msmarco-passage-v2/z", PASSAGES, "load the text with: dltrack ingest corpus msmarco-v2-passage"),
        ("msmarco-passage/none", None, "has no text in ir_datasets; load the text with: dltrack ingest corpus"),
        ("msmarco-passage/odd", [Passage("0", "a\nb")], "document '0' has a line break in a passage"),
        ("msmarco-document/odd", [Page("D1", "u", "t\nt", "")], "document 'D1' has a line break in its address"),
    ],
)
def test_texts_that_cannot_be_stored_are_rejected(registered, tmp_path, name, docs, sentence):
    registered(name, *([Docs(docs)] if docs else []), Queries(), Qrels([("q1", "0", 1, "0")]))
    with pytest.raises((UsageError, FormatError), match=re.escape(sentence)):
        ingest.ingest_collection(irds=name, corpus=True, subset=True, db=tmp_path / "x.duckdb")


def test_options_that_cannot_be_combined_are_rejected(tmp_path):
    for given in ({"irds": "a/b", "qrels": tmp_path}, {"irds": "a/b", "topics": tmp_path}):
        with pytest.raises(UsageError, match="leave out --topics, --text and --qrels"):
            ingest.ingest_collection(db=tmp_path / "x.duckdb", **given)
    for given in ({}, {"name": "x"}, {"qrels": tmp_path}):
        with pytest.raises(UsageError, match=r"add --name and --topics or --qrels \(or both\), or --irds"):
            ingest.ingest_collection(db=tmp_path / "x.duckdb", **given)


def test_text_needs_the_name_of_a_data_set(tmp_path):
    with pytest.raises(UsageError, match="--corpus works only with --irds"):
        ingest.ingest_collection(name="x", qrels=tmp_path, corpus=True, db=tmp_path / "x.duckdb")


def test_without_ir_datasets_the_message_says_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ir_datasets", None)
    with pytest.raises(UsageError, match=r"pip install 'dltrack\[irds\]'"):
        irds.plan("mine/x", tmp_path)
