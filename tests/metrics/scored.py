"""Small collections in memory, scored by the macros and by pytrec_eval, the C code of trec_eval 9."""

from __future__ import annotations

import random
from collections.abc import Mapping

import duckdb
import pytrec_eval
from stored_rankings import add_rankings

from dltrack_db import sqlfiles
from dltrack_db.base import resources
from dltrack_db.base.sql_text import insert_rows
from dltrack_db.score import catalogue, requests, scratch
from dltrack_db.store import derive

# grades by topic and document; scores by run, topic and document
Qrels = dict[str, dict[str, int]]
Runs = dict[str, dict[str, dict[str, float]]]


def label(name: object) -> str:
    """The name by which the values of one measure go."""
    con = scratch.connect(catalogue.NEEDED)
    return requests.resolve([name], catalogue.read(con))[0].names[0]


def query(request: catalogue.Request, more_arguments: str = "") -> str:
    """The query that calls a measure's macro by itself; `more_arguments` are further named arguments."""
    level = f"min_relevance := {request.min_relevance}" if request.min_relevance is not None else ""
    given = (request.measure.arguments, *request.arguments, level, more_arguments)
    name = "measure" if request.label is None else "'" + request.label.replace("'", "''") + "' as measure"
    macro = f'metrics."{request.measure.macro}"({", ".join(filter(None, given))})'
    return f"select collection, run_id, query_id, {name}, value from {macro}"


NOT_PER_TOPIC = {"runid", "relstring"}


def connect() -> duckdb.DuckDBPyConnection:
    """An empty scratch database with all measures."""
    names = [f"metrics.{path.stem}" for path in sqlfiles.object_files(resources.SQL, "metrics")]
    return scratch.connect(["main.rankings", "main.query_scores", *names])


def add(con: duckdb.DuckDBPyConnection, name: str, qrels: Qrels, runs: Runs, level: int, rule: str = "float") -> None:
    """Put a collection with its runs into the database, ranks as a load computes them."""
    add_all(con, {name: (qrels, runs, level)}, rule)


def add_all(
    con: duckdb.DuckDBPyConnection, collections: Mapping[str, tuple[Qrels, Runs, int]], rule: str = "float"
) -> None:
    """Put collections with labels, runs and relevance level into the database in one go."""
    common = {"edition": "test", "task": "", "query_set": "", "tie_rule": rule}
    described = [{"collection": name, "min_relevance": level} | common for name, (_, _, level) in collections.items()]
    insert_rows(con, "main.collections", described)
    judged = [
        {"collection": name, "variant": "nist", "query_id": q, "doc_id": d, "relevance": g, "iteration": "0"}
        for name, (qrels, _, _) in collections.items()
        for q, docs in qrels.items()
        for d, g in docs.items()
    ]
    insert_rows(con, "main.qrels", judged)
    rows = [
        {"c": name, "r": run, "q": q, "d": d, "p": position, "s": s}
        for name, (_, runs, _) in collections.items()
        for run, topics in runs.items()
        for q, docs in topics.items()
        for position, (d, s) in enumerate(docs.items(), 1)
    ]
    con.execute("create or replace temp table given (c varchar, r varchar, q varchar, d varchar, p integer, s double)")
    insert_rows(con, "given", rows)
    con.execute(
        "create or replace temp table ranked as select c as collection, r as run_id, q as query_id, d as doc_id, "
        "p as submitted_rank, s as score, "
        "row_number() over (partition by c, r, q order by case when $1 = 'submitted' then p end, "
        "case when $1 = 'float' then s::float else s end desc, d desc) as rank from given",
        [rule],
    )
    add_rankings(con, "ranked")
    con.execute("delete from main.judged_rankings")
    derive.fill_judged_rankings(con)


def reference(qrels: Qrels, runs: Runs, level: int) -> dict[tuple[str, str, str], float]:
    """pytrec_eval's value by run, topic and measure."""
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, pytrec_eval.supported_measures, relevance_level=level)
    return {
        (run, query, measure): value
        for run, topics in runs.items()
        for query, values in evaluator.evaluate(topics).items()
        for measure, value in values.items()
        if measure not in NOT_PER_TOPIC
    }


def random_collection(seed: int) -> tuple[Qrels, Runs, int]:
    """Qrels and runs with ties, ties in float only, negative grades, topics without relevant items, missing topics."""
    chance = random.Random(seed)
    docs = [f"d{i}" for i in range(chance.choice([4, 12, 40, 150]))]
    qrels: Qrels = {}
    for topic in range(4):
        judged = chance.sample(docs, chance.randint(1, len(docs)))
        grades = chance.choice([[0], [0, 1], [0, 1, 2, 3], [-2, -1, 0, 1, 2, 3], [0, 0, 0, 1, 12]])
        qrels[f"q{topic}"] = {doc: chance.choice(grades) for doc in judged}
        qrels[f"q{topic}"][judged[0]] = max(grades)
    runs: Runs = {}
    for run in ("one", "two"):
        runs[run] = {}
        for topic in chance.sample([*qrels, "unjudged"], chance.randint(1, 5)):
            kind = chance.choice(["distinct", "ties", "float ties"])
            found = chance.sample(docs, chance.randint(1, len(docs)))
            runs[run][topic] = {doc: _score(chance, kind) for doc in found}
    return qrels, runs, chance.choice([1, 1, 2])


def _score(chance: random.Random, kind: str) -> float:
    if kind == "distinct":
        return chance.random()
    if kind == "ties":
        return float(chance.randint(0, 3))
    return 0.123456789 + chance.randint(0, 3) * 1e-10
