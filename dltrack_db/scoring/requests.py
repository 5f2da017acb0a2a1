"""Which measures somebody asked for, and the SQL that computes each.

The catalogue is the view `metrics.measures`; names are trec_eval's
(`P.5,10`, `ndcg_cut_10`), or ir_measures' (`nDCG@10`, `AP(rel=2)`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import duckdb

from dltrack_db.errors import UsageError

_IR_MEASURES = re.compile(r"^(?P<name>[A-Za-z]+)(?:\((?P<args>[^)]*)\))?(?:@(?P<cutoff>[0-9]+))?$")
_IR_NAMES = {  # ir_measures' name: (trec_eval's name with a cut-off, and without one)
    "nDCG": ("ndcg_cut", "ndcg"),
    "AP": ("map_cut", "map"),
    "MAP": ("map_cut", "map"),
    "RR": ("recip_rank_cut", "recip_rank"),
    "MRR": ("recip_rank_cut", "recip_rank"),
    "P": ("P", "set_P"),
    "R": ("recall", "set_recall"),
    "Success": ("success", None),
    "Judged": ("judged", None),
    "ERR": ("err_cut", None),
    "NCG": ("ncg_cut", None),
    "Rprec": (None, "Rprec"),
    "Bpref": (None, "bpref"),
    "infAP": (None, "infAP"),
    "RBP": (None, "rbp"),
    "SetP": (None, "set_P"),
    "SetR": (None, "set_recall"),
    "SetF": (None, "set_F"),
}


@dataclass(frozen=True)
class Measure:
    """One row of the catalogue `metrics.measures`."""

    position: int
    measure: str
    macro: str | None
    parameter: str
    defaults: tuple[float, ...]
    summary: str
    format: str
    groups: tuple[str, ...]
    trec_eval_version: int | None


@dataclass(frozen=True)
class Request:
    """A measure with its parameters, ready to be computed.

    `arguments` are the first arguments of its macro as SQL, `label` the name
    its values go by where that is not the one the macro gives them.
    """

    measure: Measure
    arguments: tuple[str, ...]
    label: str | None = None
    min_relevance: int | None = None

    def query(self, shared: str = "") -> str:
        """The SELECT that computes it; `shared` are further named arguments of the macro."""
        level = f"min_relevance := {self.min_relevance}" if self.min_relevance is not None else ""
        arguments = ", ".join(part for part in (*self.arguments, level, shared) if part)
        name = "measure" if self.label is None else "'" + self.label.replace("'", "''") + "' as measure"
        return f"select collection, run_id, query_id, {name}, value from metrics.{self.measure.macro}({arguments})"


def catalogue(con: duckdb.DuckDBPyConnection) -> dict[str, Measure]:
    """All measures by name, in trec_eval's order."""
    rows = con.execute(
        "select position, measure, macro, parameter, defaults, summary, format, groups, trec_eval_version "
        "from metrics.measures order by position"
    ).fetchall()
    return {
        name: Measure(position, name, macro, parameter, tuple(defaults), summary, format, tuple(groups), version)
        for position, name, macro, parameter, defaults, summary, format, groups, version in rows
    }


def standard(measure: Measure, num_docs: int = 0) -> Request:
    """A measure with its default parameters."""
    return Request(measure, _arguments(measure, measure.defaults, num_docs) if measure.defaults else ())


def numbers(text: str) -> list[float]:
    """A comma-separated list of numbers, each read as C's atof does: what is no number is 0."""
    found = [re.match(r"\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", part, re.I) for part in text.split(",")]
    return [float(match[0]) if match else 0.0 for match in found]


def whole(text: str) -> int:
    """A number as C's atol reads it: the digits it begins with, 0 without any."""
    match = re.match(r"\s*[+-]?[0-9]+", text)
    return int(match[0]) if match else 0


def with_parameters(measure: Measure, text: str, num_docs: int = 0) -> Request:
    """A measure with trec_eval's parameters, the part after the dot of `-m P.5,10`.

    Raises:
        UsageError: the parameters do not fit the measure.
    """
    if measure.parameter in ("cutoffs", "levels"):
        is_whole = measure.parameter == "cutoffs"
        values = sorted([float(whole(part)) for part in text.split(",")] if is_whole else numbers(text))
        if is_whole and values[0] <= 0:
            raise UsageError("trec_eval: Negative cutoff detected")
        if len(set(values)) < len(values):
            raise UsageError("trec_eval: duplicate cutoffs detected")
        return Request(measure, _arguments(measure, values, num_docs))
    label = f"{measure.measure}_{text}"
    if measure.parameter in ("gains", "p"):
        return Request(measure, _pairs(text), label)
    if measure.parameter == "none":
        return Request(measure, ())
    values = numbers(text)
    if measure.measure == "utility" and len(values) != len(measure.defaults):
        raise UsageError("trec_eval.calc_utility: improper number of coefficients")
    return Request(measure, _arguments(measure, values, num_docs), label)


