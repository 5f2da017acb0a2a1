"""Titles of table columns for people; their SQL names are shown in a tooltip.

Measures have the names of `metrics.printed_name`.
"""

from __future__ import annotations

WORDS = {
    "run_id": "run",
    "versus_best": "against the best",
    "query_id": "topic",
    "doc_id": "document",
    "variant": "labels",
    "variant_a": "labels A",
    "variant_b": "labels B",
    "relevance": "grade",
    "rr_ms": "RR (MS)",
    "rr": "RR",
    "ndcg_cut_10": "nDCG@10",
    "ncg_cut_100": "NCG@100",
    "ncg_cut_1000": "NCG@1000",
    "ap": "AP",
    "in_overview": "in the overview",
    "mean_difference": "difference",
    "difference": "difference",
    "p_value": "p",
    "p_corrected": "p, corrected",
    "p_t": "p (t-test)",
    "p_wilcoxon": "p (Wilcoxon)",
    "mean_a": "mean of the run",
    "mean_b": "mean of the other",
    "value_a": "value of A",
    "value_b": "value of B",
    "num_wins": "better on",
    "num_ties": "equal on",
    "num_losses": "worse on",
    "low": "95% from",
    "high": "95% to",
    "low_mean": "mean from",
    "high_mean": "mean to",
    "low_rank": "rank from",
    "high_rank": "rank to",
    "share_first": "first in",
    "share_alone": "first alone in",
    "num_runs": "runs",
    "num_items": "items",
    "num_q": "topics",
    "num_judged": "judged",
    "num_rel": "relevant",
    "separated": "pairs told apart",
    "power": "pairs in the usual order",
    "kappa_linear": "linear kappa",
    "kappa_quadratic": "quadratic kappa",
    "kappa_binary": "kappa of two grades",
    "new_items": "new items",
    "rank_a": "rank in A",
    "rank_b": "rank in B",
    "rank_change": "places moved",
}


def heading(column: str) -> str:
    """Return the title above a column."""
    return WORDS.get(column, column)
