"""Requests for measures, from the names that users write.

The catalogue of measures is the table `metrics.measures`. A user may write trec_eval's name (`P.5,10`, `ndcg_cut_10`,
`map`) or ir_measures' name (`nDCG@10`, `AP(rel=2)`) of a measure. The first has trec_eval's meaning, with the relevance
level of the collection. The second has ir_measures' meaning and defaults (`score/spelling.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import UsageError
from dltrack_db.score import defined_measures, spelling
from dltrack_db.score.catalogue import Catalogue, Measure, Request, request_arguments, request_fields, standard
from dltrack_db.sqlfiles import dependencies

# measures that eval, compare, dl.evaluate and db.evaluate compute if the user names none
DEFAULT_MEASURES = ("ndcg_cut_10", "map", "recip_rank")
SHORT_NAMES = {"ap": "map", "rr": "recip_rank"}  # names of leaderboard columns; as measures, they have no cutoff
MAX_CUTOFF = 2**53  # larger whole numbers are not exact as doubles
_NUMBER = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?"
# valid text after the dot of `-m NAME.PARAMETERS`, by the kind of parameter
_FORMS = {
    "cutoffs": r"[1-9][0-9]*(,[1-9][0-9]*)*",
    "items": r"[1-9][0-9]*(,[1-9][0-9]*)*",
    "levels": rf"{_NUMBER}(,{_NUMBER})*",
    "list": rf"{_NUMBER}(,{_NUMBER})*",
    "coefficients": rf"{_NUMBER}(,{_NUMBER})*",
    "p": rf"p={_NUMBER}",
    "gains": rf"[0-9]+={_NUMBER}(,[0-9]+={_NUMBER})*",
}


class NoSuchMeasureError(UsageError):
    """No measure has this name; `near` lists measures whose names differ only in capitals."""

    def __init__(self, message: str, near: list[str]) -> None:
        super().__init__(message)
        self.near = near


def stored_name(request: Request) -> str | None:
    """Return the name of a request's value in `metrics.query_scores`, or None if the value is never stored.

    Values with gains or another special parameter are never stored. Stored values use the relevance level of the
    collection, so the caller must also compare `min_relevance`.
    """
    arguments = [argument for argument in request.arguments if not _is_default(request.measure, argument)]
    if request.label is None:
        return request.names[0] if len(request.names) == 1 and len(arguments) <= 1 else None
    cutoff = re.fullmatch(r"\[([0-9]+)\]", ", ".join(arguments))
    if cutoff:
        return f"{request.measure.prefix}{cutoff[1]}"
    return None if arguments else request.measure.measure


def _is_default(measure: Measure, argument: str) -> bool:
    """Return whether an argument has the default value of the measure's macro, as for stored values."""
    name, _, value = argument.partition(" := ")
    macro = dependencies.find_object(f"metrics.{measure.macro}")
    default = macro.parameters.get(name) if macro else None
    return default is not None and _plain(value) == _plain(default)


def _plain(text: str) -> float | str:
    """Return the value of a number literal, or the text if it is not a number."""
    try:
        return float(text.removesuffix("::double"))
    except ValueError:
        return text


def first_names(measures: Iterable[Request], level: float | None) -> dict[str, str]:
    """Return, for every requested name, the first requested name of the same measure.

    `level` is the relevance level of the labels, for requests without their own level. With level 2, for example, `map`
    and `AP(rel=2)` are the same measure, and a family of tests contains the measure only once.
    """
    first: dict[tuple[str, float | None], str] = {}
    names: dict[str, str] = {}
    for request in measures:
        own = level if request.min_relevance is None else request.min_relevance
        for name in request.names:
            stored_label = name if request.label is None else stored_name(request) or name
            names[name] = first.setdefault((stored_label, own if request.measure.is_binary else None), name)
    return names


def numbers(text: str) -> list[float]:
    """Return the numbers in a comma-separated list, each read as C's atof reads it: other text is 0."""
    matches = [re.match(rf"\s*{_NUMBER}", part, re.I) for part in text.split(",")]
    return [float(match[0]) if match else 0.0 for match in matches]


def whole(text: str) -> int:
    """Return a whole number as C's atol reads it: the leading digits, or 0 if the text has no leading digits."""
    match = re.match(r"\s*[+-]?[0-9]+", text)
    return int(match[0]) if match else 0


