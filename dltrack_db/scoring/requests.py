"""Which measures somebody asked for, and the SQL that computes each.

The catalogue is the view `metrics.measures`. A name is trec_eval's (`P.5,10`,
`ndcg_cut_10`, `map`) with trec_eval's meaning and the relevance level of the
collection, or ir_measures' (`nDCG@10`, `AP(rel=2)`) with ir_measures' meaning
and defaults (`scoring/spelling.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import duckdb

from dltrack_db.errors import UsageError
from dltrack_db.suggest import did_you_mean

MAX_CUTOFF = 2**53  # beyond, cut-offs are not exact as doubles
_NUMBER = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?"
_OBJECT = re.compile(r"\bmetrics\.[a-z_0-9]+")
# what may stand after the dot of `-m NAME.PARAMETERS`, by the kind of parameter
_FORMS = {
    "cutoffs": r"[1-9][0-9]*(,[1-9][0-9]*)*",
    "levels": rf"{_NUMBER}(,{_NUMBER})*",
    "list": rf"{_NUMBER}(,{_NUMBER})*",
    "coefficients": rf"{_NUMBER}(,{_NUMBER})*",
    "p": rf"p={_NUMBER}",
    "gains": rf"[0-9]+={_NUMBER}(,[0-9]+={_NUMBER})*",
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
    is_binary: bool
    labels: str | None
    min_relevance: int | None
    tie_rule: str | None
    ir_measures: tuple[str, ...]


@dataclass(frozen=True)
class Parameter:
    """One row of `metrics.measure_parameters`: a parameter in ir_measures' spelling."""

    parameter: str
    type: str
    argument: str
    lowest: float | None
    highest: float | None
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Catalogue:
    """All measures by name, in trec_eval's order, and the parameters of ir_measures' spelling by name."""

    measures: dict[str, Measure]
    parameters: dict[str, Parameter]


