"""The corpus files are what the official layouts promise: true offsets, true spans, a first crawl to compare with."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from sample_files import Sample


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("tar", "folder", "stem", "key", "fields"),
    [
        ("sample_v2_doc.tar", "msmarco_v2_doc", "msmarco_doc", "docid", ["docid", "url", "title", "headings", "body"]),
        ("sample_v2_passage.tar", "msmarco_v2_passage", "msmarco_passage", "pid", ["pid", "passage", "spans", "docid"]),
    ],
)
def test_ids_are_file_and_byte_offset(
    sample: Sample, tar: str, folder: str, stem: str, key: str, fields: list[str]
) -> None:
    members = sample.members(tar)
    assert len(members) > 2
    for number, (name, records) in enumerate(members):
        assert name == f"{folder}/{stem}_{number:02d}.gz"
        assert len(records) > 500
        for offset, record in records:
            assert list(record) == fields
            assert record[key] == f"{stem}_{number:02d}_{offset}"


def test_spans_are_utf8_byte_offsets_into_the_body(sample: Sample) -> None:
    shifted = 0
    for passage in sample.passages.values():
        body = sample.documents[passage["docid"]]["body"]
        encoded = body.encode()
        assert re.fullmatch(r"\(\d+,\d+\)(,\(\d+,\d+\))*", passage["spans"])
        spans = [tuple(map(int, span.split(","))) for span in re.findall(r"\((.*?)\)", passage["spans"])]
        assert " ".join(encoded[start:end].decode() for start, end in spans) == passage["passage"]
        shifted += " ".join(body[start:end] for start, end in spans) != passage["passage"]
    # With character offsets these would be wrong, so the test can tell the two apart.
    assert shifted > len(sample.passages) / 2


def test_sizes_and_duplicates(sample: Sample) -> None:
    assert 2000 < len(sample.documents) < 10000
    assert 5000 < len(sample.passages) < 15000
    texts = Counter(passage["passage"] for passage in sample.passages.values())
    assert sum(count > 1 for count in texts.values()) > 50
    owners = Counter(passage["docid"] for passage in sample.passages.values())
    assert owners.keys() == sample.documents.keys()
    assert set(owners.values()) == {2, 3, 4}


def test_headings_are_lines_and_some_pages_have_none(sample: Sample) -> None:
    counts = Counter(len(document["headings"].split("\n")) for document in sample.documents.values())
    assert max(counts) == 3
    assert any(document["headings"] == "" for document in sample.documents.values())


def test_a_quarter_of_the_pages_was_in_version_1(sample: Sample) -> None:
    assert all(len(row) == 4 and re.fullmatch(r"D\d+", row[0]) for row in sample.version1)
    ids, urls = [row[0] for row in sample.version1], [row[1] for row in sample.version1]
    assert len(set(ids)) == len(ids)
    assert len(set(urls)) == len(urls)
    current = [document["url"] for document in sample.documents.values()]
    assert len(set(current)) == len(current)
    old = set(urls) & set(current)
    assert 0.2 < len(old) / len(current) < 0.3
    assert len(set(urls) - set(current)) >= 20
    assert all(re.match(r"https?://[a-z.-]+\.example/", url) for url in [*urls, *current])


def test_relevant_passages_share_words_with_the_query(sample: Sample) -> None:
    """Otherwise views that show text would show nothing that makes sense."""

    def overlap(query_id: str, passage_id: str) -> float:
        asked = set(re.findall(r"\w{4,}", sample.queries[query_id].lower()))
        said = set(re.findall(r"\w{4,}", sample.passages[passage_id]["passage"].lower()))
        return len(asked & said) / len(asked)

    by_grade: dict[int, list[float]] = {0: [], 1: [], 2: [], 3: []}
    for query_id, items in sample.qrels("passages").items():
        for passage_id, grade in items.items():
            by_grade[grade].append(overlap(query_id, passage_id))
    means = [sum(values) / len(values) for values in by_grade.values()]
    assert means == sorted(means)
    assert means[3] > 0.5
