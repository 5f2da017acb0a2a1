"""Groups of options: each field of a dataclass parameter becomes an option of the command."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

import typer

from dltrack_db.base import plugins
from dltrack_db.errors import UsageError

if TYPE_CHECKING:
    from dltrack_db.base.plugin_description import PluginOption


def with_option_groups(command: Callable[..., Any], without: Sequence[str] = (), more: str = "") -> Callable[..., Any]:
    """Return the command with one option for each field of a parameter `Annotated[SomeDataclass, {field: option}]`.

    A dataclass that is used only by commands may declare the options at its fields instead. A sequence of texts becomes
    a repeatable option. If the user passes an option of a plug-in, its function runs instead of `command`.

    Args:
        command: the function of the command.
        without: parameters that do not become options; they and fields without an option have their defaults.
        more: name of the command in plug-ins that add options to it; by default the name of the function.
    """
    own = inspect.signature(command, eval_str=True)
    groups = {name: group for name, one in own.parameters.items() if (group := _group(one.annotation))}
    plugin_options = plugins.find_options(more or command.__name__)
    parameters = [
        *(part for one in own.parameters.values() if one.name not in without for part in _parts(one)),
        *(_plugin_parameter(option) for _, option in plugin_options),
    ]

    @wraps(command)
    def grouped(**options: Any) -> Any:
        for name, (kind, described) in groups.items():
            option_values = {field: options.pop(field, None) for field in described}  # missing if called from Python
            options[name] = kind(**{field: value for field, value in option_values.items() if value is not None})
        values = {one: options.pop(one[1].parameter, None) for one in plugin_options}
        calls = list(dict.fromkeys((plugin, option.call) for (plugin, option), value in values.items() if value))
        if len(calls) > 1:
            names = [f"--{option.name}" for (_, option), value in values.items() if value]
            raise UsageError(f"{' and '.join(names)} cannot be combined; leave out all but one of them")
        for plugin, call in calls:
            for one, option in plugin_options:
                if (one, option.call) == (plugin, call):
                    options[option.parameter] = values[one, option]
            return plugin.load_function(call)(**options)
        return command(**options)

    grouped.__dict__["__signature__"] = own.replace(parameters=parameters)
    grouped.__annotations__ = {one.name: one.annotation for one in parameters}
    return grouped


def _group(annotation: Any) -> tuple[type, Mapping[str, Any]] | None:
    """Return the dataclass of a parameter, and the options by field; None for other parameters."""
    if get_origin(annotation) is Annotated and is_dataclass(get_args(annotation)[0]):
        kind, described = get_args(annotation)
        return kind, described
    if isinstance(annotation, type) and is_dataclass(annotation):
        return annotation, {
            name: get_args(one)[1] for name, one in get_type_hints(annotation, include_extras=True).items()
        }
    return None


def _plugin_parameter(option: PluginOption) -> inspect.Parameter:
    option_info = typer.Option(f"--{option.name}", metavar=None if option.flag else option.metavar, help=option.help)
    return inspect.Parameter(
        option.parameter,
        inspect.Parameter.KEYWORD_ONLY,
        default=False if option.flag else "",
        annotation=Annotated[bool, option_info] if option.flag else Annotated[str, option_info],
    )


def _parts(parameter: inspect.Parameter) -> Iterator[inspect.Parameter]:
    """Yield an option for each field if the parameter is a dataclass, else the parameter itself."""
    group = _group(parameter.annotation)
    if group:
        yield from _options(*group)
    else:
        yield parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)


def _options(kind: type, described: Mapping[str, Any]) -> Iterator[inspect.Parameter]:
    types, defaults = get_type_hints(kind), {field.name: field.default for field in fields(kind)}
    for name, option in described.items():
        is_listed = get_origin(types[name]) is Sequence
        yield inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=_default(defaults[name], is_listed),
            annotation=Annotated[list[str] | None if is_listed else types[name], option],
        )


def _default(default: Any, is_listed: bool) -> Any:
    if is_listed:
        return None
    return inspect.Parameter.empty if default is MISSING else default
