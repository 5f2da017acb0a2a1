"""The catalogue of measures, the table `metrics.measures`, and what a request for one of them says in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import duckdb

NEEDED = ("metrics.measures", "metrics.measure_parameters", "metrics.spellings")
"""The views that `read` reads."""


class Measure(NamedTuple):
    """One row of the catalogue `metrics.measures`."""

    position: int
    measure: str
    macro: str | None
    arguments: str | None
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
    looks_at_recall: bool
    ir_measures: tuple[str, ...]

    @property
    def has_value_each(self) -> bool:
        """Return True if each parameter gives a separate value, named after the parameter."""
        return self.parameter in ("cutoffs", "items", "levels")

    @property
    def prefix(self) -> str:
        """Return the part before the parameter in the name of a value: `P_` of `P_10`, `asl_g` of `asl_g10`."""
        return self.measure if self.parameter == "items" else f"{self.measure}_"


class MeasureParameter(NamedTuple):
    """One row of `metrics.measure_parameters`: a parameter in ir_measures' spelling."""

    parameter: str
    type: str
    argument: str
    lowest: float | None
    highest: float | None
    choices: tuple[str, ...]


class Spelling(NamedTuple):
    """One row of `metrics.spellings`: the tool that uses the name, the measure, and its lowest relevant grade."""

    spelling: str
    language: str
    measure: str
    min_relevance: int | None
    label: str | None


@dataclass(frozen=True)
class Catalogue:
    """All measures by name, in trec_eval's order, the parameters of ir_measures' spelling by name, and all names.

    The names are read when they are first asked for: a request in trec_eval's spelling does without.
    """

    measures: dict[str, Measure]
    parameters: dict[str, MeasureParameter]
    con: duckdb.DuckDBPyConnection

    @cached_property
    def spellings(self) -> tuple[Spelling, ...]:
        """The rows of `metrics.spellings`."""
        return tuple(Spelling(*row) for row in _rows(self.con, Spelling, "spellings", "all"))


class Request(NamedTuple):
    """A measure with its parameters, ready to be computed.

    `arguments` are the first arguments of its macro as SQL, and `values` the cutoffs or levels among them, with one
    value each. `label` names the values if the macro's own name is not used. `has_own_level` says that the user gave
    no level, so that ir_measures' level for this name is used. `defined` is the object of ir_measures if a function
    computes the measure (`score/defined_measures.py`).
    """

    measure: Measure
    arguments: tuple[str, ...]
    label: str | None = None
    min_relevance: float | None = None
    values: tuple[float, ...] = ()
    has_own_level: bool = False
    defined: Any = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its values, as `measure` has them in the result."""
        base = self.measure.measure
        if self.label is not None:
            return (self.label,)
        decimals = 2 if self.measure.parameter == "levels" else 0
        return tuple(f"{self.measure.prefix}{value:.{decimals}f}" for value in self.values) or (base,)

    def rounded(self, is_rounded: bool) -> Request:
        """Return the request with rounded or truncated recall levels, if the request leaves that open."""
        if not self.measure.looks_at_recall or any("is_rounded" in each for each in self.arguments):
            return self
        return self._replace(arguments=(*self.arguments, f"is_rounded := {str(is_rounded).lower()}"))

    def without(self, names: set[str]) -> Request | None:
        """Return the request for the values not among these names, or None if no value is left."""
        kept_values = [
            value for value, name in zip(self.values or (0.0,), self.names, strict=True) if name not in names
        ]
        if len(kept_values) == len(self.names):
            return self
        return self._replace(**request_fields(self.measure, kept_values)) if kept_values else None


def read(con: duckdb.DuckDBPyConnection) -> Catalogue:
    """Read the measures of a database from the views of `NEEDED`."""
    parameters = [MeasureParameter(*row) for row in _rows(con, MeasureParameter, "measure_parameters", "all")]
    return Catalogue(measures(con), {each.parameter: each for each in parameters}, con)


def measures(con: duckdb.DuckDBPyConnection) -> dict[str, Measure]:
    """The rows of `metrics.measures` by name, in trec_eval's order."""
    return {row[1]: Measure(*row) for row in _rows(con, Measure, "measures", "position")}


def _rows(con: duckdb.DuckDBPyConnection, kind: Any, view: str, order: str) -> list[list[Any]]:
    columns = ", ".join(kind._fields)
    rows = con.execute(f"select {columns} from metrics.{view} order by {order}").fetchall()
    return [[tuple(cell) if isinstance(cell, list) else cell for cell in row] for row in rows]


def standard(measure: Measure, num_docs: int = 0) -> Request:
    """A measure with its default parameters."""
    if not measure.defaults:
        return Request(measure, ())
    if measure.has_value_each:
        return Request(measure, **request_fields(measure, measure.defaults))
    return Request(measure, request_arguments(measure, measure.defaults, num_docs))


def request_fields(measure: Measure, values: Sequence[float]) -> dict[str, Any]:
    """Return the fields of a request for these cut-offs or levels of a measure."""
    return {"arguments": request_arguments(measure, values, 0), "values": tuple(values)}


def request_arguments(measure: Measure, values: Sequence[float], num_docs: int) -> tuple[str, ...]:
    """The first arguments of the macro of a measure, as SQL."""
    literals = [f"{value:.17g}::double" if value % 1 else f"{value:.0f}" for value in values]
    match measure.parameter:
        case "cutoffs" | "items" | "levels" | "list":
            return ("[" + ", ".join(literals) + "]",)
        case "p":
            return (f"p := {literals[0]}",)
        case _ if measure.measure == "utility":
            return (*literals, f"{num_docs}")
        case _:
            return (literals[0],)