def with_parameters(measure: Measure, text: str, num_docs: int = 0) -> Request:
    """Return the request for a measure with parameters `text` ('5,10' in `-m P.5,10`), read as trec_eval reads them."""
    if measure.has_value_each:
        is_whole = measure.parameter != "levels"
        values = sorted([whole(part) for part in text.split(",")] if is_whole else numbers(text))
        if is_whole and values[0] <= 0:
            raise UsageError("trec_eval: Negative cutoff detected")
        if len(set(values)) < len(values):
            raise UsageError("trec_eval: duplicate cutoffs detected")
        if is_whole and values[-1] > MAX_CUTOFF:
            raise UsageError(f"trec_eval: a cutoff is above {MAX_CUTOFF}; give a smaller cutoff")
        return Request(measure, **request_fields(measure, values))
    label = f"{measure.measure}_{text}"
    if measure.parameter in ("gains", "p"):
        return Request(measure, _pairs(text), label)
    if measure.parameter == "none":
        return Request(measure, ())
    values = numbers(text)
    if measure.measure == "utility" and len(values) != len(measure.defaults):
        raise UsageError("trec_eval.calc_utility: improper number of coefficients")
    return Request(measure, request_arguments(measure, values, num_docs), label)


def _pairs(text: str) -> tuple[str, ...]:
    """Return trec_eval's named numbers, such as '1=3,2=9' or 'p=0.8', as arguments of a macro."""
    if not re.fullmatch(r"[^,=]*=[^,=]*(,[^,=]*=[^,=]*)*", text):
        raise UsageError(f"trec_eval: malformed pair parameters in '{text}'")
    pairs = [part.split("=") for part in text.split(",")]
    gains = {name: numbers(value)[0] for name, value in pairs if re.fullmatch(r"[+-]?[0-9]+", name)}
    arguments = [f"p := {numbers(value)[0]:.17g}::double" for name, value in pairs if name == "p"]
    if gains:
        arguments.append("gains := map {" + ", ".join(f"{name}: {value:.17g}" for name, value in gains.items()) + "}")
    return tuple(arguments)


def resolve(names: Iterable[Any], catalogue: Catalogue) -> list[Request]:
    """Return the requests for measures with trec_eval's or ir_measures' names, in the given order, each value once.

    A measure may also be an object of ir_measures, including the results of `ir_measures.define` and `define_byquery`;
    it always has ir_measures' meaning. If the user gives parameters for a measure of trec_eval, its defaults are not
    computed, even if a requested group contains the measure. This is as in trec_eval and pytrec_eval.
    """
    ways = [each for name in ([names] if isinstance(names, str) else names) for each in _resolve(name, catalogue)]
    if not ways:
        raise UsageError("no measure is requested; name a measure, for example ndcg_cut_10")
    detailed = {request.measure.measure for request, way in ways if way == "parameters"}
    measures: list[Request] = []
    names_so_far: set[str] = set()
    for request, way in ways:
        if way == "defaults" and request.measure.measure in detailed:
            continue
        fresh = request.without(names_so_far)
        if fresh is not None:
            names_so_far.update(fresh.names)
            measures.append(fresh)
    return measures


def level_note(measures: Iterable[Request], level: float, convention: str) -> str | None:
    """Return a note on the measures with ir_measures' default level, if it differs from `level`; else None.

    `convention` is the clause of the note that says where `level` comes from.
    """
    others = [each for each in measures if each.has_own_level and each.min_relevance != level]
    if not others:
        return None
    names = ", ".join(str(each.label) for each in others)
    instead = ", ".join(spelling.at_level(str(each.label), level) for each in others)
    count = "counts" if len(others) == 1 else "count"
    return (
        f"{names} {count} grades from {others[0].min_relevance} on as relevant, as in ir_measures, but {convention}; "
        f"to use level {level:g}, write {instead}"
    )


