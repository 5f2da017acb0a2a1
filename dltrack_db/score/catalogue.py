"""The catalogue of measures (the table `metrics.measures`), and requests for measures with their SQL arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import duckdb

NEEDED = ("metrics.measures", "metrics.measure_parameters", "metrics.spellings")
"""Tables and views that `read` reads."""


class Measure(NamedTuple):
    """A row of the catalogue `metrics.measures`, whose header describes the fields."""

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
        """Whether each parameter yields a separate value with the parameter in its name, as for P_5 and P_10."""
        return self.parameter in ("cutoffs", "items", "levels")

    @property
    def prefix(self) -> str:
        """Text before the parameter in the name of a value: `P_` in `P_10`, `asl_g` in `asl_g10`."""
        return self.measure if self.parameter == "items" else f"{self.measure}_"


class MeasureParameter(NamedTuple):
    """A row of `metrics.measure_parameters`: a parameter in ir_measures' spelling."""

    parameter: str
    type: str
    argument: str
    lowest: float | None
    highest: float | None
    choices: tuple[str, ...]


class Spelling(NamedTuple):
    """A row of `metrics.spellings`: a name of a measure in a tool (`language`), with the lowest relevant grade."""

    spelling: str
    language: str
    measure: str
    min_relevance: int | None
    label: str | None


@dataclass(frozen=True)
class Catalogue:
    """All measures by name, in trec_eval's order, and all parameters of ir_measures' spelling by name.

    `spellings` are read when they are first used, because requests in trec_eval's spelling do not need them.
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

    Args:
        arguments: first arguments of the measure's macro, as SQL.
        label: name of the value, if it is not the name that the macro returns.
        min_relevance: lowest relevant grade; None for the level of the labels.
        values: cutoffs or levels in `arguments`; each of them yields one value.
        has_own_level: True if the level is the default of ir_measures, because the user gave none.
        defined: object of ir_measures for a user-defined measure (`score/defined_measures.py`).
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
        """Names of the values, as in the column `measure` of results."""
        base = self.measure.measure
        if self.label is not None:
            return (self.label,)
        decimals = 2 if self.measure.parameter == "levels" else 0
        return tuple(f"{self.measure.prefix}{value:.{decimals}f}" for value in self.values) or (base,)

    def rounded(self, is_rounded: bool) -> Request:
        """Return the request with rounded or truncated recall levels, unless the request already has a choice."""
        if not self.measure.looks_at_recall or any("is_rounded" in each for each in self.arguments):
            return self
        return self._replace(arguments=(*self.arguments, f"is_rounded := {str(is_rounded).lower()}"))

    def without(self, names: set[str]) -> Request | None:
        """Return the request without the values with these names; None if no value is left."""
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
    """Return the rows of `metrics.measures` by name, in trec_eval's order."""
    return {row[1]: Measure(*row) for row in _rows(con, Measure, "measures", "position")}


def _rows(con: duckdb.DuckDBPyConnection, kind: Any, view: str, order: str) -> list[list[Any]]:
    columns = ", ".join(kind._fields)
    rows = con.execute(f"select {columns} from metrics.{view} order by {order}").fetchall()
    return [[tuple(cell) if isinstance(cell, list) else cell for cell in row] for row in rows]


def standard(measure: Measure, num_docs: int = 0) -> Request:
    """Return the request for a measure with its default parameters."""
    if not measure.defaults:
        return Request(measure, ())
    if measure.has_value_each:
        return Request(measure, **request_fields(measure, measure.defaults))
    return Request(measure, request_arguments(measure, measure.defaults, num_docs))


def request_fields(measure: Measure, values: Sequence[float]) -> dict[str, Any]:
    """Return the fields `arguments` and `values` of a request for these cutoffs or levels."""
    return {"arguments": request_arguments(measure, values, 0), "values": tuple(values)}


def request_arguments(measure: Measure, values: Sequence[float], num_docs: int) -> tuple[str, ...]:
    """Return the first arguments of a measure's macro, as SQL."""
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
