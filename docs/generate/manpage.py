"""Generate the manual page from the commands; the wheel installs it for `man dltrack`."""

from __future__ import annotations

import re

import typer.main

from dltrack_db import __version__
from dltrack_db.base import resources
from dltrack_db.base.config import KEYS
from docs.generate.commands import _parameter, _walk

NAME = "docs/dltrack.1"


def write() -> None:
    """Write the page to the path that the wheel is built from."""
    (resources.ROOT / NAME).write_text(render(), encoding="utf-8")


def render() -> str:
    """Return the page, in man's macros."""
    from dltrack_db.cli import trec_eval_options
    from dltrack_db.cli.app import app

    root = typer.main.get_command(app)
    lines = [
        '.\\" Generated from the commands.',
        f'.TH DLTRACK 1 "" "dltrack {__version__}" "User commands"',
        ".SH NAME",
        "dltrack \\- the TREC Deep Learning Track as one validated DuckDB file, analysed in SQL",
        ".SH SYNOPSIS",
        ".B dltrack",
        "[\\-\\-quiet] COMMAND [ARGUMENT...]",
        ".SH OPTIONS",
        *_options([_parameter(parameter) for parameter in root.params if parameter.name != "help"]),
        ".SH COMMANDS",
    ]
    for path, command in _walk(root, []):
        lines.append(f".SS {_escaped('dltrack ' + ' '.join(path))}")
        for paragraph in (command.help or "").strip().split("\n\n"):
            words = " ".join(paragraph.split()).replace("**", "").replace("`", "")
            example = words.startswith("Example: ")
            lines += [".PP", f".RS 4\n{_escaped(words.removeprefix('Example: '))}\n.RE" if example else _escaped(words)]
        rows = [_parameter(parameter) for parameter in command.params if parameter.name != "help"]
        if path == ["trec-eval"]:
            rows = [[option, meaning] for option, meaning in trec_eval_options.OPTIONS.items()]
        lines += _options(rows)
    lines += [
        ".SH ENVIRONMENT",
        *_options([[variable, f"default of --{key}"] for key, variable in KEYS.items()]),
        *_options([["DLTRACK_CONFIG", "file of defaults, instead of the usual one"]]),
        *_options([["NO_COLOR", "no colours and no bold"], ["COLUMNS", "the width of tables on a terminal"]]),
        ".SH FILES",
        *_options([["~/.config/dltrack/config.toml", f"your defaults: {' and '.join(KEYS)}"]]),
        ".SH EXIT STATUS",
        *_options(
            [
                ["0", "done"],
                ["1", "an error, with a message"],
                ["2", "wrong usage"],
                ["3", "verify found a fault"],
                ["4", "verify could not check everything"],
                ["70", "a bug"],
            ]
        ),
    ]
    return "\n".join(lines) + "\n"


def _options(rows: list[list[str]]) -> list[str]:
    lines = []
    for option, meaning in rows:
        lines += [".TP", f".B {_escaped(option.replace('`', ''))}", _escaped(" ".join(meaning.split())) or "\\&"]
    return lines


def _escaped(text: str) -> str:
    """Escape a text so that man finds no requests in it."""
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"))