@dataclass(frozen=True)
class Request:
    """A measure with its parameters, ready to be computed.

    `arguments` are the first arguments of its macro as SQL; `values` the cut-offs
    or levels among them, each of which gives a value of its own; `label` the
    name its values go by where that is not the one the macro gives them.
    """

    measure: Measure
    arguments: tuple[str, ...]
    label: str | None = None
    min_relevance: int | None = None
    values: tuple[float, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its values, as `measure` has them in the result."""
        base = self.measure.measure
        if self.label is not None:
            return (self.label,)
        if self.measure.parameter == "levels":
            return tuple(f"{base}_{value:.2f}" for value in self.values)
        return tuple(f"{base}_{value:.0f}" for value in self.values) or (base,)

    @property
    def objects(self) -> list[str]:
        """The macros that its query calls."""
        return _OBJECT.findall(self.query()) if self.measure.macro else []

    def query(self, shared: str = "") -> str:
        """The SELECT that computes it; `shared` are further named arguments of the macro."""
        level = f"min_relevance := {self.min_relevance}" if self.min_relevance is not None else ""
        arguments = ", ".join(part for part in (*self.arguments, level, shared) if part)
        name = "measure" if self.label is None else "'" + self.label.replace("'", "''") + "' as measure"
        return f"select collection, run_id, query_id, {name}, value from metrics.{self.measure.macro}({arguments})"

    def without(self, names: set[str]) -> Request | None:
        """The request for what is not among these names, None where nothing is left."""
        kept = [value for value, name in zip(self.values or (0.0,), self.names, strict=True) if name not in names]
        if len(kept) == len(self.names):
            return self
        return replace(self, **_listed(self.measure, kept)) if kept else None


def catalogue(con: duckdb.DuckDBPyConnection) -> Catalogue:
    """What a database knows of measures; it needs `metrics.measures` and `metrics.measure_parameters`."""

    def rows(columns: Iterable[str], view: str, order: str) -> list[list[Any]]:
        found = con.execute(f"select {', '.join(columns)} from metrics.{view} order by {order}").fetchall()
        return [[tuple(cell) if isinstance(cell, list) else cell for cell in row] for row in found]

    measures = [Measure(*row) for row in rows(Measure.__dataclass_fields__, "measures", "position")]
    parameters = [Parameter(*row) for row in rows(Parameter.__dataclass_fields__, "measure_parameters", "all")]
    return Catalogue({each.measure: each for each in measures}, {each.parameter: each for each in parameters})


def standard(measure: Measure, num_docs: int = 0) -> Request:
    """A measure with its default parameters."""
    if not measure.defaults:
        return Request(measure, ())
    if measure.parameter in ("cutoffs", "levels"):
        return Request(measure, **_listed(measure, measure.defaults))
    return Request(measure, _arguments(measure, measure.defaults, num_docs))


def stored_name(request: Request) -> str | None:
    """The name under which `metrics.query_scores` may hold the values of a request for one value, else None.

    Values by gains or another parameter of one's own are never stored. Stored
    values count relevance from the collection's level: compare `min_relevance`.
    """
    arguments = [argument for argument in request.arguments if argument != "judged_only := false"]
    if request.label is None:
        return request.names[0] if len(request.names) == 1 and len(arguments) <= 1 else None
    cutoff = re.fullmatch(r"\[([0-9]+)\]", ", ".join(arguments))
    if cutoff:
        return f"{request.measure.measure}_{cutoff[1]}"
    return None if arguments else request.measure.measure


def numbers(text: str) -> list[float]:
    """A comma-separated list of numbers, each read as C's atof does: what is no number is 0."""
    found = [re.match(rf"\s*{_NUMBER}", part, re.I) for part in text.split(",")]
    return [float(match[0]) if match else 0.0 for match in found]


def whole(text: str) -> int:
    """A number as C's atol reads it: the digits it begins with, 0 without any."""
    match = re.match(r"\s*[+-]?[0-9]+", text)
    return int(match[0]) if match else 0


def with_parameters(measure: Measure, text: str, num_docs: int = 0) -> Request:
    """A measure with trec_eval's parameters, the part after the dot of `-m P.5,10`, read as trec_eval reads them.

    Raises:
        UsageError: the parameters do not fit the measure.
    """
    if measure.parameter in ("cutoffs", "levels"):
        is_whole = measure.parameter == "cutoffs"
        values = sorted([whole(part) for part in text.split(",")] if is_whole else numbers(text))
        if is_whole and values[0] <= 0:
            raise UsageError("trec_eval: Negative cutoff detected")
        if len(set(values)) < len(values):
            raise UsageError("trec_eval: duplicate cutoffs detected")
        if is_whole and values[-1] > MAX_CUTOFF:
            raise UsageError(f"trec_eval: a cutoff above {MAX_CUTOFF}; no run is as long")
        return Request(measure, **_listed(measure, values))
    label = f"{measure.measure}_{text}"
    if measure.parameter in ("gains", "p"):
        return Request(measure, _pairs(text), label)
    if measure.parameter == "none":
        return Request(measure, ())
    values = numbers(text)
    if measure.measure == "utility" and len(values) != len(measure.defaults):
        raise UsageError("trec_eval.calc_utility: improper number of coefficients")
    return Request(measure, _arguments(measure, values, num_docs), label)


def _listed(measure: Measure, values: Sequence[float]) -> dict[str, Any]:
    return {"arguments": _arguments(measure, values, 0), "values": tuple(values)}


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


def resolve(names: Iterable[Any], known: Catalogue) -> list[Request]:
    """Requests for measures named as trec_eval or as ir_measures name them, in the order given, each value once.

    A name may also be a measure object of ir_measures, which has ir_measures' meaning always.

    Raises:
        UsageError: a name is neither, a parameter is none of the measure's, or the measure is a text that has no mean.
    """
    asked: list[Request] = []
    found: set[str] = set()
    for name in [names] if isinstance(names, str) else names:
        for request in _resolve(name, known):
            fresh = request.without(found)
            if fresh is not None:
                found.update(fresh.names)
                asked.append(fresh)
    return asked


def _resolve(name: Any, known: Catalogue) -> list[Request]:
    from dltrack_db.scoring import spelling

    if not isinstance(name, str):
        if not hasattr(name, "SUPPORTED_PARAMS"):
            raise UsageError(f"{name!r} names no measure; give its name, or a measure of ir_measures")
        return [spelling.parse(repr(name), known)]
    name = name.strip()
    group = [m for m in known.measures.values() if name in m.groups and m.macro and m.format != "text"]
    if group:
        return [standard(measure) for measure in group if measure.format == "number"]
    spoken = re.fullmatch(r"(recall|precision)@([0-9]+)", name, re.I)
    if spoken:  # trec_eval's measure, which counts relevance from the collection's level
        name = f"{'P' if spoken[1].casefold() == 'precision' else 'recall'}_{spoken[2]}"
    found = _as_trec_eval(name, known.measures)
    if found is None and (written := spelling.respelled(name, known)):
        found = spelling.parse(written, known)
    if found is None or found.measure.macro is None or found.measure.format == "text":
        raise UsageError(
            f"there is no measure «{name}»; write it as trec_eval (ndcg_cut_10, P.5,10, map) or ir_measures (nDCG@10, "
            "AP(rel=2)) do, all are in: dltrack sql 'from metrics.measures'"
            + did_you_mean(re.split(r"[@(.]", name)[0], [*known.measures, *spelling.names(known)])
        )
    return [found]


def _as_trec_eval(name: str, measures: dict[str, Measure]) -> Request | None:
    """A measure in trec_eval's spelling; unlike the program this reads every character of its parameters."""
    base, dot, text = name.partition(".")
    if base not in measures:
        match = re.fullmatch(r"(.+)_([0-9.,]+)", name)
        if match is None or match[1] not in measures or measures[match[1]].parameter not in ("cutoffs", "levels"):
            return None
        base, dot, text = match[1], ".", match[2]
    measure = measures[base]
    if not dot:
        return standard(measure)
    form = _FORMS.get(measure.parameter)
    if form is None:
        raise UsageError(f"{name}: {base} takes no parameters; leave out «.{text}»")
    if not re.fullmatch(form, text):
        raise UsageError(f"{name}: «{text}» is not the parameter of {base}; write {_example(measure)}")
    request = with_parameters(measure, text)
    if len(set(request.names)) < len(request.names):
        raise UsageError(f"{name}: two of these levels go by one name; they are told apart by two decimals")
    if measure.parameter == "p" and not 0 <= numbers(text.partition("=")[2])[0] <= 1:
        raise UsageError(f"{name}: p is a probability; give a number from 0 to 1")
    return request


def _example(measure: Measure) -> str:
    match measure.parameter:
        case "gains":
            return f"gains of grades, as {measure.measure}.1=1,2=3"
        case "p":
            return f"a probability, as {measure.measure}.p=0.8"
        case _:
            return "numbers, as " + f"{measure.measure}." + ",".join(f"{value:g}" for value in measure.defaults)
