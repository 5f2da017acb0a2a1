"""Parser of measures in ir_measures' spelling, such as `nDCG(dcg='exp-log2')@10`; malformed spellings are rejected.

The column ir_measures of `metrics.measures` lists the names with their parameters and defaults.
`metrics.measure_parameters` lists, for each parameter, the valid values and the macro argument that it sets.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dltrack_db.errors import UsageError
from dltrack_db.score.catalogue import Catalogue, Measure, MeasureParameter, Request, Spelling

_REQUIRED = object()
_EXAMPLES = {"cutoff": "10", "recall": "0.5", "max_rel": "3"}
"""Example values for messages."""
_SIGNATURE = re.compile(r"(?P<names>[^(@]+)(\((?P<parameters>[^)]*)\))?(@(?P<at>\w+))?")


class _Signature(NamedTuple):
    """A form of a measure's name in ir_measures: names, parameters with defaults, and the parameter after '@'."""

    measure: Measure
    names: tuple[str, ...]
    defaults: dict[str, Any]
    at: str | None


def is_known(text: str, catalogue: Catalogue) -> bool:
    """Return whether a text begins with a measure name of ir_measures, with the right capitals."""
    return any(each.spelling == _parts(text)[0] for each in catalogue.spellings if each.language == "ir_measures")


def case_insensitive_matches(text: str, catalogue: Catalogue) -> list[str]:
    """Return the spellings that differ from a text only in capitals, with their relevance levels if these differ."""
    name, parameters, at = _parts(text)
    found: dict[tuple[str, int | None], str] = {}
    like = [each for each in catalogue.spellings if each.spelling.casefold() == name.casefold()]
    # in the catalogue's order of a measure's names
    for each in sorted(
        like, key=lambda each: "".join(catalogue.measures[each.measure].ir_measures).find(each.spelling)
    ):
        measure = catalogue.measures[each.measure]
        if each.language == "ir_measures":
            if any("@" in way for way in measure.ir_measures) >= bool(at):
                text_with_level = (
                    each.label if each.label and not parameters and not at else f"{each.spelling}{parameters}{at}"
                )
                found.setdefault((each.language, each.min_relevance), text_with_level)
        elif not parameters and bool(at) == (measure.parameter in ("cutoffs", "items")):
            found.setdefault((each.language, None), each.spelling + at.replace("@", "_"))
    levels = {"ir_measures": "grades from {} on", "trec_eval": "grades from the collection's level on"}
    has_levels = len({level for _, level in found}) > 1
    return [
        written + (f" ({levels[language].format(level)})" if has_levels else "")
        for (language, level), written in found.items()
    ]


def at_level(label: str, level: float) -> str:
    """Return a measure in ir_measures' spelling with another relevance level; `label` has the same spelling."""
    name, parameters, at = _parts(label)
    others = [part for part in parameters[1:-1].split(",") if part and not part.strip().startswith("rel=")]
    return f"{name}({','.join([f'rel={level:g}', *others])}){at}"


def with_level(request: Request, level: float) -> str:
    """Return ir_measures' spelling of a request's measure with another relevance level, for messages."""
    ways = [way for way in request.measure.ir_measures if re.search(r"[(, ]rel\b", way)]
    names = [name for way in ways for name in re.split(r"[(@]", way)[0].split("|")]
    if request.label is not None and _parts(request.label)[0] in names:
        return at_level(request.label, level)
    firsts = "g1-" if request.measure.parameter == "items" else ""
    cutoff = f"@{firsts}{request.values[0]:g}" if request.values else ""
    return f"{names[0]}(rel={level:g}){cutoff}" if names else f"min_relevance := {level:g} in SQL"


def _parts(text: str) -> tuple[str, str, str]:
    """Split a spelling into name, parentheses with their content, and cutoff with '@'; the last two may be empty."""
    match = re.fullmatch(r"([^(@\s]*)\s*(\(.*\))?\s*(.*)", text.strip(), re.DOTALL)
    return (match[1], match[2] or "", match[3]) if match else (text, "", "")


