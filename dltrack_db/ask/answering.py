"""Answering questions: check the arguments, find the runs and collections, and call the question's function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin

from dltrack_db.ask import questions
from dltrack_db.ask.questions import DeclaredQuestion, Parameter
from dltrack_db.base.answer import Answer
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import DltrackError, UsageError

if TYPE_CHECKING:
    from dltrack_db.ask.open_database import OpenDatabase

RUNS = ("run", "run_a", "run_b", "runs")
"""Parameters whose values are loaded runs of one collection."""
_KINDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


class AskedQuestion(NamedTuple):
    """An answer, with its collections."""

    answer: Answer
    collections: list[str]


def ask(db: OpenDatabase, name: str, arguments: Mapping[str, Any]) -> AskedQuestion:
    """Answer a question, after checking its arguments and looking up its runs and collections.

    Args:
        db: the database.
        name: name of the question, or of its command.
        arguments: values of the question's arguments by name; other arguments have their defaults.

    Raises:
        UsageError: the question or an argument does not exist, or a value is not valid.
        DltrackError: the question belongs to a plug-in and fails.
    """
    entry = questions.find(name)
    values = check(entry, arguments)
    homes = find_collections(db, entry, values)
    if homes and "collection" in values:
        values["collection"] = homes if isinstance(values["collection"], list) else homes[0]
    answer = _call(entry, db, values)
    types = answer.types or [""] * len(answer.columns)  # '': unknown type, which frames infer from the values
    return AskedQuestion(replace(answer, title=answer.title or entry.title, types=types), homes)


def _call(entry: DeclaredQuestion, db: OpenDatabase, values: Mapping[str, Any]) -> Answer:
    """Call the question's function; errors of a plug-in's function name the plug-in."""
    if not entry.plugin:
        return entry.function(db, **values)
    what = f"question '{entry.name}' of plug-in '{entry.plugin}'"
    with questions.blaming(what):
        answer = entry.function(db, **values)
    if not isinstance(answer, Answer):
        raise DltrackError(f"{what} returns a {type(answer).__name__}; it must return an Answer, as db.ask does")
    return answer


def check(question: DeclaredQuestion, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return a checked value for each parameter of a question; raise UsageError for invalid arguments."""
    parameters = question.parameters
    for name in arguments:
        if name not in parameters:
            near = did_you_mean(name, parameters)
            raise UsageError(f"{question.name} has no argument '{name}'; its arguments: {', '.join(parameters)}{near}")
    if missing := [one.name for one in parameters.values() if one.is_required and one.name not in arguments]:
        raise UsageError(f"{question.name} needs {' and '.join(missing)}; see: dltrack {question.command} --help")
    return {
        name: _check_value(one, arguments[name]) if name in arguments else one.default
        for name, one in parameters.items()
    }


def _check_value(parameter: Parameter, value: Any) -> Any:
    """Return the checked value; if the parameter is a list, a single text becomes a list."""
    name, kinds, choices = parameter.name, parameter.kinds, parameter.choices
    if value is None and parameter.is_optional:
        return None
    if choices:
        if value not in choices:
            raise UsageError(f"{name} must be one of {', '.join(choices)}, not '{value}'")
        return str(value)
    if isinstance(value, str) and parameter.is_list:
        return [value]
    if not any(_has_kind(value, kind) for kind in kinds):
        raise UsageError(
            f"{name} must be {' or '.join(_KINDS.get(kind, 'a list of texts') for kind in kinds)}, not '{value}'"
        )
    if isinstance(value, int | float):
        _check_range(parameter, value)
    return list(value) if isinstance(value, list | tuple) else value


def _check_range(parameter: Parameter, value: float) -> None:
    least, most = parameter.input.least, parameter.input.most
    if not isfinite(value):
        raise UsageError(f"{parameter.name} must be a number, not '{value}'")
    if least is not None and value < least:
        raise UsageError(f"{parameter.name} must be at least {least}, not {value}")
    if most is not None and value > most:
        raise UsageError(f"{parameter.name} must be at most {most}, not {value}")


def _has_kind(value: Any, kind: Any) -> bool:
    if get_origin(kind) in (list, Sequence):
        return isinstance(value, list | tuple) and all(isinstance(each, get_args(kind)[0]) for each in value)
    if isinstance(value, bool) or kind is bool:
        return isinstance(value, bool) and kind is bool
    return isinstance(value, int | float if kind is float else kind)


def find_collections(db: OpenDatabase, question: DeclaredQuestion, values: Mapping[str, Any]) -> list[str]:
    """Return the collections of a question: the collection with its runs, or the named collections."""
    names = [name for name in RUNS if values.get(name) is not None and question.parameters[name].input.is_loaded]
    runs = [run for name in names for run in ([values[name]] if isinstance(values[name], str) else values[name])]
    scope, rules = values.get("collection"), question.rules
    if runs:
        return [db.find_collection_of(runs, scope, allows_scores=rules.allows_scores)]
    if scope is None:
        return []
    named_collections = [scope] if isinstance(scope, str) else list(dict.fromkeys(scope))
    labels = values.get("labels") or None
    return [db.find_collection(name, labels=labels, is_ranked=rules.is_ranked) for name in named_collections]
