"""Users' own texts, loaded by recipe and by command; all files are synthetic, except lines of segmented documents."""

from __future__ import annotations

import gzip
import json
import re
from contextlib import nullcontext
from pathlib import Path

import duckdb
import pytest
from commands import dltrack
from corpus import small

from dltrack_db.errors import DltrackError
from dltrack_db.load import corpus
from dltrack_db.load.corpus import loading
from dltrack_db.plugins.site import published
from dltrack_db.store.verify import verify

PAGE = Path(__file__).resolve().parents[2] / "docs" / "own-edition.md"
PASSAGES = {"ug7v899j": "doc-one", "a_2_007": "doc-one", "p12345678901234": "doc_02", "x-3": "doc_02"}
TEXTS = {each: f"text of {each}, naïve 東京 <b>" for each in PASSAGES}
RECIPE = """
id = "own"
title = "Own"

[[collections]]
collection = "own-passages"
task = "passages"
query_set = "own"
corpus = "own-texts"
min_relevance = 2

[[collections]]
collection = "own-docs"
task = "docs"
query_set = "own"
corpus = "own-documents"

[[files]]
part = "queries"
name = "own"
file = "topics.tsv"

[[files]]
part = "qrels"
name = "people"
collection = "own-passages"
file = "people.qrels"

[[files]]
part = "corpus"
name = "own-texts"
file = "texts.jsonl"
rows = 4

[[files]]
part = "corpus"
name = "own-documents"
file = "documents.jsonl"

[[files]]
part = "mapping"
name = "own-texts"
file = "mapping.tsv"
rows = 4
"""


@pytest.fixture
def folder(tmp_path):
    """The files of an edition with texts, in every format."""
    (tmp_path / "own.toml").write_text(RECIPE)
    (tmp_path / "topics.tsv").write_text("1\twhat is a\n2\twhat is b\n")
    (tmp_path / "people.qrels").write_text("".join(f"{1 + i % 2} 0 {p} {i}\n" for i, p in enumerate(PASSAGES)))
    rows = [{"_id": each, "text": text} for each, text in TEXTS.items()]
    (tmp_path / "texts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    lines = "".join(f"{row['text']}\t{row['_id']}\r\n" for row in rows)
    (tmp_path / "texts.tsv.gz").write_bytes(gzip.compress(f"\ufefftext\tdocno\r\n{lines}".encode()[:-2]))
    (tmp_path / "plain.tsv").write_text("".join(f"{row['_id']}\t{row['text']}\n" for row in rows))
    duckdb.execute(f"copy (from read_json('{tmp_path}/texts.jsonl')) to '{tmp_path}/texts.parquet'")
    (tmp_path / "mapping.tsv").write_text("".join(f"{p}\t{d}\n" for p, d in PASSAGES.items()))
    documents = [
        {"docid": each, "title": f"On {each}", "url": f"http://x/{each}", "text": "body"}
        for each in dict.fromkeys(PASSAGES.values())
    ]
    (tmp_path / "documents.jsonl").write_text("".join(json.dumps(row) + "\n" for row in documents))
    return tmp_path


def load(folder, *more):
    return dltrack("ingest", "own.toml", "--db", "x.db", *more, cwd=folder)


@pytest.mark.more
def test_an_edition_with_texts_is_loaded(folder):
    done = load(folder)
    assert done.returncode == 0, done.stderr
    ask = lambda query: small.query(folder / "x.db", query)  # noqa: E731
    assert dict(ask("select passage_id, text from main.passages")) == TEXTS
    assert dict(ask("select passage_id, doc_id from main.passage_documents")) == PASSAGES
    assert ask("select doc_id, title, body from corpus.document('doc_02')") == [("doc_02", "On doc_02", "body")]
    assert ask("select text from corpus.passage('a_2_007')") == [(TEXTS["a_2_007"],)]
    # by hand: topic 1 judges ug7v899j 0 and p12345678901234 2, topic 2 a_2_007 1 and x-3 3
    inferred = "select query_id, doc_id, relevance from labels.inferred_document_labels where rule = 'max' order by all"
    assert ask(inferred) == [("1", "doc-one", 0), ("1", "doc_02", 2), ("2", "doc-one", 1), ("2", "doc_02", 3)]
    parts = "select part, name, loaded, status from catalog.status where part in ('corpus', 'mapping') order by all"
    assert ask(parts) == [
        ("corpus", "own-documents", 2, "extra"),
        ("corpus", "own-texts", 4, "complete"),
        ("mapping", "own-texts", 4, "complete"),
    ]
    assert "own-texts: already loaded, nothing changed" in load(folder).stdout
    (folder / "mapping.tsv").write_text((folder / "mapping.tsv").read_text().replace("doc_02", "doc-one"))
    assert (
        "own-texts is already loaded from other files; to replace the loaded texts, add --replace"
        in load(folder).stderr
    )
    assert load(folder, "--replace").returncode == 0
    assert ask("select distinct doc_id from main.passage_documents") == [("doc-one",)]
    assert verify(folder / "x.db") == []


@pytest.fixture
def one_opening(tmp_path, monkeypatch):
    """One connection to `x.db` for all loads of a test, because opening takes longest."""
    small.make_empty(tmp_path / "x.db")
    spec = corpus.load_spec("sample-passage")
    with loading._connection(tmp_path / "x.db", spec, corpus.CorpusOptions()) as opened:
        monkeypatch.setattr(loading, "_connection", lambda *_: nullcontext(opened))
        yield opened[0]


def test_every_text_format_gives_the_same_rows(folder, one_opening):
    names = ("texts.jsonl", "texts.tsv.gz", "plain.tsv", "texts.parquet")
    for number, name in enumerate(names):
        spec, source = corpus.Texts(f"mine{number}", folder / name).open()
        report = corpus.load(folder / "x.db", spec, source, corpus.CorpusOptions())
        assert report.rows_stored == len(TEXTS), name
    rows = one_opening.execute("select corpus, passage_id, text from main.passages order by all").fetchall()
    assert rows == [(f"mine{number}", *row) for number in range(len(names)) for row in sorted(TEXTS.items())]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"own-texts"\nfile = "texts', '"msmarco-v2-passage"\nfile = "texts', "name of the official corpus"),
        ('name = "own-documents"', 'name = "others"', "no collection has corpus = 'others'"),
        ('name = "own-documents"', 'name = "own-texts"', "there are two files of part 'corpus' named 'own-texts'"),
        ('part = "corpus"\nname = "own-texts"', 'part = "ids"\nname = "x"', "the mapping 'own-texts' belongs to no"),
        ('"texts.jsonl"\nrows = 4', '"texts.jsonl"\nrows = 5', "4 records read, expected 5"),
        ('"mapping.tsv"\nrows = 4', '"mapping.tsv"\nrows = 5', "maps 4 passages instead of 5"),
        ('"mapping.tsv"\n', '"mapping.tsv"\nmd5 = ["' + "0" * 32 + '"]\n', "mapping.tsv has md5"),
        ('"texts.jsonl"\n', '"texts.jsonl"\nbytes = 5\n', "bytes instead of 5;"),
    ],
)  # fmt: skip
def test_text_entries_that_do_not_match_the_recipe_are_rejected(folder, old, new, told):
    assert old in RECIPE
    (folder / "own.toml").write_text(RECIPE.replace(old, new))
    done = load(folder)
    assert (done.returncode, told in done.stderr) == (1, True), done.stderr