def assumed_level_note(
    measures: Iterable[Request], level: float, highest: float, option: str = "min_relevance="
) -> str | None:
    """Return a note on the measures with an assumed relevance level, if the labels have higher grades; else None.

    `option` is the text that the user writes to set one level for all measures.
    """
    with_assumed_level = [
        each
        for each in measures
        if each.measure.is_binary and (each.min_relevance is None or each.has_own_level) and highest > level
    ]
    if not with_assumed_level:
        return None
    names = ", ".join(name for each in with_assumed_level for name in each.names)
    count = "counts" if len(with_assumed_level) == 1 and len(with_assumed_level[0].names) == 1 else "count"
    ways = [f"{option}{highest:g}"] if any(not each.has_own_level for each in with_assumed_level) else []
    ways += [spelling.at_level(str(each.label), highest) for each in with_assumed_level if each.has_own_level][:1]
    return (
        f"{names} {count} grades from {level:g} on as relevant, but labels go up to {highest:g}; to choose another "
        f"level, write for example {' and '.join(ways)}"
    )


def _resolve(name: Any, catalogue: Catalogue) -> list[tuple[Request, str]]:
    """Return each request with the form of its name.

    The form is 'defaults' (trec_eval's name without parameters), 'parameters' (with parameters), or 'ir_measures'.
    """
    if not isinstance(name, str):
        if not hasattr(name, "SUPPORTED_PARAMS"):
            raise UsageError(f"{name!r} is not a measure; give the name of a measure, or an object of ir_measures")
        if defined_measures.is_defined(name):
            request = defined_measures.request(name)
            if _as_trec_eval(request.names[0], catalogue.measures) or spelling.is_known(request.names[0], catalogue):
                raise UsageError(f"dltrack already has a measure {request.names[0]}; define yours with another name")
            return [(request, "ir_measures")]
        return [(spelling.parse(repr(name), catalogue), "ir_measures")]
    name = SHORT_NAMES.get(name.strip(), name.strip())
    group = [m for m in catalogue.measures.values() if name in m.groups and m.macro and m.format != "text"]
    if group:
        return [(standard(measure), "defaults") for measure in group]
    measures, way = _as_trec_eval(name, catalogue.measures), "defaults" if name in catalogue.measures else "parameters"
    if measures is None and spelling.is_known(name, catalogue):
        measures, way = spelling.parse(name, catalogue), "ir_measures"
    if measures is None or measures.measure.macro is None or measures.measure.format == "text":
        near = spelling.case_insensitive_matches(name, catalogue)
        raise NoSuchMeasureError(
            f"there is no measure '{name}'; use a name of trec_eval (ndcg_cut_10, P.5, map) or of ir_measures "
            "(nDCG@10, AP(rel=2)); list all names with: dltrack sql 'from metrics.spellings'"
            + (
                f"; did you mean {' or '.join(near)}?"
                if near
                else did_you_mean(re.split(r"[@(.]", name)[0], (each.spelling for each in catalogue.spellings))
            ),
            near,
        )
    return [(measures, way)]


def _as_trec_eval(name: str, measures: dict[str, Measure]) -> Request | None:
    """Return the request for a measure in trec_eval's spelling; None if the name is unknown.

    Unlike trec_eval, this rejects parameters with extra characters.
    """
    base, dot, text = name.partition(".")
    if base not in measures:
        match = re.fullmatch(r"(.+?_?)([0-9.,]+)", name)
        known = {each.prefix: each.measure for each in measures.values() if each.has_value_each}
        if match is None or match[1] not in known:
            return None
        base, dot, text = known[match[1]], ".", match[2]
    measure = measures[base]
    if not dot:
        return standard(measure)
    form = _FORMS.get(measure.parameter)
    if form is None:
        raise UsageError(f"{name}: {base} has no parameters; leave out '.{text}'")
    if not re.fullmatch(form, text):
        raise UsageError(f"{name}: '{text}' is not a valid parameter of {base}; write {_example(measure)}")
    request = with_parameters(measure, text)
    if len(set(request.names)) < len(request.names):
        raise UsageError(f"{name}: two levels have the same name, because names have two decimals; leave out one level")
    if measure.parameter == "p" and not 0 <= numbers(text.partition("=")[2])[0] <= 1:
        raise UsageError(f"{name}: p must be a probability; give a number from 0 to 1")
    return request


def _example(measure: Measure) -> str:
    match measure.parameter:
        case "gains":
            return f"gains of grades, for example {measure.measure}.1=1,2=3"
        case "p":
            return f"a probability, for example {measure.measure}.p=0.8"
        case _:
            return "numbers, for example " + f"{measure.measure}." + ",".join(f"{each:g}" for each in measure.defaults)
