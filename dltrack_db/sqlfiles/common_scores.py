"""Generator of `sql/metrics/common_scores.sql`: six common measures in one query, from the macros of the measures."""

from __future__ import annotations

import textwrap

from dltrack_db.sqlfiles.dependencies import find_object
from dltrack_db.sqlfiles.linking import Linker, assign

_CALLS = (
    ("average_precision", ""),
    ("bpref", ""),
    ("recip_rank", ""),
    ("precision", "10"),
    ("recall", "100"),
    ("ndcg", "10"),
)
"""Macros of the measures, each with its cutoff, or '' if it has none."""
_HEAD = """\
-- Scores by topic for six common measures, computed with chosen labels, relevance level and tie rule: map, bpref,
-- recip_rank, P_10, recall_100 and ndcg_cut_10. Generated from the macros of the measures.
--
-- source: trec_eval; see each measure
-- grain: collection, run_id, query_id, measure
-- columns:
--   value: the score
-- needs: runs
-- example: select * from metrics.common_scores(tie_rule := 'submitted') where run_id = 'p_bm25'
create or replace macro metrics.common_scores(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
"""


def render() -> str:
    """Return the SQL of the macro."""
    linker = Linker()
    branches = []
    for name, cutoff in _CALLS:
        macro = find_object(f"metrics.{name}")
        assert macro is not None
        common = {name: name for name in ("variant", "min_relevance", "tie_rule", "judged_only")}
        text = linker.link(macro, assign(macro, []) | common | ({"k": cutoff} if cutoff else {}))
        branches.append(
            "select collection, run_id, query_id, measure, value,\nfrom (\n"
            + textwrap.indent(text.strip(), "    ")
            + "\n) as scored"
        )
    return _HEAD + linker.union(branches) + ";\n"
