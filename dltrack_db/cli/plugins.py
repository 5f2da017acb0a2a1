"""`dltrack plugins`: list the plug-ins, or create one from a template."""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from dltrack_db.base import plugins
from dltrack_db.base.plugin_description import NAME, LeftOut, Plugin, read
from dltrack_db.cli.common import OutputFormat
from dltrack_db.cli.lazy import SETTINGS, ListedGroup
from dltrack_db.errors import DltrackError, UsageError
from dltrack_db.show import Format, print_rows, printable, table

app = typer.Typer(cls=ListedGroup, **SETTINGS)
_NAME = re.compile(r"(?<!-- )\bexample(?=_ranks|\b)|(?<=test_)example")
"""Occurrences of the template's name in its files, except the key `example:` of SQL headers."""
TEMPLATE = Path(__file__).with_name("plugin_template")
"""The folder of a complete plug-in called `example`."""
_COLUMNS = ("name", "version", "source", "brings", "title", "fault")
_FIT = table.Fit(keys=["name"], point=["fault", "brings", "title"], expendable=("source",))


@app.callback(invoke_without_command=True)
def list_plugins(context: typer.Context, format: OutputFormat = Format.table) -> None:
    """List the plug-ins that were found, with their sources, contents and errors.

    Example: dltrack plugins -f json

    Plug-ins are bundled with dltrack, installed packages with an entry point
    dltrack.plugins, folders listed in DLTRACK_PLUGINS, or folders in
    dltrack/plugins next to the configuration file. The current folder is not
    searched, nor are folders that a database names. dltrack --no-plugins runs a
    command without plug-ins.
    """
    if context.invoked_subcommand is not None:
        return
    rows: list[tuple[Any, ...]] = [
        (one.name, one.version, one.source, describe(one), one.title, None)
        for one in (*plugins.own(), *plugins.active())
    ]
    rows += [(one.name, None, one.source, None, None, one.reason) for one in plugins.faults()]
    print_rows(_COLUMNS, rows, format, fit=_FIT)
    if plugins.faults():
        raise typer.Exit(1)


def describe(plugin: Plugin) -> str:
    """Return a summary of a plug-in's contents, such as '1 measure, 2 views or macros, 1 table'."""
    from dltrack_db.sqlfiles.headers import parse_header

    counts = Counter[str]()
    for name, path in plugin.objects.items():
        text = path.read_text(encoding="utf-8")
        # parsing is slow, and most headers have no measures
        measures = parse_header(text, path)[0].measures if "\n-- measures:" in text else {}
        counts["table" if name in plugin.tables else "view or macro"] += not measures
        counts["measure"] += len(measures)
    counts["kind of data"] = len(list((plugin.folder / "ingest" / "parts").glob("*/part.toml")))
    counts["recipe"] = len(list((plugin.folder / "ingest" / "recipes").glob("*.toml")))
    names = {"view or macro": "views or macros", "kind of data": "kinds of data"}
    words = [f"{n} {what if n == 1 else names.get(what, f'{what}s')}" for what, n in counts.items() if n]
    words += [f"command {one.name}" for one in plugin.commands] + (["questions"] if plugin.module else [])
    return ", ".join(words) or "nothing"


@app.command("new")
def new(
    name: Annotated[str, typer.Argument(help="Name of the plug-in: lower-case letters, digits and _.")],
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="The plug-in is written to DIR/NAME.")],
) -> None:
    """Write a small working plug-in to start from: a measure, a view, a question and a test.

    Example: dltrack plugins new weak --to ~/trec
    """
    if not NAME.fullmatch(name):
        raise UsageError(f"a plug-in cannot be named '{name}'; use lower-case letters, digits and _, as in my_measures")
    folder = to.expanduser().absolute() / name
    if folder.exists():
        raise UsageError(f"{folder} exists already; choose another name or another folder")
    try:
        for source in sorted(TEMPLATE.rglob("*")):
            if source.is_file() and source.suffix != ".pyc":
                target = folder / str(source.relative_to(TEMPLATE)).replace("example", name)
                target.parent.mkdir(parents=True, exist_ok=True)
                text = source.read_text(encoding="utf-8")
                target.write_text(_NAME.sub(name, text), encoding="utf-8")
        plugins.check(read(folder, ""), plugins.active())
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise DltrackError(f"{folder} cannot be written ({error.strerror}); choose another folder with --to") from error
    except LeftOut as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise UsageError(f"a plug-in named '{name}' could not be used: {error}; choose another name") from error
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        print(printable(path))
    print(f"try it with: DLTRACK_PLUGINS={printable(folder)} dltrack plugins", file=sys.stderr)
