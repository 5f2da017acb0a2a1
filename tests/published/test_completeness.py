"""With everything loaded that can be loaded, every printed number has a computed one beside it.

The data are invented, so the numbers differ; but a cell without a computed
value would be called a mismatch in earnest, on the day somebody loads it all.
"""

from __future__ import annotations

import csv
import tomllib

import duckdb
import mini_track
import pytest
from corpora_tables import fill
from stored_rankings import add_rankings

from dltrack_db import resources
from dltrack_db.store import database, reference, sqlfiles

YEARS = (2019, 2020, 2021)
RANKINGS = """
select collection, run_id, query_id, doc_id, place as submitted_rank, 100 - place as score, place as rank
from (
    select
        runs.collection, runs.run_id, qrels.query_id, qrels.doc_id,
        row_number() over (
            partition by runs.collection, runs.run_id, qrels.query_id order by md5(runs.run_id || qrels.doc_id)
        ) as place,
    from main.runs inner join main.qrels using (collection) where qrels.variant = 'nist'
)
"""


@pytest.fixture(scope="module")
def complete_db():
    con = duckdb.connect()
    database.build(con, sqlfiles.all_objects())
    reference.load(con)
    for year in YEARS:
        _add_edition(con, tomllib.loads((resources.RECIPES / f"trec{year}.toml").read_text()), year)
    for task in ("docs", "passages"):
        name = f"msmarco-v1-dev-{task}"
        collection = {"collection": name, "edition": "dev", "task": task, "query_set": name, "qrels_variant": "msmarco"}
        mini_track.insert(con, "main.collections", [collection])
        mini_track.insert(con, "main.queries", [{"query_set": name, "query_id": "1", "text": "x"}])
        mini_track.add_qrels(con, name, "msmarco", {("1", "a"): 1})
        _expect(con, "queries", None, name)
        _expect(con, "qrels", name, "msmarco")
    for corpus in ("msmarco-v1-document", "msmarco-v2-document", "msmarco-v1-passage", "msmarco-v2-passage"):
        _expect(con, "corpus", None, corpus)
    items = [f"i{number}" for number in range(6)]
    fill(
        con,
        "documents",
        [
            {"corpus": f"msmarco-v{version}-document", "doc_id": item, "url": f"http://{item}"}
            for version in (1, 2)
            for item in items[: 3 * version]
        ],
    )
    fill(con, "passages", [{"corpus": f"msmarco-v{v}-passage", "passage_id": i} for v in (1, 2) for i in items])
    mapping = [{"corpus": "msmarco-v2-passage", "passage_id": item, "doc_id": item} for item in items]
    fill(con, "passage_documents", mapping)
    add_rankings(con, f"({RANKINGS})")
    mini_track.derive(con)
    yield con
    con.close()


def _expect(con, part, collection, name):
    row = {"edition": "x", "part": part, "collection": collection, "name": name, "expected_rows": 1}
    mini_track.insert(con, "main.collection_parts", [row])


def _add_edition(con, recipe, year):
    with (resources.INGEST / "runs" / "runs.csv").open(newline="") as file:
        described = [row for row in csv.DictReader(file) if row["collection"].startswith(recipe["id"])]
    for entry in recipe["collections"]:
        columns = (
            "collection",
            "task",
            "corpus",
            "query_set",
            "min_relevance",
            "overview_depth",
            "ncg_depth",
            "expected_runs",
        )
        row = {"edition": recipe["id"], "year": year} | {column: entry.get(column) for column in columns}
        mini_track.insert(con, "main.collections", [row])
        topics = con.execute(
            "select row_key from published.cells where exhibit = 'A-T5' and column_name = $1 and requirement = $2",
            [f"{entry['task']}_judged", f"{entry['collection']} qrels"],
        ).fetchall()
        topics = [topic for (topic,) in topics if topic.isdigit()] if year == 2019 else ["1", "2"]
        grades = {(topic, f"i{grade}"): grade % 4 for topic in topics for grade in range(6)}
        mini_track.add_qrels(con, entry["collection"], "nist", grades)
        mini_track.add_qrels(
            con, entry["collection"], "msmarco", {(topic, f"i{g}"): 1 for topic in topics for g in (0, 1)}
        )
        _expect(con, "qrels", entry["collection"], "nist")
    texts = {
        topic: "a long query of ten words or more, with some words left" if int(topic) % 2 else "short"
        for topic in topics
    }
    rows = [{"query_set": recipe["id"], "query_id": topic, "text": text} for topic, text in texts.items()]
    mini_track.insert(con, "main.queries", rows)
    _expect(con, "queries", None, recipe["id"])
    runs = []
    for number, row in enumerate(described):
        facts = {key: value or None for key, value in row.items()} | {"is_submission": True, "source_file": "f"}
        if year == 2020:  # as if somebody had learned them
            facts |= {"category": ("nnlm", "nn", "trad")[number % 3], "subtask": ("fullrank", "rerank")[number % 2]}
        runs.append(facts)
    mini_track.insert(con, "main.runs", runs)


def test_every_requirement_that_can_be_met_is_met_here(complete_db):
    unmet = complete_db.execute(
        "select distinct kind, collection, name from published.requirement_parts where not is_met"
    ).fetchall()
    assert {kind for kind, *_ in unmet} == {"outside"}


def test_every_cell_that_can_be_computed_is(complete_db):
    rows = complete_db.execute(
        'select exhibit, row_key, "column", reason from published.comparison '
        "where status <> 'needs data' and computed is null order by all"
    ).fetchall()
    assert rows == []


def test_what_waits_waits_for_something_outside(complete_db):
    waiting = complete_db.execute(
        "select distinct reason from published.comparison where status = 'needs data' order by all"
    ).fetchall()
    outside = {
        name
        for (name,) in complete_db.execute("select name from published.requirements where kind = 'outside'").fetchall()
    }
    assert {reason for (reason,) in waiting} == outside


def test_no_cell_is_computed_twice(complete_db):
    twice = complete_db.execute(
        "select exhibit, row_key, column_name from published.computed "
        "group by all having count(*) > 1 or row_key is null"
    ).fetchall()
    assert twice == []
    compared, printed = complete_db.execute(
        "select (select count(*) from published.comparison), (select count(*) from published.cells)"
    ).fetchone()
    assert compared == printed
