"""Databases with the papers' printed numbers."""

from __future__ import annotations

import csv
import tomllib

import mini_track
import pytest
from corpora_tables import fill
from stored_rankings import add_rankings

from dltrack_db.base import resources
from dltrack_db.store import reference

YEARS = (2019, 2020, 2021)
SPARSE = (
    *(f"msmarco-v1-{split}-{task}" for split in ("dev", "train") for task in ("docs", "passages")),
    "msmarco-v1-full-dev-passages",
    "orcas",
)
"""Collections whose sizes the papers print."""
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


@pytest.fixture(scope="session")
def new_published_db(new_db):
    """Makes empty databases whose comparisons are planned as `dltrack reproduce` plans them, in half the time."""

    def new():
        con = new_db()
        con.execute("set disabled_optimizers = 'compressed_materialization'")
        return con

    return new


@pytest.fixture(scope="session")
def printed_db(new_published_db):
    """The printed numbers and nothing else; tests only read it, or roll back."""
    con = new_published_db()
    reference.load(con)
    yield con
    con.close()


@pytest.fixture(scope="session")
def printed_mini_db(new_published_db):
    """The printed numbers beside a small random track; tests only read it."""
    con = new_published_db()
    mini_track.build(con)
    reference.load(con)
    yield con
    con.close()


@pytest.fixture(scope="session")
def complete_db(new_published_db):
    """Everything that can be loaded, with invented contents; tests only read it, or roll back."""
    con = new_published_db()
    reference.load(con)
    for year in YEARS:
        _add_edition(con, tomllib.loads((resources.RECIPES / f"trec{year}.toml").read_text()), year)
    for name in SPARSE:
        variant = "clicks" if name == "orcas" else "msmarco"
        collection = {"collection": name, "edition": "x", "task": "docs", "query_set": name, "qrels_variant": variant}
        mini_track.insert(con, "main.collections", [collection])
        mini_track.insert(con, "main.queries", [{"query_set": name, "query_id": "1", "text": "x"}])
        mini_track.add_qrels(con, name, variant, {("1", "a"): 1})
        _expect(con, "queries", None, name)
        _expect(con, "qrels", name, variant)
    for number, corpus in enumerate(
        ("msmarco-v1-document", "msmarco-v2-document", "msmarco-v1-passage", "msmarco-v2-passage")
    ):
        _expect(con, "corpus", None, corpus)
        load = {"part": "corpus", "name": corpus, "measured_rows": 1, "verified": "counts"}
        mini_track.insert(con, "main.loads", [_load(600 + number) | load])
    _add_labels_of_others(con)
    _add_labels_of_methods(con)
    _add_preferences(con)
    _add_answers(con)
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
    _note_labels(con)
    mini_track.derive(con)
    yield con
    con.close()


def _note_labels(con):
    """The ledger of the labels, as if each file had an md5 that a recipe knows."""
    found = con.execute("select collection, variant, count(*) from main.qrels group by all order by all").fetchall()
    for number, (collection, variant, rows) in enumerate(found):
        load = {"part": "qrels", "collection": collection, "name": variant, "measured_rows": rows, "verified": "md5"}
        mini_track.insert(con, "main.loads", [_load(number) | load])


def _load(number):
    load = {"load_id": number, "batch_id": "x", "edition": "x", "source": "x", "bytes": 1}
    load |= {"started_at": "2026-01-01", "published_at": "2026-01-01"}
    return load | {f"{name}_version": "x" for name in ("dltrack", "duckdb", "gx")}


def _expect(con, part, collection, name):
    row = {"edition": "x", "part": part, "collection": collection, "name": name, "expected_rows": 1}
    mini_track.insert(con, "main.collection_parts", [row])


def _add_edition(con, recipe, year):
    with (resources.RECIPES / "runs.csv").open(newline="") as file:
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
        facts = {key: value or None for key, value in row.items()} | {
            "is_submission": True,
            "source_file": "f",
            "source_md5": row["submitted_md5"],
        }
        if year == 2020:  # as if somebody had learned them
            facts |= {"category": ("nnlm", "nn", "trad")[number % 3], "subtask": ("fullrank", "rerank")[number % 2]}
        runs.append(facts)
    mini_track.insert(con, "main.runs", runs)
    if year == 2019:
        said = [{"collection": row["collection"], "run_id": row["run_id"], "key": "description"} for row in runs]
        notes = [
            row | {"source": "x", "value": "XLNet" if row["run_id"] == "ucas_runid2" else "A bert"} for row in said
        ]
        mini_track.insert(con, "main.run_metadata", notes)


def _add_labels_of_others(con):
    """What the papers on labels need: two more editions, other labels and scores of most runs, notes, DL-Hard."""
    for year in (2022, 2023):
        name = f"trec{year}-passages"
        row = {
            "collection": name,
            "edition": f"trec{year}",
            "year": year,
            "task": "passages",
            "query_set": f"trec{year}",
        }
        mini_track.insert(con, "main.collections", [row])
        mini_track.insert(con, "main.queries", [{"query_set": f"trec{year}", "query_id": "1", "text": "x"}])
        mini_track.add_qrels(con, name, "nist", {("1", f"i{grade}"): grade for grade in range(4)})
        _expect(con, "queries", None, f"trec{year}")
        _expect(con, "qrels", name, "nist")
    wanted = con.execute(
        "select distinct collection, name from published.requirements "
        "where kind = 'qrels' and (name = 'syndl-gpt4' or name.starts_with('llmjudge-'))"
    ).fetchall()
    for collection, variant in wanted:
        mini_track.add_qrels(con, collection, variant, {("1", f"i{grade}"): grade % 4 for grade in range(6)})
        _expect(con, "qrels", collection, variant)
    _add_scores(con)
    worded = {"query_set": "trec2023", "query_id": "3000001", "variant": "origin", "text": "x", "generator": "T5"}
    mini_track.insert(con, "main.query_variants", [worded])
    noted = {"collection": "trec2023-passages", "run_id": "r", "source": "trec2023-synthetic", "key": "k", "value": "v"}
    mini_track.insert(con, "main.run_metadata", [noted])
    _add_edition(con, tomllib.loads((resources.RECIPES / "dl-hard.toml").read_text()) | {"id": "dl-hard"}, None)
    for task in ("docs", "passages"):
        mini_track.add_qrels(con, f"dl-hard-{task}", "dl-hard", {("1", "i1"): 2})
        _expect(con, "qrels", f"dl-hard-{task}", "dl-hard")


