"""Lines and ids of the real MS MARCO v2 files, with their empty titles and headings, through every reader of them."""

from __future__ import annotations

import gzip
import json

import pytest
from corpus import small

from dltrack_db.errors import FormatError

pytestmark = [pytest.mark.real, pytest.mark.usefixtures("great_expectations")]


@pytest.fixture
def lines(real_data):
    return real_data / "msmarco" / "real-lines"


@pytest.mark.campaign
def test_documents(lines, tmp_path):
    """Real lines; ids are their places, so nothing is left unchecked."""
    content = (lines / "v2_documents.jsonl").read_bytes()
    path = tmp_path / "msmarco_doc_00.gz"
    path.write_bytes(gzip.compress(content))
    small.load(tmp_path / "a.db", "msmarco-v2-document", path)
    rows = small.query(tmp_path / "a.db", "select doc_id, url, title, headings, body from main.documents")
    given = [json.loads(line) for line in content.splitlines()]
    assert rows == [tuple(row[key] for key in ("docid", "url", "title", "headings", "body")) for row in given]


@pytest.mark.campaign
@pytest.mark.parametrize("end", [b"\r\n", b" \n"])
def test_passages(lines, tmp_path, end):
    """Real lines; by their ids each has one byte more in the official file than in the sample that they come from."""
    content = (lines / "v2_passages.jsonl").read_bytes().replace(b"\n", end)
    path = tmp_path / "msmarco_passage_00.gz"
    path.write_bytes(gzip.compress(content))
    small.load(tmp_path / "a.db", "msmarco-v2-passage", path)
    given = [json.loads(line) for line in content.splitlines()]
    assert small.query(tmp_path / "a.db", "select passage_id, text from main.passages") == [
        (row["pid"], row["passage"]) for row in given
    ]
    assert small.query(tmp_path / "a.db", "select doc_id, spans from main.passage_documents") == [
        (row["docid"], row["spans"]) for row in given
    ]


@pytest.mark.campaign
def test_document_ids_beyond_2_to_the_32(lines, tmp_path):
    """Real ids of published labels, as documents and as documents of passages; texts are made up."""
    ids = (lines / "v2_large_document_ids.txt").read_text().split()
    ids.sort(key=lambda each: tuple(map(int, each.split("_")[2:])))
    assert len(ids) == 190
    bundles = {}
    for each in ids:
        row = {"url": f"http://{each}", "title": "", "headings": "\n", "body": "some text", "docid": each}
        bundles.setdefault(each[:14], []).append(row)
    passages = [
        {"pid": f"msmarco_passage_00_{n}", "passage": "some text", "spans": "(0,9)", "docid": each}
        for n, each in enumerate(ids)
    ]
    db = tmp_path / "a.db"
    for name, members in (
        ("msmarco-v2-document", bundles),
        ("msmarco-v2-passage", {"msmarco_passage_00": passages}),
    ):
        packed = {
            f"x/{member}.gz": "".join(json.dumps(row) + "\n" for row in rows).encode()
            for member, rows in members.items()
        }
        small.load(db, name, small.tar_of_gz(tmp_path / f"{name}.tar", packed), is_subset=True)
    assert small.query(db, "select doc_id from main.documents") == [(each,) for each in ids]
    joined = "select doc_id from main.passage_documents inner join main.documents using (doc_id)"
    assert sorted(small.query(db, joined)) == sorted((each,) for each in ids)
    assert small.query(db, "select doc_id, url from corpus.document('msmarco_doc_17_4872377370')") == [
        ("msmarco_doc_17_4872377370", "http://msmarco_doc_17_4872377370")
    ]


@pytest.mark.parametrize(
    ("name", "member", "row", "reason"),
    [
        (
            "msmarco-v2-document",
            "msmarco_doc_17",
            {"url": "u", "title": "t", "headings": "h", "body": "b", "docid": "msmarco_doc_17_10000000000"},
            "the id 'msmarco_doc_17_10000000000' cannot be stored, because the number at its end is not below "
            "10,000,000,000",
        ),
        (
            "msmarco-v2-passage",
            "msmarco_passage_00",
            {"pid": "msmarco_passage_00_0", "passage": "p", "spans": "(0,1)", "docid": "msmarco_doc_17_10000000000"},
            "the document id 'msmarco_doc_17_10000000000' cannot be stored, because the number at its end is not below "
            "10,000,000,000",
        ),
    ],
)
def test_what_the_key_cannot_hold_is_refused_with_the_reason(tmp_path, name, member, row, reason):
    path = tmp_path / f"{member}.gz"
    path.write_bytes(gzip.compress(json.dumps(row).encode() + b"\n"))
    with pytest.raises(FormatError, match=reason):
        small.load(tmp_path / "a.db", name, path, is_subset=True)