BAD = (
    ("a.jsonl", b'{"id": "a", "text": "x"}\n{"id": "b"}\n', "record 2: the field text is missing, or is not text"),
    ("a.jsonl", b'{"id": "a", "text": "x"}\n\n', "record 2: the line is empty"),
    ("a.jsonl", b'{"id": "a", "text": "x"}\n{"id": "b c", "text": "x"}\n', "record 2: the id 'b c' contains a blank"),
    (
        "a.jsonl",
        b'{"id": "a", "text": "x"}\n{"id": "b", "id": "c", "text": "x"}\n',
        "record 2: the field id occurs twice",
    ),
    ("a.jsonl", b'{"id": "a", "text": "x\\u0000"}\n', "record 1: the record contains a NUL character"),
    ("a.jsonl", b'{"id": "a", "text": "x", "title": 1}\n', "record 1: the field title is missing, or is not text"),
    ("a.jsonl", b'{"id": true, "text": "x"}\n', "the field id is missing, or is neither text nor a whole number"),
    (
        "a.jsonl",
        b'{"number": "a", "text": "x"}\n',
        "a.jsonl:1: the fields are number, text; each line needs a field for the id",
    ),
    ("a.jsonl", b'[{"id": "a", "text": "x"}]\n', "a JSON list; write one JSON object on each line"),
    ("a.jsonl", b'{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}\n', "a occurs 2 times"),
    ("a.tsv", b"a\tx\nb\n", "record 2: 1 columns instead of 2"),
    ("a.tsv", b"a\tx\tt\tu\n", "a.tsv:1: 4 columns"),
    ("a.tsv", b"a\tx\nb\t\xff\n", "record 2: invalid UTF-8"),
    ("a.tsv", b"", "a.tsv is empty"),
    ("a.parquet", b"PAR1 and nothing", "cannot be read as Parquet"),
    ("a.tsv.gz", gzip.compress(b"a\tx\n" * 9, mtime=0)[:-9], "is truncated"),
)