def _arguments(measure: Measure, values: Sequence[float], num_docs: int) -> tuple[str, ...]:
    literals = [f"{value:.17g}::double" if value % 1 else f"{value:.0f}" for value in values]
    match measure.parameter:
        case "cutoffs" | "levels" | "list":
            return ("[" + ", ".join(literals) + "]",)
        case "p":
            return (f"p := {literals[0]}",)
        case _ if measure.measure == "utility":
            return (*literals, f"{num_docs}")
        case _:
            return (literals[0],)


def _pairs(text: str) -> tuple[str, ...]:
    """Named numbers as trec_eval writes them, '1=3,2=9' or 'p=0.8', as arguments of a macro."""
    if not re.fullmatch(r"[^,=]*=[^,=]*(,[^,=]*=[^,=]*)*", text):
        raise UsageError(f"trec_eval: malformed pair parameters in '{text}'")
    pairs = [part.split("=") for part in text.split(",")]
    gains = {name: numbers(value)[0] for name, value in pairs if re.fullmatch(r"[+-]?[0-9]+", name)}
    arguments = [f"p := {numbers(value)[0]:.17g}::double" for name, value in pairs if name == "p"]
    if gains:
        arguments.append("gains := map {" + ", ".join(f"{name}: {value:.17g}" for name, value in gains.items()) + "}")
    return tuple(arguments)


def resolve(names: Iterable[str], measures: dict[str, Measure]) -> list[Request]:
    """Requests for measures named as trec_eval or as ir_measures name them, in the order given.

    Raises:
        UsageError: a name is neither, or is a text that has no mean.
    """
    return [request for name in names for request in _resolve(name, measures)]


def _resolve(name: str, measures: dict[str, Measure]) -> list[Request]:
    group = [m for m in measures.values() if name in m.groups and m.macro and m.format == "number"]
    if group:
        return [standard(measure) for measure in group]
    base, _, parameters = name.partition(".")
    if base in measures:
        found = [with_parameters(measures[base], parameters) if parameters else standard(measures[base])]
    elif match := re.fullmatch(r"(.+)_([0-9.]+)", name):
        measure = measures.get(match[1])
        found = [with_parameters(measure, match[2])] if measure and measure.parameter in ("cutoffs", "levels") else []
    else:
        found = []
    found = found or _from_ir_measures(name, measures)
    if not found or found[0].measure.macro is None or found[0].measure.format == "text":
        raise UsageError(
            f"there is no measure {name!r}; write it as trec_eval (ndcg_cut_10, P.5,10, map) or ir_measures "
            "(nDCG@10, AP(rel=2)) do, or see: dltrack sql 'from metrics.measures'"
        )
    return found


def _from_ir_measures(name: str, measures: dict[str, Measure]) -> list[Request]:
    match = _IR_MEASURES.match(name)
    if match is None or match["name"] not in _IR_NAMES:
        return []
    cut, uncut = _IR_NAMES[match["name"]]
    base = cut if match["cutoff"] else uncut
    if base is None:
        return []
    measure = measures[base]
    request = with_parameters(measure, match["cutoff"]) if match["cutoff"] else standard(measure)
    options = dict(re.findall(r"(\w+)\s*=\s*['\"]?([\w.-]+)", match["args"] or ""))
    arguments = list(request.arguments)
    level = options.pop("rel", None)
    if options.get("dcg") == "log2":
        options.pop("dcg")
    if options.get("dcg") == "exp-log2":
        options.pop("dcg")
        arguments.append("gains := metrics.exp2_gains()")
    if measure.parameter == "p" and "p" in options:
        arguments = [f"p := {numbers(options.pop('p'))[0]:.17g}::double"]
    if options:
        raise UsageError(f"{name}: the parameter {next(iter(options))!r} is not one that dltrack knows")
    return [replace(request, arguments=tuple(arguments), label=name, min_relevance=int(level) if level else None)]
