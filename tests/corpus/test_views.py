"""The views on texts: by id, by span, judged items, lengths."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from corpus import small
from corpus.test_load import note_judgments

DOCS = small.documents()
PASSAGES = small.passages()


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    """Both corpora; every passage is cut from two places of its document, by bytes."""
    folder = tmp_path_factory.mktemp("views")
    path = folder / "a.db"
    small.load(path, "msmarco-v2-document", small.tar_of_gz(folder / "d.tar", DOCS.members))
    small.load(path, "msmarco-v2-passage", small.tar_of_gz(folder / "p.tar", PASSAGES.members))
    note_judgments(path, "msmarco-v2-passage", judged=list(PASSAGES.rows)[::10])
    return path


@pytest.mark.campaign
def test_a_passage_by_id(db):
    for pid, row in list(PASSAGES.rows.items())[::25]:
        assert small.query(db, f"from corpus.passage('{pid}')") == [
            ("msmarco-v2-passage", pid, row["passage"], row["docid"], row["spans"])
        ]
    assert small.query(db, "from corpus.passage('msmarco_passage_00_1')") == []
    assert small.query(db, "from corpus.passage('no id at all')") == []


def test_a_document_by_id(db):
    docid, row = list(DOCS.rows.items())[30]
    expected = ("msmarco-v2-document", docid, row["url"], row["title"], row["headings"], row["body"])
    assert small.query(db, f"from corpus.document('{docid}')") == [expected]


def test_spans_are_cut_as_bytes(empty_db):
    body = "naïve 東京 é brown"
    raw = body.encode()
    for start, end in ((0, 6), (7, 13), (14, 16), (17, 22)):
        (found,) = empty_db.execute("select corpus.cut($1, $2, $3)", [body, start, end]).fetchone()
        assert found == raw[start:end].decode()


@pytest.mark.campaign
def test_spans_of_a_passage_with_the_text_of_its_document(tmp_path):
    """Spans made for the words of the bodies, so that none falls into a character."""
    docs, given = small.documents(), small.passages()
    expected = {}
    for name, content in given.members.items():
        lines = []
        for line in content.decode().splitlines():
            row = small.json.loads(line)
            words = docs.rows[row["docid"]]["body"].encode().split(b" ")
            ends = [len(b" ".join(words[:count])) for count in (1, 2, 3)]
            spans = [(0, ends[0]), (ends[0] + 1, ends[2])]
            row["spans"] = ",".join(f"({a},{b})" for a, b in spans)
            expected[row["pid"]] = [
                (*span, b" ".join(w).decode()) for span, w in zip(spans, ([words[0]], words[1:3]), strict=True)
            ]
            lines.append(small.json.dumps(row) + "\n")
        given.members[name] = "".join(lines).encode()
    db = tmp_path / "a.db"
    small.load(db, "msmarco-v2-document", small.tar_of_gz(tmp_path / "d.tar", docs.members))
    small.load(db, "msmarco-v2-passage", small.tar_of_gz(tmp_path / "p.tar", given.members), is_subset=True)
    for pid in list(expected)[::30]:
        rows = small.query(db, f"select from_byte, to_byte, text from corpus.passage_spans('{pid}') order by span_no")
        assert rows == expected[pid]


def test_judged_passages(db):
    rows = small.query(db, "select passage_id, doc_id, text from corpus.judged_passages")
    wanted = {pid: PASSAGES.rows[pid] for pid in list(PASSAGES.rows)[::10]}
    assert sorted(rows) == sorted((pid, row["docid"], row["passage"]) for pid, row in wanted.items())
    assert small.query(db, "select count(*) from corpus.judged_documents") == [(0,)]


def test_length_histogram(db):
    rows = small.query(
        db, "select from_chars, to_chars, num_items, share from corpus.length_histogram where kind = 'documents'"
    )
    lengths = [len(row["body"]) for row in DOCS.rows.values()]
    bins = Counter(math.floor(math.log2(length)) for length in lengths)
    assert rows == [(2**b, 2 ** (b + 1) - 1, n, n / len(lengths)) for b, n in sorted(bins.items())]


def test_length_statistics(db):
    ((count, total, mean, low, high),) = small.query(
        db,
        "select num_items, total_bytes, mean_chars, min_chars, max_chars"
        " from corpus.length_statistics where kind = 'passages'",
    )
    texts = [row["passage"] for row in PASSAGES.rows.values()]
    assert (count, total) == (len(texts), sum(len(text.encode()) for text in texts))
    assert mean == pytest.approx(sum(map(len, texts)) / len(texts), abs=1e-9)
    assert (low, high) == (min(map(len, texts)), max(map(len, texts)))
