"""A group of commands: the module of a command is imported only when the command is called."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, MutableMapping
from enum import Enum
from functools import partial
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from dltrack_db.base import numbers
from dltrack_db.base.plugin_description import OWN
from dltrack_db.cli import commands, common
from dltrack_db.cli.commands import COMMANDS, DRAWINGS
from dltrack_db.errors import DltrackError, UsageError
from dltrack_db.show.text import cut_values

# Plain text: typer's boxes need rich (0.1 s to import), and only half of 80 columns remain for the options' texts.
SETTINGS: dict[str, Any] = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
"""Settings of every `typer.Typer` in dltrack."""


class _Commands(MutableMapping[str, Any]):
    """All commands by name, each created on first access."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            if name not in self:
                raise KeyError(name)
            self._made[name] = _make_command(name)
        return self._made[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._made[name] = command

    def __delitem__(self, name: str) -> None:
        del self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in COMMANDS or name in commands.plugin_commands() or name in commands.questions()

    def __iter__(self) -> Iterator[str]:
        return iter(commands.all_commands())

    def __len__(self) -> int:
        return len(commands.all_commands())


def _make_command(name: str) -> Any:
    """Return a command, as typer creates it from a function or group."""
    if (entry := commands.plugin_commands().get(name)) and entry[0].folder.parent != OWN:
        from dltrack_db.ask import questions

        what = f"command '{name}' of plug-in '{entry[0].name}'"
        with questions.blaming(what):
            command = _assemble(name)
        command.invoke = partial(_invoke, what, command.invoke)
        return command
    return _assemble(name)


def _invoke(what: str, invoke: Callable[[Any], Any], context: Any) -> Any:
    """Run the command of a plug-in; its errors name the plug-in."""
    from dltrack_db.ask import questions

    with questions.blaming(what, *_OF_TYPER):
        return invoke(context)


_OF_TYPER = (typer.Exit, typer.Abort, typer.BadParameter.__mro__[2])
"""Exceptions that typer raises to end a command; typer does not export the third one, the base class of its errors."""


def _assemble(name: str) -> Any:
    home = typer.Typer(add_completion=False, callback=lambda: None, **SETTINGS)
    function, settings = _function(name)
    if isinstance(function, typer.Typer):
        home.add_typer(function, name=name)
    else:
        if commands.takes_snapshot(name):
            function = common.at_a_snapshot(function)
        home.command(name, **settings)(function)
    group: Any = typer.main.get_command(home)
    _check_values(group.commands[name])
    common.collect_garbage()
    return group.commands[name]


def _function(name: str) -> tuple[Any, dict[str, Any]]:
    """Return the function or `Typer` of a command, and its settings."""
    if entry := commands.plugin_commands().get(name):
        plugin, command = entry
        file, _, function = command.call.partition(":")
        if (call := getattr(plugin.load(file), function, None)) is None:
            raise DltrackError(
                f"command '{name}' of plug-in '{plugin.name}' calls {function}, which {file}.py does not define"
            )
        return call, {}
    if name not in COMMANDS:
        from dltrack_db.cli import questions

        drawing = import_module(f"dltrack_db.cli.{DRAWINGS.get(name, 'questions')}")
        return questions.make_command(commands.questions()[name], drawing.draw), {}
    module = import_module(f"dltrack_db.cli.{COMMANDS[name].module}")
    return getattr(module, COMMANDS[name].attribute), getattr(module, "SETTINGS", {})


def _check_values(command: Any) -> None:
    """Make the parameters of a command and its subcommands reject empty texts and malformed numbers.

    An empty text is usually an unset shell variable; without this check, the option would be ignored. The value is
    checked, not the declared type, because releases of typer declare types in different ways.
    """
    for each in getattr(command, "commands", {}).values():
        _check_values(each)
    for parameter in command.params:
        parameter.process_value = partial(_process_value, parameter, parameter.process_value)


def _spare_pydantic(parameters: Any) -> None:
    """Make a class of typer parameters convert simple values without pydantic.

    Since release 0.28, typer converts all values with pydantic, which takes as long to import as DuckDB.
    """
    if make_typers := getattr(parameters, "get_runtime_param", None):
        parameters.get_runtime_param = lambda parameter: _PlainConversion(partial(make_typers, parameter))


class _PlainConversion(NamedTuple):
    """Converts texts, paths and choices; typer's converter (`make_typers`) handles other types, and all errors."""

    make_typers: Callable[[], Any]

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Convert the value of a parameter."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        kind, parser = param.type_descriptor.annotation, param.type_descriptor.parameter_info.parser
        try:
            if get_origin(kind) is list and isinstance(value, list | tuple):
                return [_convert_plain(each, get_args(kind)[0], parser) for each in value]
            return _convert_plain(value, kind, parser)
        except ValueError:
            return self.make_typers().coerce(value, param=param, ctx=ctx)


def _convert_plain(value: Any, kind: Any, parser: Callable[[Any], Any] | None) -> Any:
    """Convert a text to its type; return a value that already has the type; raise ValueError for other types."""
    if parser is not None:
        return parser(value)
    if isinstance(kind, type) and issubclass(kind, Path):
        path = kind(value)
        if os.access(path, os.R_OK) or not os.path.lexists(path):
            return path
    elif isinstance(kind, type) and isinstance(value, kind):
        return value
    elif isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    raise ValueError


def _process_value(parameter: Any, process: Any, context: Any, text: Any) -> Any:
    source = context.get_parameter_source(parameter.name)
    texts = text if isinstance(text, list | tuple) else [text]
    is_given = source is not None and source.name == "COMMANDLINE" and not context.resilient_parsing
    if is_given and _has_empty(texts):
        is_option = parameter.param_type_name == "option"
        raise typer.BadParameter(
            f"the value is empty; pass a value{' or leave out the option' if is_option else ''}.",
            ctx=context,
            param=parameter,
        )
    value = process(context, text)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and isfinite(value) and isinstance(text, str) and not numbers.is_number(text):
        raise typer.BadParameter(f"'{text}' is not a number.", ctx=context, param=parameter)
    return value


def _has_empty(texts: Any) -> bool:
    return any(isinstance(text, str) and not text.strip(" ,") for text in texts)


for _parameters in (TyperArgument, TyperOption):
    _spare_pydantic(_parameters)


class ListedGroup(TyperGroup):
    """A group whose help prints the first paragraph of each command's help in full; typer prints only one line."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of all commands."""
        helps = {name: command.help or "" for name, command in self.commands.items()}
        with formatter.section("Commands"):
            formatter.write_dl([(name, " ".join(help.split("\n\n")[0].split())) for name, help in helps.items()])


class LazyGroup(TyperGroup):
    """The group of all `dltrack` commands, in the sections of `cli.commands`."""

    _is_listing = False

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**{**attributes, "commands": None})
        self.commands = _Commands()

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, in the order of the help."""
        return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command; during shell completion, return only an object with its line of help."""
        if self._is_listing and cmd_name in self.commands:
            return TyperCommand(cmd_name, help=commands.all_commands()[cmd_name])
        return self.commands.get(cmd_name)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; if its collection is missing, raise a UsageError that lists the loaded collections."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            # compared by name, because some releases of typer use click's class and some their own
            if type(error).__name__ != "MissingParameter" or error.param.name not in ("collection", "collections"):  # type: ignore[attr-defined]
                if isinstance(message := getattr(error, "message", None), str):  # of wrong usage, which typer prints
                    error.message = cut_values(message)  # type: ignore[attr-defined]
                raise
            raise UsageError(_which_collection(error)) from None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write all commands, section by section."""
        widest = max(map(len, commands.all_commands()))
        for heading, lines in commands.sections().items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(widest), line) for name, line in lines.items()])

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Return commands with their lines of help, without importing the modules of the commands."""
        self._is_listing = True
        try:
            return super().shell_complete(ctx, incomplete)
        finally:
            self._is_listing = False


def _which_collection(missing: Any) -> str:
    """Return the error message for a missing collection, with the loaded collections."""
    from dltrack_db.store import collections

    db = missing.ctx.params.get("db") or Path(os.environ.get("DLTRACK_DB", common.DEFAULT_DATABASE))
    hint = "add one with -c" if missing.param.param_type_name == "option" else "name one"
    return (
        f"{missing.ctx.command_path.removeprefix('dltrack ')} needs a collection; {hint} (collections in {db}: "
        f"{', '.join(collections.names(db)) or 'none yet'})"
    )
