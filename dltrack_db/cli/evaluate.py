"""Commands that score and compare runs: eval, compare, diff."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.errors import UsageError
from dltrack_db.files import sources
from dltrack_db.output import Format, print_result
from dltrack_db.scoring import evaluation, requests
from dltrack_db.scoring.evaluation import Evaluation
from dltrack_db.store import database

DEFAULT_MEASURES = ["ndcg_cut_10", "map", "recip_rank"]

Measures = Annotated[
    list[str],
    typer.Option("--measure", "-m", help="A measure as trec_eval or ir_measures write it; may be repeated."),
]
Collection = Annotated[
    str | None, typer.Option("--collection", "-c", help="The judged task, where the runs do not tell it.")
]


def evaluate(
    runs: Annotated[list[Path], typer.Argument(help="Run files, plain or gzipped.")],
    collection: Annotated[str, typer.Option("--collection", "-c", help="The loaded judged task to score against.")],
    measure: Measures = DEFAULT_MEASURES,
    baseline: Annotated[
        str | None, typer.Option(help="A loaded run, or the run id of one of the files: adds paired tests.")
    ] = None,
    labels: Annotated[str | None, typer.Option(help="Labels other than the official ones.")] = None,
    by_query: Annotated[bool, typer.Option("--by-query", "-q", help="One line per topic.")] = False,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Score run files against a loaded collection, without loading them.

    Topics that a run leaves out count 0, as trec_eval -c has it.

    Example: dltrack eval my_run.gz --collection trec2021-passages -m nDCG@10 -m "AP(rel=2)" --baseline p_bm25
    """
    work = Evaluation(db, collection, variant=labels, objects=["statistics.against_baseline"] if baseline else [])
    try:
        asked = requests.resolve(measure, work.measures)
        names = work.add_files(sources.run_files(runs))
        if baseline is not None and baseline not in names:
            work.copy_run(baseline)
        scored = work.score(asked)
        if by_query:
            query = "select run_id, query_id, measure, value from main.query_scores order by all"
            print_result(work.con.execute(query), format, title=collection)
        elif baseline is None:
            query = "select run_id, measure, value, num_q from metrics.run_scores order by all"
            print_result(work.con.execute(query), format, title=collection)
        else:
            query = "select * exclude collection from statistics.against_baseline($baseline, $measures) order by all"
            parameters = {"baseline": baseline, "measures": scored}
            print_result(work.con.execute(query, parameters), format, title=f"{collection}, against {baseline}")
    finally:
        work.close()


def compare(
    run_a: Annotated[str, typer.Argument(help="A loaded run.")],
    run_b: Annotated[str, typer.Argument(help="Another run of the same collection.")],
    collection: Collection = None,
    measure: Measures = DEFAULT_MEASURES,
    by_query: Annotated[
        bool, typer.Option("--by-query", "-q", help="The values of each topic, worst for A first.")
    ] = False,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Compare two loaded runs: wins and losses over topics, difference with 95% interval, and p-values.

    Example: dltrack compare p_bm25 p_bm25rm3 -m ndcg_cut_10 -m map
    """
    name = collection or evaluation.collection_of(db, [run_a, run_b])
    work = Evaluation(db, name, objects=["statistics.compare_runs"])
    try:
        for run in (run_a, run_b):
            work.copy_run(run)
        scored = work.score(requests.resolve(measure, work.measures))
        parameters = {"run_a": run_a, "run_b": run_b, "measures": scored}
        if by_query:
            query = (
                "select * exclude (collection, run_a, run_b) from statistics.paired_values($measures) "
                "where run_a = $run_a and run_b = $run_b order by measure, difference, query_id"
            )
        else:
            query = (
                "select * exclude collection from statistics.compare_runs($run_a, $run_b, $measures) order by measure"
            )
        print_result(work.con.execute(query, parameters), format, title=f"{name}: {run_a} (A) against {run_b} (B)")
    finally:
        work.close()


def diff(
    run_a: Annotated[str, typer.Argument(help="A loaded run.")],
    run_b: Annotated[str, typer.Argument(help="Another run of the same collection.")],
    query: Annotated[str, typer.Option("--query", "-q", help="The topic's id.")],
    collection: Collection = None,
    depth: Annotated[int, typer.Option(min=1, help="How many items of each run.")] = 20,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Show what moved between two loaded runs for one topic: both ranks, grade, and text where it is loaded.

    Example: dltrack diff p_bm25 p_bm25rm3 --query 2082 --depth 10
    """
    name = collection or evaluation.collection_of(db, [run_a, run_b])
    con = database.open_readonly(db)
    try:
        statement = (
            "select doc_id, rank_a, rank_b, rank_change, relevance, is_judged, text "
            "from systems.moved($run_a, $run_b, $query, depth := $depth) where collection = $collection "
            "order by least(rank_a, rank_b), doc_id"
        )
        parameters = {"run_a": run_a, "run_b": run_b, "query": query, "depth": depth, "collection": name}
        shown = print_result(
            con.execute(statement, parameters), format, title=f"{name}, topic {query}: {run_a} (A) against {run_b} (B)"
        )
    finally:
        con.close()
    if not shown:
        raise UsageError(f"neither {run_a!r} nor {run_b!r} retrieves anything for topic {query!r} of {name}")
