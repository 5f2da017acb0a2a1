"""A trial of one plug-in, in a separate process: build its objects together with those of the accepted plug-ins."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import plugins, resources, sql_text
from dltrack_db.base.files import tempfolder
from dltrack_db.base.plugin_description import FILE, LeftOut, Plugin, read
from dltrack_db.errors import DltrackError
from dltrack_db.sqlfiles import dependencies, generated, places
from dltrack_db.sqlfiles.headers import parse_header
from dltrack_db.store import connection, template

_CORE = "from dltrack_db.store import template; print(template.cached_template() or '')"
"""Code that prints the path of the empty database without plug-ins; it runs in a process without plug-ins."""


def main(folders: Sequence[str]) -> None:
    """Print why the plug-in in the last folder cannot be used together with the other plug-ins; '' if it can."""
    *earlier, plugin = (read(Path(folder), "") for folder in folders)
    print(" ".join(find_fault(plugin, earlier).split()))


def find_fault(plugin: Plugin, earlier: Sequence[Plugin] = ()) -> str:
    """Return why a plug-in cannot be used, or ''; afterwards, `plugin` and `earlier` are active in this process."""
    plugins.use([*earlier, plugin])
    try:
        _check_functions(plugin)
        with tempfolder.folder() as folder:
            _build([*earlier, plugin], folder / "trial.duckdb")
        _check_ingest(plugin)
        _check_commands(plugin, earlier)
        _ = plugin.checksum  # reads every file
    except (LeftOut, DltrackError, duckdb.Error, ValueError) as error:
        return str(error).replace(f"{plugin.folder}/", "")
    except Exception as error:
        return f"{type(error).__name__}: {error}; report this to the plug-in's author".replace(f"{plugin.folder}/", "")
    return ""


def _check_functions(plugin: Plugin) -> None:
    """Raise LeftOut if an object has the name of a DuckDB function."""
    with closing(connection.connect(threads=1)) as con:
        functions = {name for (name,) in con.execute(resources.script("cli/plugin_trial/functions")).fetchall()}
    for name, path in plugin.objects.items():
        if (own := name.partition(".")[2]) in functions:
            raise LeftOut(f"{path.relative_to(plugin.folder)}: DuckDB has a function {own}; choose another name")


def _build(plugin_set: Sequence[Plugin], path: Path) -> None:
    """Build the objects of plug-ins, and the objects generated for these plug-ins, into a copy of an empty database."""
    command = [sys.executable, "-P", "-c", _CORE]
    environment = {**os.environ, plugins.OFF: "1"}
    core = subprocess.run(command, capture_output=True, text=True, env=environment, check=False).stdout.strip()
    if not core:  # the cache cannot be written
        template.make(path)
        return
    shutil.copyfile(core, path)
    generated.renew()
    products = (name.removesuffix(".sql").replace("/", ".") for name in places.generators())
    names = {*(name for one in plugin_set for name in one.objects), *products, *sqlfiles.CONSTANTS}
    objects = sqlfiles.build_order(obj for name in sorted(names) if (obj := dependencies.find_object(name)) is not None)
    with closing(connection.connect()) as con:
        connection.attach(con, path, read_only=False)
        con.execute("use dltrack")
        for obj in objects:
            con.execute(f"create schema if not exists {obj.schema}")
            try:
                con.execute(obj.statement)
                con.execute(";\n".join(sqlfiles.comments(obj)))
            except duckdb.Error as error:
                raise DltrackError(f"{obj.path} cannot be built: {error}") from error
        own = [name for path in plugin_set[-1].objects.values() for name in _measures(path)]
        query = sql_text.written_out(resources.script("cli/plugin_trial/ambiguous_names"), {"measures": own})
        if rows := con.execute(query).fetchall():
            raise LeftOut(
                f"its measure {rows[0][1]} shares the name {rows[0][0]} with another measure; choose another name"
            )


def _measures(path: Path) -> Iterable[str]:
    return parse_header(path.read_text(encoding="utf-8"), path)[0].measures


def _check_ingest(plugin: Plugin) -> None:
    """Read the plug-in's parts and recipes, and create the commands of its parts."""
    from typer.main import get_command

    from dltrack_db.base import parts, recipes
    from dltrack_db.cli import ingest
    from dltrack_db.sqlfiles import part_queries

    commands = [one.name for one in ingest.app.registered_commands]
    for part in parts.all_parts():
        if part.folder.is_relative_to(plugin.folder):
            part_queries.publish(part)
            if commands.count(part.name) > 1:
                raise LeftOut(
                    f"ingest/parts/{part.name}: 'dltrack ingest {part.name}' is already a command; rename the part"
                )
    get_command(ingest.app)
    paths = [path for path in plugin.files("ingest/recipes") if path.suffix == ".toml"]
    own = {spec.collection: path for path in paths for spec in recipes.read(path).own_collections}
    for recipe in recipes.names():
        if plugin.folder / "ingest" / "recipes" / f"{recipe}.toml" not in paths:
            for spec in recipes.load(recipe).own_collections:
                if spec.collection in own:
                    raise LeftOut(
                        f"{own[spec.collection]}: recipe {recipe} already has a collection {spec.collection}; choose "
                        "another name"
                    )


def _check_commands(plugin: Plugin, earlier: Iterable[Plugin]) -> None:
    """Raise LeftOut if the function of a command is undefined or its name is used; do not run the plug-in's modules."""
    from dltrack_db.ask import questions
    from dltrack_db.cli import commands

    owners = dict.fromkeys((*commands.COMMANDS, *questions.own_questions()), "dltrack")
    for one in (*plugins.own(), *earlier):
        own = "dltrack" if one.source == "dltrack" else f"the plug-in {one.name}"
        owners |= dict.fromkeys((command.name for command in one.commands), own)
        owners |= dict.fromkeys((question.command for question in questions.read_declarations(one)), own)
    calls = {f"[commands.{one.name}]": one.call for one in plugin.commands}
    calls |= {f"[options.{one.command}.{one.name}]": one.call for one in plugin.options}
    calls |= {f"[methods] {name}": call for name, call in plugin.methods.items()}
    for where, call in calls.items():
        module, _, function = call.partition(":")
        if not {function, "*"} & _defined_names(plugin.folder / f"{module}.py"):
            raise LeftOut(f"{FILE}: {where} calls {function}, which {module}.py does not define")
    for command in plugin.commands:
        if command.name in owners:
            raise LeftOut(f"{FILE}: {owners[command.name]} already has a command {command.name}; choose another name")
        owners[command.name] = f"the plug-in {plugin.name}"
    for question in questions.read_declarations(plugin):
        if question.command in owners:
            raise LeftOut(
                f"{plugin.module}.py: {owners[question.command]} already has a command {question.command}; choose "
                "another name"
            )


def _defined_names(module: Path) -> set[str]:
    """Return the names that a module defines or imports, without running it; '*' for `from module import *`."""
    tree = ast.parse(module.read_text(encoding="utf-8"), str(module))
    functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    variables = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return functions | variables | {node.asname or node.name for node in ast.walk(tree) if isinstance(node, ast.alias)}
