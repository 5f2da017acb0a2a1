"""Parse and score runs with pytrec_eval: python -m bench.peer_pytrec_eval six|all QRELS RUN..."""

from __future__ import annotations

import sys
from pathlib import Path

import pytrec_eval

SIX = {"ndcg_cut_10", "map", "recip_rank", "P_10", "recall_100", "bpref"}


def main() -> None:
    which, *names = sys.argv[1:]
    measures = SIX if which == "six" else pytrec_eval.supported_measures
    qrels_file, *run_files = map(Path, names)
    with qrels_file.open() as file:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(file), measures, relevance_level=2)
    for path in run_files:
        with path.open() as file:
            scores = evaluator.evaluate(pytrec_eval.parse_run(file))
        means = {m: sum(s[m] for s in scores.values()) / len(scores) for m in SIX}
        print(path.name, *(f"{m}={v:.4f}" for m, v in sorted(means.items())))


if __name__ == "__main__":
    main()
