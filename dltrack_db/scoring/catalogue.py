"""The catalogue of measures, the view `metrics.measures`, and what a request for one of them says in SQL."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import duckdb

_OBJECT = re.compile(r'\bmetrics\."?([a-z_0-9]+)')


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
        return [f"metrics.{name}" for name in _OBJECT.findall(self.query())] if self.measure.macro else []

    def query(self, shared: str = "") -> str:
        """The SELECT that computes it; `shared` are further named arguments of the macro."""
        level = f"min_relevance := {self.min_relevance}" if self.min_relevance is not None else ""
        arguments = ", ".join(part for part in (*self.arguments, level, shared) if part)
        name = "measure" if self.label is None else "'" + self.label.replace("'", "''") + "' as measure"
        # quoted, for words such as precision are DuckDB's own from 2.0 on
        return f'select collection, run_id, query_id, {name}, value from metrics."{self.measure.macro}"({arguments})'

    def without(self, names: set[str]) -> Request | None:
        """The request for what is not among these names, None where nothing is left."""
        kept = [value for value, name in zip(self.values or (0.0,), self.names, strict=True) if name not in names]
        if len(kept) == len(self.names):
            return self
        return replace(self, **listed(self.measure, kept)) if kept else None


def read(con: duckdb.DuckDBPyConnection) -> Catalogue:
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
        return Request(measure, **listed(measure, measure.defaults))
    return Request(measure, arguments_of(measure, measure.defaults, num_docs))


def listed(measure: Measure, values: Sequence[float]) -> dict[str, Any]:
    """What makes a request for these cut-offs or levels of a measure."""
    return {"arguments": arguments_of(measure, values, 0), "values": tuple(values)}


def arguments_of(measure: Measure, values: Sequence[float], num_docs: int) -> tuple[str, ...]:
    """The first arguments of the macro of a measure, as SQL."""
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
