"""`sql/metrics/score_queries.sql`: every measure of the catalogue in one pass, from the measures' own definitions.

A query that called the macros one after the other would read the judged items
forty times. Here the body of each macro is put in the place of its call, and
what several measures call with the same arguments (`metrics.hits`,
`metrics.found_at`, ...) becomes one shared table expression. Blocks that take
a list of cut-offs or levels are computed once at those of all measures
together, and each measure takes its own.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from dataclasses import dataclass, field

from dltrack_db.base import resources
from dltrack_db.sqlfiles import measures
from dltrack_db.sqlfiles.sql_object import SqlObject, closing_bracket, load_object, split_arguments

_OWN = "score_queries.sql"
_COMMON = ("variant", "min_relevance", "tie_rule", "judged_only")
_LISTS = {"k": "cutoff", "level": "level"}
_CALL = re.compile(r"metrics\.(\w+)\(")
_HEAD = """\
-- Every standard measure computed afresh, under any labels, relevance level and tie rule.
-- Built from metrics.measures and the files of the measures.
--
-- source: trec_eval -q -c -m all_trec, with trec_eval's default parameters, and the measures of the Deep Learning
--   overviews
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: name with parameter, e.g. 'P_10'
--   value: the score
-- caveats: the texts of trec_eval (runid, relstring) are not among them
-- example: select * from metrics.score_queries(min_relevance := 1) where run_id = 'p_bm25' and measure = 'map'
create or replace macro metrics.score_queries(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with standard as materialized (
    select
        standard_parameters.measure,
        standard_parameters.parameter,
    from metrics.standard_parameters as standard_parameters
),

"""


@dataclass
class _Linker:
    """Replaces calls of macros by shared table expressions, which it collects, each after those that it needs."""

    macros: dict[str, SqlObject]
    names: dict[tuple[str, tuple[str, ...]], str] = field(default_factory=dict)
    expressions: dict[str, str] = field(default_factory=dict)
    takers: dict[str, list[str]] = field(default_factory=dict)

    def linked(self, macro: SqlObject, arguments: dict[str, str], measure: str | None) -> str:
        """The query of a macro with the given arguments; `measure` is the one whose list of cut-offs it takes."""
        body = macro.body
        for parameter, value in arguments.items():
            text = value.replace("\\", "\\\\")
            body = re.sub(rf"(?<![\w.])(?<!\bas ){parameter}(?!\w|\s*:=|\()", text, body)
        out, position = [], 0
        while (match := _CALL.search(body, position)) is not None:
            if match[1] not in self.macros:
                out.append(body[position : match.end()])
                position = match.end()
                continue
            end = closing_bracket(body, match.end())
            out.append(body[position : match.start()])
            out.append(self._reference(self.macros[match[1]], split_arguments(body[match.end() : end]), measure))
            position = end + 1
        return "".join([*out, body[position:]])

    def _reference(self, macro: SqlObject, arguments: list[str], measure: str | None) -> str:
        values = {name: default or "null" for name, default in macro.parameters.items()}
        for name, argument in zip(macro.parameters, arguments, strict=False):
            match = re.fullmatch(r"(\w+) := (.*)", argument, re.S)
            values[match[1] if match else name] = match[2] if match else argument
        column = None
        for parameter, its_column in _LISTS.items():
            if measure is not None and values.get(parameter) == own_list(measure):
                values[parameter], column = f"'{macro.name}'", its_column
        key = (macro.name, tuple(values.values()))
        if key not in self.names:
            count = sum(name == macro.name for name, _ in self.names)
            self.names[key] = f"shared_{macro.name}" + (f"_{count + 1}" if count else "")
            self.expressions[self.names[key]] = ""
            text = self.linked(macro, values, None)
            del self.expressions[self.names[key]]
            self.expressions[self.names[key]] = text
        name = self.names[key]
        if column is None or measure is None:
            return name
        takers = self.takers.setdefault(macro.name, [])
        if measure not in takers:
            takers.append(measure)
        return f"(select * from {name} where {column} in {own_values(measure)})"


def own_values(measure: str) -> str:
    """The standard cut-offs or levels of a measure, as a subquery."""
    return f"(select standard.parameter from standard where standard.measure = '{measure}')"


def own_list(measure: str) -> str:
    """The same as a list."""
    return f"(select list(standard.parameter) from standard where standard.measure = '{measure}')"


def render() -> str:
    """The file."""
    linker = _Linker(_macros())
    branches = []
    for measure, name, parameter in _computed_measures():
        macro = linker.macros[name]
        arguments = {name: default or "null" for name, default in macro.parameters.items()}
        arguments |= {name: name for name in _COMMON if name in arguments}
        if parameter in ("cutoffs", "levels", "list"):
            arguments[next(iter(arguments))] = own_list(measure)
        text = linker.linked(macro, arguments, measure)
        missing_parameters = [name for name in _COMMON if name not in arguments]
        conditions = [f"not {name}" if name == "judged_only" else f"{name} is null" for name in missing_parameters]
        where = f"\nwhere {' and '.join(conditions)}" if conditions else ""
        branches.append(
            f"-- {measure}\nselect collection, run_id, query_id, measure, value,\nfrom (\n"
            + textwrap.indent(text.strip(), "    ")
            + f"\n) as scored{where}"
        )
    whole = "\n".join([*linker.expressions.values(), *branches])
    uses = Counter(re.findall(r"\bshared_\w+", whole))
    expressions = [
        f"{name} as {'' if uses[name] > 1 else 'not '}materialized (\n{textwrap.indent(text.strip(), '    ')}\n)"
        for name, text in linker.expressions.items()
    ]
    text = _HEAD + ",\n\n".join(expressions) + "\n\n" + "\nunion all\n".join(branches) + ";\n"
    for block, takers in linker.takers.items():
        measure_list = ", ".join(f"'{name}'" for name in takers)
        query = f"(select list(distinct standard.parameter) from standard where standard.measure in ({measure_list}))"
        text = text.replace(f"'{block}'", query)
    return re.sub(r"[ \t]+$", "", text, flags=re.M)


def _macros() -> dict[str, SqlObject]:
    """The table macros of the measures and of their building blocks, by name."""
    root = resources.SQL
    paths = [path for path in sorted((root / "metrics").glob("*.sql")) if path.name != _OWN]
    objects = [load_object(path, root) for path in paths]
    return {obj.name: obj for obj in objects if obj.kind == "table macro"}


def _computed_measures() -> list[tuple[str, str, str]]:
    """Name, macro and kind of parameter of the measures that are computed for every run, in trec_eval's order."""
    return [
        (entry["measure"], entry["macro"], entry["parameter"])
        for entry in measures.entries()
        if entry["macro"] != "none" and entry["format"] != "text" and entry["groups"]
    ]
