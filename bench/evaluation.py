"""Speed of evaluation compared with pytrec_eval, ir_measures and trec_eval in C, as processes; speed of warm queries.

    python -m bench.evaluation --runs ../shared/data/runs/trec2021-passages \\
        --qrels ../shared/data/deep/2021.qrels.pass.final.txt --collection trec2021-passages --db dltrack.duckdb

Every round runs every program once, so that a busy machine slows all programs; ratios are medians over the rounds. Run
files are unpacked before the measurement. trec_eval, if installed (bench/trec_eval.py), runs one process per run. The
database must contain the collection (`dltrack ingest`).
"""

from __future__ import annotations

import argparse
import gzip
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

from bench import trec_eval

MEASURES = ["ndcg_cut_10", "map", "recip_rank", "P_10", "recall_100", "bpref"]
PYTREC_EVAL = """
import sys, pytrec_eval
with open(sys.argv[1]) as file: qrels = pytrec_eval.parse_qrel(file)
evaluator = pytrec_eval.RelevanceEvaluator(
    qrels, {"ndcg_cut.10", "map", "recip_rank", "P.10", "recall.100", "bpref"}, relevance_level=2)
for path in sys.argv[2:]:
    with open(path) as file: results = evaluator.evaluate(pytrec_eval.parse_run(file))
    print(path, sum(values["map"] for values in results.values()) / len(qrels))
"""
IR_MEASURES = """
import sys, ir_measures
from ir_measures import AP, Bpref, P, R, RR, nDCG
qrels = list(ir_measures.read_trec_qrels(sys.argv[1]))
wanted = [nDCG @ 10, AP(rel=2), RR(rel=2), P(rel=2) @ 10, R(rel=2) @ 100, Bpref(rel=2)]
for path in sys.argv[2:]:
    print(path, ir_measures.calc_aggregate(wanted, qrels, ir_measures.read_trec_run(path)))
"""
WARM = {
    "six measures, all runs and topics": "select collection, run_id, query_id, measure, value "
    f"from metrics.query_scores where measure in ({', '.join(map(repr, MEASURES))})",
    "six measures recomputed": "select collection, run_id, query_id, measure, value from metrics.common_scores()",
    "leaderboard": "from systems.leaderboard",
    "all stored measures": "select count(*), sum(value) from metrics.query_scores",
    "all measures recomputed": "select count(*), sum(value) from metrics.score_queries()",
    "t-tests of all pairs": "from statistics.t_tests(['ndcg_cut_10'])",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=Path, required=True, help="folder of run files")
    parser.add_argument("--qrels", type=Path, required=True)
    parser.add_argument("--collection", required=True)
    parser.add_argument("--db", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dltrack-bench-") as folder:
        files = [unpack(path, Path(folder)) for path in sorted(arguments.runs.iterdir())]
        compare(contenders(arguments, files), "dltrack eval", arguments.rounds, f"{len(files)} runs, six measures")
        compare(contenders(arguments, files[:1]), "dltrack trec-eval", arguments.rounds, "one run")
    warm(arguments.db, arguments.rounds)


def unpack(path: Path, folder: Path) -> str:
    target = folder / path.name.removesuffix(".gz")
    with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as source, target.open("wb") as copy:
        shutil.copyfileobj(source, copy)
    return str(target)


def contenders(arguments: argparse.Namespace, files: list[str]) -> dict[str, list[str]]:
    qrels, dltrack = str(arguments.qrels), [sys.executable, "-m", "dltrack_db"]
    measure_options = [part for measure in MEASURES for part in ("-m", measure)]
    commands = {
        "dltrack eval": [
            *dltrack,
            "eval",
            *files,
            "-c",
            arguments.collection,
            "--db",
            str(arguments.db),
            *measure_options,
        ],
        "pytrec_eval": [sys.executable, "-c", PYTREC_EVAL, qrels, *files],
        "ir_measures": [sys.executable, "-c", IR_MEASURES, qrels, *files],
    }
    names = [re.sub(r"_(?=\d+$)", ".", measure) for measure in MEASURES]
    options = ["-c", "-l", "2", *[part for name in names for part in ("-m", name)]]
    commands |= trec_eval.commands(options, arguments.qrels, [Path(file) for file in files])
    if len(files) == 1:
        commands["dltrack trec-eval"] = [*dltrack, "trec-eval", "-c", "-l", "2", qrels, files[0]]
    return commands


def compare(commands: dict[str, list[str]], ours: str, rounds: int, title: str) -> None:
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            times[name].append(time.perf_counter() - start)
    print(f"\n{title}: seconds (median of {rounds}), and ratio to {ours} (median of ratios)")
    for name, seconds in times.items():
        ratio = statistics.median(a / b for a, b in zip(seconds, times[ours], strict=True))
        print(f"  {name:30} {statistics.median(seconds):8.2f} {ratio:8.2f}")


def warm(db: Path, rounds: int) -> None:
    print("\nwarm queries: milliseconds, best")
    con = duckdb.connect(str(db), read_only=True)
    for name, query in WARM.items():
        best = float("inf")
        for _ in range(max(rounds, 3)):
            start = time.perf_counter()
            con.execute(query).fetchall()
            best = min(best, time.perf_counter() - start)
        print(f"  {name:40} {best * 1000:8.1f}")


if __name__ == "__main__":
    main()
