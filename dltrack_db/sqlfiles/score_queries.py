"""Generator of `sql/metrics/score_queries.sql`: all standard measures in one query, from the macros of the measures.

A common table expression with cutoffs or levels is computed once, for the cutoffs or levels of all measures together.
Each measure then selects the rows with its own cutoffs or levels (see `linking.py`).
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field

from dltrack_db.sqlfiles import measures
from dltrack_db.sqlfiles.dependencies import find_object
from dltrack_db.sqlfiles.linking import Linker, assign
from dltrack_db.sqlfiles.sql_object import SqlObject

_COMMON = ("variant", "min_relevance", "tie_rule", "judged_only")
_LISTS = {"k": "cutoff", "level": "level"}
_HEAD = """\
-- Scores by topic for every standard measure, computed with chosen labels, relevance level and tie rule.
-- Generated from metrics.measures and the macros of the measures.
--
-- source: trec_eval -q -c -m all_trec, with trec_eval's default parameters, and the measures of the Deep Learning
--   overviews
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: name with parameter, e.g. 'P_10'
--   value: the score
-- caveats: the texts in trec_eval's output (runid, relstring) are not included
-- example: select * from metrics.score_queries(min_relevance := 1) where run_id = 'p_bm25' and measure = 'map'
create or replace macro metrics.score_queries(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
"""
_STANDARD = """\
standard as materialized (
    select
        standard_parameters.measure,
        standard_parameters.parameter,
    from metrics.standard_parameters as standard_parameters
)"""


@dataclass
class _StandardLinker(Linker):
    """Linker that shares expressions with lists of cutoffs or levels between measures."""

    measure: str | None = None
    """measure whose query is being linked; None within the macros that it calls"""
    takers: dict[str, list[str]] = field(default_factory=dict)
    """measures that use the shared expression of a macro, by macro"""

    def refer(self, macro: SqlObject, values: dict[str, str]) -> str:
        measure, self.measure = self.measure, None
        column = None
        for parameter, its_column in _LISTS.items():
            if measure is not None and values.get(parameter) == own_list(measure):
                values[parameter], column = f"'{macro.name}'", its_column
        name = super().refer(macro, values)
        self.measure = measure
        if column is None or measure is None:
            return name
        takers = self.takers.setdefault(macro.name, [])
        if measure not in takers:
            takers.append(measure)
        return f"(select * from {name} where {column} in {own_values(measure)})"


def own_values(measure: str) -> str:
    """Return the standard cutoffs or levels of a measure as a subquery."""
    return f"(select standard.parameter from standard where standard.measure = '{measure}')"


def own_list(measure: str) -> str:
    """Return the standard cutoffs or levels of a measure as a subquery with one list."""
    return f"(select list(standard.parameter) from standard where standard.measure = '{measure}')"


def render() -> str:
    """Return the SQL of the macro."""
    linker = _StandardLinker()
    branches = []
    for measure, name, parameter in _computed_measures():
        macro = find_object(f"metrics.{name}")
        assert macro is not None
        arguments = assign(macro, []) | {name: name for name in _COMMON if name in macro.parameters}
        if parameter in ("cutoffs", "items", "levels", "list"):
            arguments[next(iter(arguments))] = own_list(measure)
        linker.measure = measure
        text = linker.link(macro, arguments)
        missing_parameters = [name for name in _COMMON if name not in arguments]
        conditions = [f"not {name}" if name == "judged_only" else f"{name} is null" for name in missing_parameters]
        where = f"\nwhere {' and '.join(conditions)}" if conditions else ""
        branches.append(
            f"-- {measure}\nselect collection, run_id, query_id, measure, value,\nfrom (\n"
            + textwrap.indent(text.strip(), "    ")
            + f"\n) as scored{where}"
        )
    text = _HEAD + linker.union(branches, [_STANDARD]) + ";\n"
    for block, takers in linker.takers.items():
        measure_list = ", ".join(f"'{name}'" for name in takers)
        query = f"(select list(distinct standard.parameter) from standard where standard.measure in ({measure_list}))"
        text = text.replace(f"'{block}'", query)
    return re.sub(r"[ \t]+$", "", text, flags=re.M)


def _computed_measures() -> list[tuple[str, str, str]]:
    """Return name, macro and kind of parameter of each measure that is computed for every run, in trec_eval's order."""
    return [
        (entry["measure"], entry["macro"], entry["parameter"])
        for entry in measures.entries()
        if entry["macro"] != "none" and entry["format"] != "text" and entry["groups"]
    ]