def parse(text: str, catalogue: Catalogue) -> Request:
    """Return the request for a measure in ir_measures' spelling, with ir_measures' defaults."""
    label = re.sub(r"\s+", "", text)
    if fault := re.search(r"[0-9]+(_[0-9]+)+", re.sub(r"'[^']*'|\"[^\"]*\"", "", "".join(_parts(text)[1:]))):
        raise UsageError(f"{label}: '{fault[0]}' is not a number; write the number without underscores")
    name, parameters = _read(text, catalogue)
    ways = _signatures(name, catalogue)
    if not ways:
        raise UsageError(f"dltrack has no measure '{name}' of ir_measures; see: dltrack sql 'from metrics.measures'")
    names = list(dict.fromkeys(parameter for way in ways for parameter in way.defaults))
    if unknown := [parameter for parameter in parameters if parameter not in names]:
        raise UsageError(f"{label}: {name} has no parameter '{unknown[0]}'; valid: {', '.join(names) or 'none'}")
    fitting = [
        way
        for way in ways
        if parameters.keys() <= way.defaults.keys()
        and all(parameter in parameters for parameter, default in way.defaults.items() if default is _REQUIRED)
    ]
    if not fitting:
        missing, example = _complete(name, parameters, ways)
        raise UsageError(f"{label}: the parameter '{missing}' is missing; write {example}")
    way = fitting[0]
    values = {
        parameter: _check_value(label, catalogue.parameters[parameter], parameters[parameter])
        for parameter in way.defaults
        if parameter in parameters
    }
    if "gains" in values and values.get("dcg", "log2") != "log2":
        raise UsageError(f"{label}: gains and dcg='exp-log2' both set the gains of grades; leave out one of them")
    if "max_rel" in values and values["max_rel"] <= values.get("min_rel", 0):
        raise UsageError(f"{label}: max_rel must be above min_rel (0 by default); give a higher max_rel")
    if way.measure.labels == "subtopics" and values.get("beta", 0) > 1:
        raise UsageError(f"{label}: beta is {values['beta']:g}; for {name}, it must be a number from 0 to 1")
    return _request(way, values, label, catalogue)


def _complete(name: str, parameters: Mapping[str, ast.expr], ways: Sequence[_Signature]) -> tuple[str, str]:
    """Return the first missing parameter, and an example with all parameters, of the best-fitting signature."""
    way = min(ways, key=lambda each: len(parameters.keys() - each.defaults.keys()))
    missing = [each for each, default in way.defaults.items() if default is _REQUIRED and each not in parameters]
    texts = {each: ast.unparse(value) for each, value in parameters.items()}
    texts |= {each: _EXAMPLES.get(each, "…") for each in missing}
    at = f"@{texts[way.at]}" if way.at in texts else ""
    inside = ", ".join(f"{each}={value}" for each, value in texts.items() if each != way.at)
    return missing[0], f"{name}({inside}){at}" if inside else f"{name}{at}"


def _signatures(name: str, catalogue: Catalogue) -> list[_Signature]:
    signatures = []
    for measure in catalogue.measures.values():
        for spelling in measure.ir_measures:
            match = _SIGNATURE.fullmatch(spelling)
            if match is None:
                raise ValueError(f"metrics.measures: {measure.measure}: {spelling}")
            names = tuple(match["names"].split("|"))
            if name not in names:
                continue
            defaults: dict[str, Any] = {}
            for part in filter(None, (match["parameters"] or "").split(", ")):
                parameter, has_default, default = part.partition("=")
                defaults[parameter] = default if has_default else _REQUIRED
            if match["at"]:
                defaults[match["at"]] = _REQUIRED
            signatures.append(_Signature(measure, names, defaults, match["at"]))
    return signatures


