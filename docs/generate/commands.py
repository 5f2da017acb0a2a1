"""Generate the reference of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer.main

from docs.generate.markdown import code, table


def render() -> str:
    """Return the page."""
    from dltrack_db.cli import trec_eval_options
    from dltrack_db.cli.app import app

    parts = [
        "# Commands\n",
        "`dltrack COMMAND --help` and `man dltrack` print the same. `DLTRACK_DB` is the default of `--db`; `NO_COLOR` "
        "turns colours off.\n",
    ]
    for path, command in _walk(typer.main.get_command(app), []):
        parts.append(f"## dltrack {' '.join(path)}\n")
        parts += _help(command.help or "")
        rows = [_parameter(parameter) for parameter in command.params if parameter.name != "help"]
        if path == ["trec-eval"]:  # its command line is trec_eval's, not typer's
            rows = [[f"`{option}`", meaning] for option, meaning in trec_eval_options.OPTIONS.items()]
        if rows:
            parts.append(table(["argument or option", "meaning"], rows))
    return "\n".join(parts)


def _walk(command: Any, path: list[str]) -> Iterator[tuple[list[str], Any]]:
    for name, child in getattr(command, "commands", {}).items():
        yield from _walk(child, [*path, name])
    if path and not (getattr(command, "commands", None) and len(path) > 1):
        yield path, command


def _help(text: str) -> Iterator[str]:
    """Yield the help text, with examples as code."""
    for paragraph in text.strip().split("\n\n"):
        words = " ".join(paragraph.split())
        if words.startswith("Example: "):
            yield code("sh", words.removeprefix("Example: "))
        else:
            yield words + "\n"


def _parameter(parameter: Any) -> list[str]:
    if parameter.param_type_name == "argument":
        shown = parameter.metavar or parameter.name.upper()
    else:
        names = ", ".join([*parameter.opts, *parameter.secondary_opts])
        shown = names if parameter.is_flag else f"{names} {parameter.metavar or parameter.name.upper()}"
    return [f"`{shown}`", parameter.help or ""]
