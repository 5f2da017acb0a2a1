"""Labels by people that are recognized by their checksums and added only to loaded collections."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from dltrack_db.base import recipes
from dltrack_db.base.recipes import LabelsSpec
from dltrack_db.errors import SourceError, UsageError
from dltrack_db.load import loader
from tests.asking import asked
from tests.commands import dltrack
from tests.copies import copied

COLLECTION = "sample-passages"


def labels(con, grade):
    """Return three labels of two topics of the sample, all with one grade."""
    rows = con.execute(
        "select distinct on (query_id) query_id, doc_id from main.qrels "
        f"where collection = '{COLLECTION}' order by query_id, doc_id limit 3"
    ).fetchall()
    return "".join(f"{query} 0 {doc} {grade}\n" for query, doc in rows).encode()


def entry(name, content):
    md5 = (hashlib.md5(content).hexdigest(),)
    return LabelsSpec("qrels", name, f"{name}.qrels", COLLECTION, bytes=len(content), md5=md5, rows=3, queries=3)


@pytest.fixture
def edition(sample_database, tmp_path):
    """A clone with two rounds under one file name, its recipe, and a database to load it into."""
    with loader.closing(loader.database.open_readonly(sample_database)) as con:
        contents = {"person-1": labels(con, 1), "person-1-again": labels(con, 2)}
    for folder, content in zip(("main", "agreement"), contents.values(), strict=True):
        (tmp_path / "clone" / folder).mkdir(parents=True)
        (tmp_path / "clone" / folder / "jane-doe.txt").write_bytes(content)
    sample = recipes.load("sample").collections
    recipe = replace(
        recipes.load("dl19-people"),
        collections=tuple(spec for spec in sample if spec.collection == COLLECTION),
        owners={COLLECTION: "sample"},
        files=tuple(entry(name, content) for name, content in contents.items()),
    )
    return recipe, tmp_path / "clone", copied(sample_database, tmp_path / "x.duckdb")


def load(recipe, db, *places):
    return loader.load_edition(recipe, db, loader.LoadOptions(say=lambda _: None), places=places)


def test_files_are_recognized_by_content_and_their_names_are_kept_nowhere(edition):
    recipe, clone, db = edition
    load(recipe, db, clone)
    rows = "select variant, list(distinct relevance) from main.qrels where variant like 'person%' group by 1 order by 1"
    assert asked(db, rows) == [("person-1", [1]), ("person-1-again", [2])]
    assert asked(db, "select name, source, verified from main.loads where name like 'person%' order by 1") == [
        ("person-1", "person-1.qrels", "md5"),
        ("person-1-again", "person-1-again.qrels", "md5"),
    ]
    assert b"jane-doe" not in db.read_bytes()
    assert load(recipe, db, clone).already_loaded == 2


def test_a_changed_file_is_not_recognized(edition):
    recipe, clone, db = edition
    (clone / "main" / "jane-doe.txt").write_bytes(b"changed")
    with pytest.raises(SourceError, match=r"'person-1' of sample-passages is not published .* get the repository"):
        load(recipe, db, clone)


def test_labels_are_added_only_to_loaded_collections(edition, tmp_path):
    recipe, clone, db = edition
    told = "only has labels for sample-passages, and .* contains none of .*; first run: dltrack ingest sample$"
    with pytest.raises(UsageError, match=told):
        load(recipe, tmp_path / "new.duckdb", clone)
    assert not (tmp_path / "new.duckdb").exists()
    other = recipes.load("trec2019").collections[0]
    both = replace(recipe, collections=(*recipe.collections, other), owners={other.collection: "trec2019"})
    report = load(both, db, clone)
    assert report.rows["qrels"] == 6
    assert [note for note in report.notes if "dltrack ingest trec2019" in note and other.collection in note]


def test_people_are_numbered_in_two_rounds_and_no_file_has_an_address():
    files = recipes.load("dl19-people").files
    assert [spec.name for spec in files] == [
        f"dl19-people-{person}{round_}" for round_ in ("", "-again") for person in range(1, 9)
    ]
    assert {spec.url for spec in (*files, *recipes.load("dl-mia").files)} == {None}


def test_the_published_files_load(real_data, tmp_path):
    db = tmp_path / "x.duckdb"
    for edition, folder in (("trec2019", ""), ("dl19-people", "people"), ("trec2021", ""), ("dl-mia", "dl-mia")):
        loaded = dltrack("ingest", edition, "--parts", "queries,qrels", "--from", real_data / folder, "--db", db)
        assert loaded.returncode == 0, loaded.stderr
    assert "trec2022" in loaded.stderr + loaded.stdout
    counts = "select count(*), count(distinct query_id), count(distinct subtopic) from main.subtopic_qrels"
    assert asked(db, counts) == [(1007, 12, 32)]
    sets = "select count(*) from main.qrels where variant like 'dl19-people-%' group by variant order by variant"
    assert sorted(asked(db, sets)) == sorted([(188,)] * 8 + [(n,) for n in (1115, 1124, 1128, 1135) for _ in range(2)])
    run = real_data / "runs" / "trec2021-passages" / "input.p_bm25.gz"
    words = ("eval", run, "-c", "trec2021-passages", "--labels", "dl-mia", "-m", "alpha_nDCG@10", "-f", "csv")
    scored = dltrack(*words, "--db", db)
    assert "0.290744" in scored.stdout
    assert "this is right if only relevant items were judged by subtopic" in scored.stderr