def _read(text: str, catalogue: Catalogue) -> tuple[str, dict[str, ast.expr]]:
    """Return name and parameters of a measure in ir_measures' spelling, which is a Python expression.

    An exception is the spelling of paper C for the first relevant items: ASL@g1 and ASL@g1-10.
    """
    firsts = re.fullmatch(r"(.*)@\s*g1(?:-([1-9][0-9]*))?\s*", text, re.DOTALL)
    try:
        expression: ast.expr = ast.parse((firsts[1] if firsts else text).strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise UsageError(f"{text} is not a measure; write NAME(parameter=value, …)@cutoff, as AP(rel=2)@100") from None
    parameters: dict[str, ast.expr] = {}
    cutoff_node: ast.expr | None = None
    node = expression
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        cutoff_node = node.right
        node = node.left
    if isinstance(node, ast.Call):
        if node.args or any(keyword.arg is None for keyword in node.keywords):
            raise UsageError(f"{text}: a parameter has no name; write parameters as in AP(rel=2)")
        if not node.keywords:
            raise UsageError(f"{text}: the parentheses are empty; leave out the parentheses")
        parameters = {str(keyword.arg): keyword.value for keyword in node.keywords}
        if len(parameters) < len(node.keywords):
            raise UsageError(f"{text}: a parameter is given twice; leave out one of the two")
        node = node.func
    if not isinstance(node, ast.Name):
        raise UsageError(f"{text} is not a measure; write NAME(parameter=value, …)@cutoff, as AP(rel=2)@100")
    name = node.id
    if cutoff_node is not None:
        ways = _signatures(name, catalogue)
        at = next((way.at for way in ways if way.at), "cutoff")
        if ways and not any(at in way.defaults for way in ways):
            raise UsageError(f"{text}: {name} has no cutoff; leave out @ and the text after it")
        if at == "items":
            raise UsageError(f"{text}: {name} has no cutoff; for the first ten relevant items, write {name}@g1-10")
        if at in parameters:
            raise UsageError(f"{text}: {at} is given twice; leave out one of the two")
        parameters[at] = cutoff_node
    if firsts:
        if not any("items" in way.defaults for way in _signatures(name, catalogue)):
            raise UsageError(f"{text}: @g is only valid for ASL; write a cutoff, such as {name}@10")
        if "items" in parameters:
            raise UsageError(f"{text}: items is given twice; leave out one of the two")
        parameters["items"] = ast.Constant(int(firsts[2] or 1))
    return name, parameters


def _check_value(label: str, parameter: MeasureParameter, node: ast.expr) -> Any:
    """Return the value of a parameter; raise UsageError if it has the wrong type or is out of bounds."""
    value = _literal(node)
    text = re.sub(r"\s", "", ast.unparse(node))
    match parameter.type:
        case "word":
            word = value if isinstance(value, str) else text
            if word in parameter.choices:
                return word
            expectation = "one of " + ", ".join(parameter.choices)
        case "truth":
            if isinstance(value, bool):
                return value
            if text.lower() in ("true", "false"):
                return text.lower() == "true"
            expectation = "True or False"
        case "gains":
            if isinstance(value, dict) and value and all(map(_is_grade, value)) and all(map(_is_gain, value.values())):
                return value
            expectation = "a gain of 0 or more for each grade, such as {1: 1, 2: 3}"
        case _:
            is_whole = parameter.type == "whole number"
            is_number = isinstance(value, int if is_whole else (int, float)) and not isinstance(value, bool)
            if is_number and (parameter.lowest or 0) <= value <= (parameter.highest or math.inf):
                return value
            highest = parameter.highest or math.inf
            upper = f" to {highest:.0f}" if highest < 1e300 else " on"
            expectation = f"a {parameter.type} from {parameter.lowest or 0:.0f}{upper}"
    raise UsageError(f"{label}: {parameter.parameter} is {text}; it must be {expectation}")


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return None


def _is_grade(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 32767


def _is_gain(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < math.inf


def _request(way: _Signature, values: dict[str, Any], label: str, catalogue: Catalogue) -> Request:
    """Return the request; a parameter that is not given has the default of the signature, not that of the macro."""
    level: float | None = None
    first: list[str] = []
    arguments: list[str] = []
    for parameter, default in way.defaults.items():
        about = catalogue.parameters[parameter]
        value = values.get(parameter, default)
        if parameter not in values and (default == "none" or (parameter == "dcg" and default == "log2")):
            continue
        if about.argument == "min_relevance":
            level = float(value) if isinstance(value, float) else int(value)
        elif parameter == way.at and way.measure.has_value_each:
            first.append(f"[{_sql(parameter, value)}]")
        elif not (parameter == "dcg" and value == "log2"):
            arguments.append(f"{about.argument} := {_sql(parameter, value)}")
    if not values:
        label = next((each.label for each in catalogue.spellings if _is_meant(each, label, way)), None) or label
    return Request(
        way.measure, (*first, *arguments), label, level, has_own_level=level is not None and "rel" not in values
    )


def _is_meant(spelling: Spelling, name: str, way: _Signature) -> bool:
    return (spelling.spelling, spelling.language, spelling.measure) == (name, "ir_measures", way.measure.measure)


def _sql(parameter: str, value: Any) -> str:
    if parameter == "dcg":
        return "metrics.exp2_gains()"
    if isinstance(value, dict):
        return "map {" + ", ".join(f"{grade}: {gain:.17g}::double" for grade, gain in sorted(value.items())) + "}"
    if isinstance(value, float):
        return f"{value:.17g}::double"
    return str(value).lower()
