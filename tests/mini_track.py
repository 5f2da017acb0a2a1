"""A small random track: documents and passages of one edition, with two sets of labels and runs of several teams."""

from __future__ import annotations

import random

import duckdb
from corpora_tables import fill, insert
from stored_rankings import insert_rankings

from dltrack_db.store import derive as derive_module

QUERIES = {
    "q1": "short query",
    "q2": "  a  query with   odd white space ",
    "q3": "one two three four five six seven eight nine ten",
    "q4": "one two three four five six seven eight nine",
    "q5": "this one is a long query of more than ten words in all",
}
TEAMS = {"alpha": 3, "beta": 2, "gamma": 1, "BASELINES": 2}
CATEGORIES = ("nnlm", "nn", "trad")
POOL = 30


def add_collections(con: duckdb.DuckDBPyConnection) -> None:
    """Insert the collections 'mini-docs' and 'mini-passages' of one edition."""
    common = {"edition": "mini", "year": 2000, "query_set": "mini", "qrels_variant": "nist"}
    insert(
        con,
        "main.collections",
        [
            common | {"collection": "mini-docs", "task": "docs", "corpus": "mini-document", "min_relevance": 1},
            common | {"collection": "mini-passages", "task": "passages", "corpus": "mini-passage", "min_relevance": 2},
        ],
    )


def add_qrels(con: duckdb.DuckDBPyConnection, collection: str, variant: str, qrels: dict[tuple[str, str], int]) -> None:
    """Insert labels given as {(query, item): grade}."""
    insert(
        con,
        "main.qrels",
        [
            {"collection": collection, "variant": variant, "query_id": query, "doc_id": item, "relevance": grade}
            for (query, item), grade in qrels.items()
        ],
    )


def derive(con: duckdb.DuckDBPyConnection) -> None:
    """Refresh the derived tables, as a load does."""
    derive_module.refresh(con, [row[0] for row in con.execute("select collection from main.collections").fetchall()])
    derive_module.update_stand_ins(con)


def build(con: duckdb.DuckDBPyConnection, seed: int = 1, *, maps_passages: bool = True) -> None:
    """Fill an empty database with the track; the same seed gives the same rows.

    The documents of passages are a table in the place of a view, which a database read from outside must not have.
    """

    rng = random.Random(seed)
    add_collections(con)
    insert(con, "main.queries", [{"query_set": "mini", "query_id": q, "text": text} for q, text in QUERIES.items()])
    passages = [f"p{i:02d}" for i in range(POOL)]
    documents = [f"d{i:02d}" for i in range(POOL)]
    mapping: list[dict[str, object]] = [
        {"corpus": "mini-passage", "passage_id": passage, "doc_id": rng.choice(documents[:12])} for passage in passages
    ]
    if maps_passages:
        fill(con, "passage_documents", mapping)
    for collection, items in (("mini-docs", documents), ("mini-passages", passages)):
        nist = {(q, d): rng.choices([-1, 0, 1, 2, 3], [1, 8, 4, 4, 3])[0] for q in QUERIES for d in items[:22]}
        sparse = {(q, rng.choice(items)): 1 for q in QUERIES}
        add_qrels(con, collection, "nist", nist)
        add_qrels(con, collection, "msmarco", sparse)
        insert(con, "main.qrels_variants", [{"collection": collection, "variant": "msmarco", "min_relevance": 1}])
        for number, (team, count) in enumerate(TEAMS.items()):
            for i in range(count):
                _add_run(con, rng, collection, f"{team}{i}", team, CATEGORIES[(number + i) % 3], items)
        _add_run(con, rng, collection, "ours", None, None, items)
        _add_run(con, rng, collection, "theirs", "outside", None, items, is_submission=False)
    derive(con)


def _add_run(
    con: duckdb.DuckDBPyConnection,
    rng: random.Random,
    collection: str,
    run_id: str,
    team: str | None,
    category: str | None,
    items: list[str],
    *,
    is_submission: bool | None = None,
) -> None:
    is_submission = team is not None if is_submission is None else is_submission
    insert(
        con,
        "main.runs",
        [
            {
                "collection": collection,
                "run_id": run_id,
                "team": team,
                "subtask": ("fullrank" if run_id[-1] in "02" else "rerank") if is_submission else None,
                "category": category,
                "stage": ("single" if run_id[0] in "ag" else "multi") if is_submission else None,
                "in_overview": run_id != "BASELINES1" if is_submission else None,
                "is_submission": is_submission,
                "source_file": f"{run_id}.txt",
            }
        ],
    )
    rows: list[dict[str, object]] = []
    for query in QUERIES:
        if run_id == "gamma0" and query == "q4":
            continue  # a run that leaves a topic out
        depth = rng.randint(12, POOL)
        # many equal scores; in trec_eval's order, higher ids first
        scored = sorted(((round(rng.random(), 1), item) for item in rng.sample(items, depth)), reverse=True)
        rows += [
            {
                "collection": collection,
                "run_id": run_id,
                "query_id": query,
                "doc_id": item,
                "submitted_rank": rank,
                "score": score,
                "rank": rank,
            }
            for rank, (score, item) in enumerate(scored, 1)
        ]
    insert_rankings(con, rows)
