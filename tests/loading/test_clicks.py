"""Training sets and clicks: repeated labels, files with four columns, and the sizes printed in the papers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dltrack_db.base import recipes
from dltrack_db.base.files.sources import SourceIndex
from dltrack_db.base.recipes import LabelsSpec
from dltrack_db.errors import ValidationError
from dltrack_db.load import loader, plan
from dltrack_db.store.verify import verify
from tests.asking import asked

QUIET = loader.LoadOptions(say=lambda _: None)
CLICKS = (
    "101\twhy is the sky blue\tD1\thttp://example.org/sky\r\n"
    "101\twhy is the sky blue\tD2\thttps://example.org/a\tb\r\n"
    "102\t sky  and sea\tD1\thttp://example.org/sky\r\n"
).replace("/a\tb", "/ab")
TRAIN = {
    "msmarco-doctrain-queries.tsv": "1\tfirst\n2\tsecond\n",
    "msmarco-doctrain-qrels.tsv": "1 0 D1 1\n2 0 D2 1\n",
    "queries.train.tsv": "1\tfirst\n2\tsecond\n3\twithout a label\n",
    "qrels.train.tsv": "1\t0\t11\t1\n2\t0\t12\t1\n1\t0\t11\t1\n2\t0\t13\t1\n",
}
COUNTS = {
    "msmarco-doctrain-queries.tsv.gz": (2, 2),
    "msmarco-doctrain-qrels.tsv.gz": (2, 2),
    "queries.train.tsv": (3, 3),
    "qrels.train.tsv": (4, 2),
    "orcas-doctrain-queries.tsv.gz": (2, 2),
    "orcas-doctrain-qrels.tsv.gz": (3, 2),
}


def small(name):
    """The recipe, with the counts of the files above."""
    recipe = recipes.load(name)
    files = []
    for spec in recipe.files:
        rows, queries = COUNTS[spec.file]
        counted = replace(spec, md5=(), bytes=None, rows=rows, queries=queries)
        files.append(replace(counted, grades={"1": rows}) if isinstance(spec, LabelsSpec) and spec.grades else counted)
    return replace(recipe, files=tuple(files))


def load(name, folder, db, files):
    place = folder / name
    place.mkdir(exist_ok=True)
    for file, text in files.items():
        (place / file).write_bytes(text.encode())
    return loader.load(plan.plan_edition(small(name), SourceIndex([place]), ()), db, QUIET)


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    folder = tmp_path_factory.mktemp("clicks")
    load("msmarco-v1-train", folder, folder / "x.duckdb", TRAIN)
    load("orcas", folder, folder / "x.duckdb", {"orcas.tsv": CLICKS})
    return folder / "x.duckdb"


def test_clicks_are_topics_and_labels(db):
    assert asked(db, "select query_set, query_id, text from main.queries where query_set = 'orcas' order by all") == [
        ("orcas", "101", "why is the sky blue"),
        ("orcas", "102", " sky  and sea"),
    ]
    assert asked(db, "select query_id, doc_id, relevance from main.qrels where collection = 'orcas' order by all") == [
        ("101", "D1", 1),
        ("101", "D2", 1),
        ("102", "D1", 1),
    ]


@pytest.mark.campaign
def test_a_label_that_occurs_twice_is_loaded_once(db):
    where = "collection = 'msmarco-v1-train-passages'"
    assert asked(db, f"select count(*) from main.qrels where {where}") == [(3,)]
    assert asked(db, f"select expected_rows, measured_rows from main.loads where {where}") == [(4, 3)]
    assert verify(db) == []


def test_the_printed_sizes_are_those_of_the_files(db):
    sizes = "select item, docs, passages from exhibits.b_t1 where item.starts_with('train') order by all"
    # ten repeated lines are expected, so fewer labels than these would not be called complete
    assert asked(db, sizes) == [("train qrels", 2, 3), ("train queries", 2, 2)]
    assert asked(db, "select docs_records, passages_records from exhibits.a_t1 where item = 'train queries'") == [
        (2, 2)
    ]
    assert asked(db, "select click_pairs_million, times_larger, from_print from exhibits.b_s4") == [(3e-6, 1.5, None)]


def test_files_in_trecs_format_are_loaded_first(tmp_path):
    (tmp_path / "orcas.tsv").write_text(CLICKS)
    (tmp_path / "orcas-doctrain-qrels.tsv").write_text("101 0 D1 1\n")
    items = plan.plan_edition(recipes.load("orcas"), SourceIndex([tmp_path]), ()).items
    assert [(item.part, item.path.name, item.has_clicks) for item in items] == [
        ("queries", "orcas.tsv", True),
        ("qrels", "orcas-doctrain-qrels.tsv", False),
    ]


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("name", "files", "told"),
    [
        (
            "orcas",
            {"orcas.tsv": CLICKS + "103\tx\tD3\n"},
            "orcas.tsv:4: 3 columns instead of 4 (topic, text, document, address)",
        ),
        ("orcas", {"orcas.tsv": CLICKS + "\tx\tD3\ty\n"}, "orcas.tsv:4: no topic number"),
        ("orcas", {"orcas.tsv": CLICKS + "103\t \tD3\ty\n"}, "orcas.tsv:4: no text after"),
        ("orcas", {"orcas.tsv": CLICKS + "103\tx\t\ty\n"}, "orcas.tsv:4: no document after"),
        ("orcas", {"orcas.tsv": CLICKS + "\n103\tx\tD3\ty\n"}, "orcas.tsv:4: a blank line"),
        ("orcas", {"orcas.tsv": CLICKS + "101\tother\tD3\ty\n"}, "topic number is unique"),
        ("orcas", {"orcas.tsv": CLICKS + CLICKS[:50]}, "pair is judged once"),
        ("orcas", {"orcas.tsv": CLICKS + "101\twhy is the sky blue\tD3\ty\n"}, "4 judgments, expected 3"),
        (
            "msmarco-v1-train",
            TRAIN | {"qrels.train.tsv": TRAIN["qrels.train.tsv"] + "1\t0\t11\t1\n" * 10},
            "pair is judged once",
        ),
        (
            "msmarco-v1-train",
            TRAIN | {"qrels.train.tsv": TRAIN["qrels.train.tsv"] + "1\t0\t11\t1\n"},
            "5 judgments, expected 4",
        ),
    ],
)
def test_malformed_rows_are_reported_with_their_line(tmp_path, name, files, told):
    with pytest.raises(ValidationError) as caught:
        load(name, tmp_path, tmp_path / "x.duckdb", files)
    assert told in str(caught.value)
    assert not (tmp_path / "x.duckdb").exists()
