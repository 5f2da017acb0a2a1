"""Topics and labels have the shape of TREC 2021: short and long, graded and sparse, agreeing only in part."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from sample_files import QRELS_FILES, SPARSE_FILES, Sample
from sklearn.metrics import cohen_kappa_score


def test_topic_file(sample: Sample) -> None:
    content = (sample.folder / "sample_queries.tsv").read_bytes()
    assert content.count(b"\r\n") == content.count(b"\n") == 60
    assert len(sample.queries) == 60
    assert all(re.fullmatch(r"\d{4,7}", query_id) for query_id in sample.queries)
    assert len(sample.long_queries) == 30


def test_judged_topics(sample: Sample) -> None:
    docs, passages = set(sample.qrels("docs")), set(sample.qrels("passages"))
    assert len(docs) == 40
    assert passages < docs < set(sample.queries)
    assert len(docs - passages) == 4
    assert len(docs & sample.long_queries) == 20


@pytest.mark.parametrize("task", ["docs", "passages"])
def test_graded_labels(sample: Sample, task: str) -> None:
    content = (sample.folder / QRELS_FILES[task]).read_bytes()
    assert b"\r" not in content and b"\t" not in content
    known = sample.documents if task == "docs" else sample.passages
    qrels = sample.qrels(task)
    assert all(doc in known for items in qrels.values() for doc in items)
    grades = Counter(grade for items in qrels.values() for grade in items.values())
    share = {grade: count / grades.total() for grade, count in grades.items()}
    assert share.keys() == {0, 1, 2, 3}
    assert 0.3 < share[0] < 0.6
    assert share[1] > share[2] > share[3] > 0.05
    assert all(any(grade >= 2 for grade in items.values()) for items in sample.qrels("passages").values())


@pytest.mark.parametrize("task", ["docs", "passages"])
def test_sparse_labels_are_few_old_and_partly_disagree(sample: Sample, task: str) -> None:
    content = (sample.folder / SPARSE_FILES[task]).read_bytes()
    assert re.fullmatch(rb"(\d+\t0\tmsmarco_(doc|passage)_\d\d_\d+\t1\r\n)+", content)
    sparse, graded = sample.sparse(task), sample.qrels(task)
    assert Counter(map(len, sparse.values())).most_common(1)[0][0] == 1
    old_urls = {row[1] for row in sample.version1}
    pairs: list[int | None] = []
    for query_id, items in sparse.items():
        for doc in items:
            page = doc if task == "docs" else sample.passages[doc]["docid"]
            assert sample.documents[page]["url"] in old_urls
            if query_id in graded:
                pairs.append(graded[query_id].get(doc))
    counts = Counter(pairs)
    assert counts[None] > 0, "some labelled item was never judged"
    assert counts[0] > 0, "some labelled item was judged irrelevant"
    assert counts[3] > counts[0] + counts[1] > counts[0]


def test_a_query_without_passage_label_and_one_with_two_document_labels(sample: Sample) -> None:
    assert set(sample.sparse("docs")) == set(sample.queries)
    assert 0 < len(set(sample.queries) - set(sample.sparse("passages"))) < 15
    assert max(map(len, sample.sparse("docs").values())) == 2


def test_labels_inferred_from_passages_agree_moderately_with_those_of_documents(sample: Sample) -> None:
    inferred: dict[tuple[str, str], int] = {}
    for query_id, items in sample.qrels("passages").items():
        for passage, grade in items.items():
            key = query_id, sample.passages[passage]["docid"]
            inferred[key] = max(grade, inferred.get(key, 0))
    actual = {
        (query_id, doc): grade for query_id, items in sample.qrels("docs").items() for doc, grade in items.items()
    }
    common = sorted(inferred.keys() & actual.keys())
    assert len(common) > 1000
    kappa = cohen_kappa_score([inferred[key] for key in common], [actual[key] for key in common])
    assert 0.38 < kappa < 0.55