def _add_labels_of_methods(con):
    """Labels of every way of labelling on what NIST judged: 0 to 5, or 0 to 1 where the label is a mean."""
    con.execute(
        "insert into main.qrels by name "
        "select collection, variant, query_id, doc_id, floor(gain) as relevance, gain from ("
        "select collection, wanted.name as variant, query_id, doc_id, "
        "substr(doc_id, 2)::double / case when wanted.name like '%-binary-mean' then 5 else 1 end as gain, "
        "from main.qrels inner join published.requirements as wanted using (collection) "
        "where variant = 'nist' and wanted.kind = 'qrels' and wanted.name.starts_with('gpt-4') group by all)"
    )


def _add_preferences(con):
    """Votes of workers, what was made of them, and those of a model asked in two ways, and the ledger that has them."""
    dimensions = con.execute("select distinct row_key from published.cells where exhibit = 'J-T9'").fetchall()
    judges = {"crowdrag25": ("u", "v", "w", "gold"), "crowdrag25-gpt-4o": ("gpt-4o/combined", "gpt-4o/individual")}
    for number, (source, by) in enumerate(judges.items()):
        votes = [
            {"query_id": "1", "item_a": a, "item_b": b, "dimension": dimension, "session": 1}
            | {"judge": f"{judge}{place % 2}" if len(judge) == 1 else judge}  # no worker sees both orders
            | {"winner": ("a", "b", "tie")[(place + len(judge)) % 3], "is_aggregate": judge == "gold"}
            for (dimension,) in dimensions
            for judge in by
            for place, (a, b) in enumerate([("x", "y"), ("y", "x"), ("x", "z"), ("z", "x")])
        ]
        home = {"collection": "rag2024", "source": source, "is_ordered": True}
        mini_track.insert(con, "main.preferences", [home | vote for vote in votes])
        load = {"part": "preferences", "collection": "rag2024", "name": source, "verified": "md5"}
        mini_track.insert(con, "main.loads", [_load(950 + number) | load | {"measured_rows": len(votes)}])


def _add_answers(con):
    """Labels of nuggets and answers of the printed judges and runs, and the ledger that has them."""
    home = {
        "collection": "dragun2025",
        "bank": "dragun-rubrics",
        "source": "dragun-rubrics",
        "subject_kind": "run",
        "label": "none",
    }
    judges = con.execute("select distinct row_key from published.cells where exhibit = 'K-S1'").fetchall()
    labels = [
        home | {"judge": judge, "subject": "r", "query_id": "1", "nugget_id": "1", "value": 0} for (judge,) in judges
    ]
    mini_track.insert(con, "main.nugget_labels", labels)
    runs = con.execute("select distinct row_key from published.cells where exhibit = 'K-T1'").fetchall()
    answers = [{"collection": "dragun2025-testbed", "run_id": run, "query_id": "1"} for (run,) in runs]
    mini_track.insert(con, "main.answers", [answer | {"source": "reports"} for answer in answers])
    mini_track.insert(con, "main.answer_sentences", [answer | {"position": 1, "text": "a word"} for answer in answers])
    loads = [
        {"part": "nuggets", "collection": "dragun2025", "name": "dragun-rubrics", "measured_rows": len(labels)},
        {"part": "answers", "collection": "dragun2025-testbed", "name": "reports", "measured_rows": len(answers)},
    ]
    mini_track.insert(con, "main.loads", [_load(960 + n) | load | {"verified": "md5"} for n, load in enumerate(loads)])


def _add_scores(con):
    """Scores of the printed runs and of two more, and the ledger that has their files."""
    printed = con.execute("select distinct row_key from published.cells where exhibit = 'F-T3'").fetchall()
    runs = [(int(key.split()[0]), key.split()[1]) for (key,) in printed]
    scores = []
    for number, (year, run) in enumerate([*runs, *((year, f"other{n}") for year in range(2019, 2024) for n in (1, 2))]):
        for variant in ("nist", "syndl-gpt4-all-years", *(["synthetic-gpt4"] if year == 2023 else [])):
            for place, measure in enumerate(("map", "ndcg_cut_5", "ndcg_cut_10", "ndcg_cut_100")):
                for topic in ("1", "3000001"):
                    score = {"collection": f"trec{year}-passages", "variant": variant, "run_id": run, "query_id": topic}
                    value = (number * 7 + place + int(topic)) % 11 / 11
                    scores.append(score | {"measure": measure, "value": value, "source": f"s/{run}"})
    mini_track.insert(con, "main.submitted_scores", scores)
    sets = sorted({(score["collection"], score["variant"]) for score in scores})
    for number, (collection, variant) in enumerate(sets):
        part = {"edition": "x", "part": "scores", "collection": collection, "name": f"{variant}/s", "expected_rows": 1}
        mini_track.insert(con, "main.collection_parts", [part])
        load = {"part": "scores", "collection": collection, "name": f"{variant}/s/a", "verified": "md5"}
        mini_track.insert(con, "main.loads", [_load(700 + number) | load | {"measured_rows": 1}])