def test_malformed_texts_are_rejected(tmp_path, one_opening):
    for number, (name, content, told) in enumerate(BAD):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(DltrackError, match=re.escape(told)):
            texts = corpus.Texts(f"mine{number}", tmp_path / name)
            corpus.load(tmp_path / "x.db", *texts.open(), corpus.CorpusOptions())
        assert one_opening.execute("select count(*) from main.passages").fetchone() == (0,), told


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("a\td\na\te\n", "m:2: passage 'a' is mapped twice"),
        ("a\td\nb\n", "m:2: 1 columns instead of 2"),
        ("a\t\n", "m:1: an id is missing or empty"),
        ('{"id": "a", "docid": "d"}\n{"id": "b"}\n', "m:2: an id is missing or empty"),
        ('{"id": "a"}\n', "m:1: the fields are id; a mapping needs a field for the passage"),
        ("passage_id\tdoc_id\n", "maps no passages"),
    ],
)
def test_malformed_mappings_are_rejected(tmp_path, content, told):
    (tmp_path / "m").write_text(content)
    with pytest.raises(DltrackError, match=re.escape(told)):
        corpus.own_texts.read_mapping(tmp_path / "m")


@pytest.mark.more
def test_a_mapping_of_other_passages_is_refused_and_nothing_is_changed(folder):
    dltrack("ingest", "collection", "--name", "mine", "--qrels", "people.qrels", "--topics", "topics.tsv", "--task",
            "passages", "--db", "x.db", cwd=folder)  # fmt: skip
    (folder / "mapping.tsv").write_text("nobody\tdoc-one\n")
    given = ("ingest", "corpus", "plain.tsv", "--name", "t", "-c", "mine", "--db", "x.db")
    done = dltrack(*given, "--mapping", "mapping.tsv", cwd=folder)
    assert done.returncode == 1
    assert "the mapping has passage nobody of doc-one, but the corpus does not" in done.stderr
    state = "select corpus, (select count(*) from store.passages) from main.collections"
    assert small.query(folder / "x.db", state) == [(None, 0)]
    assert dltrack(*given, cwd=folder).returncode == 0
    assert small.query(folder / "x.db", state) == [("t", 4)]


@pytest.mark.more
def test_the_commands_in_the_documentation_work(folder):
    (section,) = re.findall(r"## Your own texts\n(.*?)\n## ", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (commands,) = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    for line in commands.splitlines():
        words = re.findall(r'"([^"]*)"|(\S+)', line)
        done = dltrack(*(quoted or plain for quoted, plain in words[1:]), "--db", "x.db", cwd=folder)
        assert done.returncode == 0, (line, done.stderr)
        if "sql" in line:
            assert TEXTS["x-3"] in done.stdout
    assert small.query(folder / "x.db", "select count(*) from store.passages") == [(0,)]
    (recipe,) = re.findall(r"```toml\n(.*?)```", section, re.DOTALL)
    assert "texts.jsonl" in recipe
    assert "mapping.tsv" in recipe


@pytest.mark.campaign
@pytest.mark.real
@pytest.mark.parametrize(
    "name", ["v2_doc_segmented_0", "v2_doc_segmented_1", "v2.1_doc_segmented_0", "v2.1_doc_segmented_1"]
)
def test_real_segmented_documents_are_read(real_data, tmp_path, name):
    """Real lines of segmented documents, which only this reader accepts."""
    path = real_data / "msmarco" / "real-lines" / f"{name}.jsonl"
    small.make_empty(tmp_path / "x.db")
    corpus.load(tmp_path / "x.db", *corpus.Texts("segments", path, kind="documents").open(), corpus.CorpusOptions())
    given = [json.loads(line) for line in path.read_text().splitlines()]
    assert small.query(tmp_path / "x.db", "select doc_id, url, title, headings, body from main.documents") == [
        tuple(row[key] for key in ("docid", "url", "title", "headings", "segment")) for row in given
    ]


@pytest.mark.campaign
def test_a_page_contains_own_texts_only_on_request(folder):
    """The page does not contain the path of the files; official texts are never published."""
    (folder / "own-passages").mkdir()
    for name, order in (("one", 1), ("two", -1)):
        lines = [f"1 Q0 {each} {rank} {9 - rank} {name}\n" for rank, each in enumerate(list(PASSAGES)[::order], 1)]
        (folder / "own-passages" / f"input.{name}").write_text("".join(lines))
    load(folder)
    shown = "select doc_id, text from systems.moved('one', 'two', '1')"
    for with_texts in (True, False):
        page = folder / f"page{with_texts}.db"
        published.write(folder / "x.db", page, ["own-passages"], with_runs=True, with_texts=with_texts)
        if with_texts:
            assert dict(small.query(page, shown)) == TEXTS
            assert small.query(page, "select corpus, source from store.corpora") == [("own-texts", "")]
        else:
            assert small.query(page, "select count(*) from store.passages") == [(0,)]
    with duckdb.connect(str(folder / "x.db")) as con:
        con.execute("update store.corpora set corpus = 'msmarco-v2-passage' where corpus = 'own-texts'")
        con.execute("update main.collections set corpus = 'msmarco-v2-passage' where corpus = 'own-texts'")
    with pytest.raises(DltrackError, match="would publish the texts of msmarco-v2-passage, which are not yours"):
        published.write(folder / "x.db", folder / "no.db", ["own-passages"], with_runs=True, with_texts=True)
