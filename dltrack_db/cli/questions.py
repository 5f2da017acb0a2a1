"""Commands made from questions (`ask.questions`): arguments and options follow from a question's signature."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from dltrack_db.ask import answering, questions
from dltrack_db.ask.open_database import OpenDatabase
from dltrack_db.ask.questions import DeclaredQuestion, Parameter
from dltrack_db.base.answer import Answer
from dltrack_db.base.progress import working
from dltrack_db.cli import completion
from dltrack_db.cli.common import (
    DEFAULT_DATABASE,
    Database,
    Measures,
    OutputFormat,
    check_number_of_results,
    measures_option,
)
from dltrack_db.show import Format, print_answer, print_notes, table
from dltrack_db.store import database


@dataclass(frozen=True)
class Ask:
    """A question with the arguments of the command line; call it for the answer."""

    question: DeclaredQuestion
    arguments: Mapping[str, Any]
    database: OpenDatabase

    def __call__(self, **changes: Any) -> Answer:
        """Answer the question, with `changes` to the arguments, and show progress on a terminal."""
        with working(self.question.title):
            return answering.ask(self.database, self.question.name, {**self.arguments, **changes}).answer


def draw(ask: Ask, format: Format) -> None:
    """Print the rows of a question and the notes under them."""
    show(ask(), format, ask.question.rules)


def show(answer: Answer, format: Format, rules: questions.Rules) -> None:
    """Print the rows of an answer, and the notes under them; `rules` say which columns a narrow table contains."""
    print_answer(answer, format, fit=table.Fit(rules.keys, rules.point, rules.expendable))
    print_notes(answer.notes, format)


def make_command(question: DeclaredQuestion, draw: Callable[[Ask, Format], None]) -> Callable[..., None]:
    """Return the function of a question's command, with a signature for typer; `draw` prints the answer.

    If the question has a parameter `measure`, the command has the list -m, and answers the question for each measure.
    """

    def command(*, db: Path, format: Format, **arguments: Any) -> None:
        # an empty list means that the option was left out
        arguments = {name: value for name, value in arguments.items() if value not in ([], ())}
        has_measure = "measure" in question.parameters
        measures = arguments.pop("measures") if has_measure else []
        check_number_of_results(format, measures)
        with database.reader(db) as con:
            open_database = OpenDatabase(con, db, option="--collection")
            for changes in [{"measure": name} for name in measures] if has_measure else [{}]:
                draw(Ask(question, arguments | changes, open_database), format)

    signature = [_typer_parameter(one) for one in question.parameters.values()]
    signature += [_keyword("db", Database, DEFAULT_DATABASE), _keyword("format", OutputFormat, Format.table)]
    command.__name__, command.__doc__ = question.name, _help(question)
    command.__dict__["__signature__"] = inspect.Signature(signature)
    command.__annotations__ = {one.name: one.annotation for one in signature}
    return command


def _help(question: DeclaredQuestion) -> str:
    if "Example: " in question.help:
        return question.help
    words = [
        one.name.upper() if one.is_argument else f"{_option_name(one)} {one.input.metavar or one.name.upper()}"
        for one in question.parameters.values()
        if one.is_required
    ]
    summary, _, more = question.help.partition("\n\n")
    example = f"Example: {' '.join(['dltrack', question.command, *words])}"
    return "\n\n".join(filter(None, [summary, example, more]))


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _option_name(parameter: Parameter) -> str:
    name = parameter.name.replace("_", "-")
    return parameter.input.option or (f"--{name}/--no-{name}" if parameter.default is True else f"--{name}")


def _typer_parameter(parameter: Parameter) -> inspect.Parameter:
    """Return a parameter for typer, as an argument or an option."""
    field, default = parameter.input, parameter.default
    if parameter.name == "measure":
        return _keyword("measures", Measures, default if parameter.is_required else [default])
    if parameter.name == "measures":
        default = default if parameter.is_required else list(default or ())
        return _keyword("measures", Annotated[list[str], measures_option(field.help)], default)
    settings: dict[str, Any] = {"help": field.help, "metavar": field.metavar}
    if field.completes:
        settings["autocompletion"] = getattr(completion, field.completes)
    if {int, float} & {*parameter.kinds}:
        settings |= {"min": field.least, "max": field.most}
    description: Any = (
        typer.Argument(**settings)
        if parameter.is_argument
        else typer.Option(*filter(None, [_option_name(parameter), field.short]), **settings)
    )
    return _keyword(parameter.name, Annotated[_typer_kind(parameter), description], default)


def _typer_kind(parameter: Parameter) -> Any:
    """Return the type of a parameter for typer, whose old releases do not support `Literal`."""
    kind: Any = parameter.kinds[-1]
    if parameter.choices:
        kind = enum.StrEnum(parameter.name, {value: value for value in parameter.choices})  # type: ignore[misc,no-redef]
    elif parameter.is_list:
        kind = list[str]
    return kind | None if parameter.is_optional else kind
