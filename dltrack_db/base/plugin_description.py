"""Description of a plug-in: its `plugin.toml`, read and checked, and the modules in the same folder."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from dltrack_db import __version__
from dltrack_db.base import resources
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import DltrackError

FILE = "plugin.toml"
_KEYS = {"name": True, "version": True, "title": True, "requires": False, "module": False}
"""Keys of `plugin.toml` whose values are text, and whether each key is required."""
_TABLES = ("commands", "options", "methods", "builds_on")
"""Keys of `plugin.toml` whose values are tables or lists."""
OWN = resources.PACKAGE / "plugins"
"""Folder of the bundled plug-ins."""
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_REQUIRED = re.compile(r"dltrack>=(\d{1,9}(?:\.\d{1,9})*)")
ROOMS = ("sql", "schema", "ingest")
_LARGEST = 1 << 16
"""maximum bytes of a `plugin.toml`"""


@dataclass(frozen=True)
class PluginCommand:
    """A command that a plug-in adds; the fields are the keys of the table `[commands.NAME]`.

    Args:
        call: 'MODULE:FUNCTION', a typer function in a file next to `plugin.toml`.
        summary: line about the command in `dltrack --help`.
        after: the command after which `dltrack --help` lists this command.
        reads: whether the command reads a database and has the option --at.
    """

    name: str
    call: str
    summary: str
    after: str = ""
    reads: bool = False


@dataclass(frozen=True)
class PluginOption:
    """An option that a plug-in adds to an existing command; the fields are the keys of `[options.COMMAND.NAME]`.

    `call` is 'MODULE:FUNCTION', a function in a file next to `plugin.toml`. If the user gives the option, this function
    runs instead of the command. Its arguments are all options of the command, and the plug-in's options with the same
    `call`. A `flag` has no value.
    """

    command: str
    name: str
    call: str
    help: str
    metavar: str = "TEXT"
    flag: bool = False

    @property
    def parameter(self) -> str:
        """Name of the function's parameter."""
        return self.name.replace("-", "_")


@dataclass(frozen=True)
class Plugin:
    """A plug-in: the keys of its `plugin.toml`, its folder, and the source where dltrack found it."""

    name: str
    version: str
    title: str
    folder: Path
    source: str
    requires: str = ""
    module: str = ""
    commands: tuple[PluginCommand, ...] = ()
    options: tuple[PluginOption, ...] = ()
    methods: Mapping[str, str] = field(default_factory=dict, hash=False)
    builds_on: tuple[str, ...] = ()

    def load_function(self, call: str) -> Any:
        """Return the function or class 'MODULE:FUNCTION' from a module next to `plugin.toml`."""
        module, _, name = call.partition(":")
        function = getattr(self.load(module), name, None)
        if not callable(function):
            raise DltrackError(f"plug-in '{self.name}': {module}.py has no function '{name}'; add it")
        return function

    def load(self, module: str) -> ModuleType:
        """Import a module next to `plugin.toml`.

        Its name becomes `dltrack_plugins.NAME.MODULE`; for a bundled plug-in, `dltrack_db.plugins.NAME.MODULE`.
        """
        if self.folder.parent == OWN:
            return import_module(f"dltrack_db.plugins.{self.name}.{module}")
        return _load(self.name, self.folder / f"{module}.py")

    def files(self, name: str) -> list[Path]:
        """Return the plug-in's files below 'sql', 'schema' or 'ingest', in path order."""
        return sorted(path for path in (self.folder / name).rglob("*") if path.is_file() and path.suffix != ".pyc")

    @property
    def objects(self) -> dict[str, Path]:
        """Paths of the files that define tables, views and macros, by the object's full name."""
        paths = {}
        for room in ("schema", "sql"):
            for path in self.files(room):
                if path.suffix == ".sql":
                    schema = path.relative_to(self.folder / room).parent.as_posix()
                    paths[f"{'main' if schema == '.' else schema}.{path.stem}"] = path
        return paths

    @property
    def tables(self) -> list[str]:
        """Full names of the plug-in's tables."""
        return [name for name, path in self.objects.items() if path.is_relative_to(self.folder / "schema")]

    @property
    def names(self) -> dict[str, str]:
        """Names that no other plug-in may have, each with the file or key that defines it.

        These are the names of SQL objects, parts, recipes, commands, options and methods.
        """
        names = {name: path.relative_to(self.folder).as_posix() for name, path in self.objects.items()}
        for room in ("ingest/parts", "ingest/recipes"):
            names |= {f"{room}/{path.name}": f"{room}/{path.name}" for path in sorted((self.folder / room).glob("*"))}
        names |= {f"command {one.name}": f"{FILE}: [commands.{one.name}]" for one in self.commands}
        names |= {f"option {one.command} --{one.name}": f"{FILE}: [options] --{one.name}" for one in self.options}
        return names | {f"method {name}": f"{FILE}: [methods] {name}" for name in self.methods}

    @property
    def modules(self) -> list[Path]:
        """Python files with the plug-in's questions, commands, options and methods."""
        calls = [one.call for one in self.commands] + [one.call for one in self.options] + [*self.methods.values()]
        names = {self.module, *(call.partition(":")[0] for call in calls)} - {""}
        return [self.folder / f"{name}.py" for name in sorted(names)]

    @property
    def state(self) -> str:
        """Names, sizes and times of the plug-in's files, to detect changes."""
        lines = [f"{self.name} {self.version} {self.folder}"]
        for path in (self.folder / FILE, *(path for room in ROOMS for path in self.files(room))):
            now = path.stat()
            lines.append(f"{path.relative_to(self.folder)} {now.st_size} {now.st_mtime_ns}")
        return "\n".join(lines)

    @property
    def checksum(self) -> str:
        """The md5 of the plug-in's files."""
        import hashlib

        digest = hashlib.md5(usedforsecurity=False)
        for path in (self.folder / FILE, *(path for room in ROOMS for path in self.files(room))):
            digest.update(path.relative_to(self.folder).as_posix().encode() + b"\n")
            digest.update(path.read_bytes())
        return digest.hexdigest()


class LeftOut(Exception):
    """A plug-in cannot be used; the message is the reason."""


def read(folder: Path, source: str) -> Plugin:
    """Read and check the plug-in in a folder; raise `LeftOut` if it is malformed."""
    import tomllib

    path = folder / FILE
    if folder.parent != OWN:
        _check_files(folder)
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise LeftOut(f"{path} has more than {_LARGEST:,} bytes, so it is not a plug-in description; shorten it")
        values: dict[str, Any] = tomllib.loads(content.decode("utf-8-sig"))
    except OSError as error:
        raise LeftOut(f"{path} cannot be read ({error.strerror}); every plug-in needs this file") from error
    except (ValueError, RecursionError) as error:
        raise LeftOut(f"{path} is not valid TOML: {str(error).splitlines()[0]}") from error
    for key, value in values.items():
        valid_keys = (*_KEYS, *_TABLES)
        if key not in valid_keys:
            fix = did_you_mean(key, valid_keys) or f"; valid keys: {', '.join(valid_keys)}"
            raise LeftOut(f"{path} has an unknown key '{key}'{fix}")
        if key in _TABLES:
            continue
        if not isinstance(value, str) or not value.isprintable():
            raise LeftOut(f'{path}: {key} is not a single line of text; write it as {key} = "…"')
    if missing := [key for key, is_needed in _KEYS.items() if is_needed and not values.get(key)]:
        raise LeftOut(f"{path} has no {missing[0]}; add it")
    if not NAME.fullmatch(values["name"]):
        raise LeftOut(f"{path}: the name '{values['name']}' must consist of lower-case letters, digits and _")
    if not re.fullmatch(r"[0-9A-Za-z.+-]{1,40}", values["version"]):
        raise LeftOut(f"{path}: the version '{values['version']}' must consist of digits, letters and dots")
    if (module := values.get("module")) and not (module.isidentifier() and (folder / f"{module}.py").is_file()):
        raise LeftOut(f"{path} has the module '{module}', but there is no {module}.py next to it; add the file")
    if requires := values.get("requires"):
        match = _REQUIRED.fullmatch(requires.replace(" ", ""))
        if match is None:
            raise LeftOut(f"{path}: requires is '{requires[:40]}'; write it as \"dltrack>=0.4\"")
        if _numbers(match[1]) > _numbers(__version__):
            raise LeftOut(f"it requires dltrack {match[1]} or later, but this is dltrack {__version__}; update dltrack")
    commands = tuple(_read_tables(folder, "commands", values.pop("commands", {}), PluginCommand))
    options = tuple(
        option
        for command, tables in _check_table(folder, "options", values.pop("options", {})).items()
        for option in _read_tables(folder, f"options.{command}", tables, PluginOption, command=command)
    )
    methods = _read_methods(folder, values.pop("methods", {}))
    builds_on = values.pop("builds_on", [])
    if not isinstance(builds_on, list) or not all(isinstance(one, str) and (OWN / one).is_dir() for one in builds_on):
        raise LeftOut(f'{path}: builds_on must be a list of bundled plug-ins, such as ["search_length"]')
    return Plugin(
        folder=folder, source=source, commands=commands, options=options, methods=methods,
        builds_on=tuple(builds_on), **values,
    )  # fmt: skip


_Entry = TypeVar("_Entry", PluginCommand, PluginOption)


def _check_files(folder: Path) -> None:
    """Reject pipes and devices, because a pipe would block the reader."""
    entries = [folder / FILE, *folder.glob("*.py"), *(path for room in ROOMS for path in (folder / room).rglob("*"))]
    for path in entries:
        if os.path.lexists(path) and not path.is_file() and (path == folder / FILE or not path.is_dir()):
            raise LeftOut(f"{path} is not a regular file; replace it with a regular file, or remove it")


def _check_table(folder: Path, key: str, table: Any) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise LeftOut(f"{folder / FILE}: {key} is not a table; write [{key}.NAME]")
    return table


def _read_tables(folder: Path, key: str, tables: Any, kind: type[_Entry], **shared_keys: Any) -> Iterator[_Entry]:
    """Yield the commands or options in the tables `[KEY.NAME]`, whose keys are the fields of `kind`."""
    table_keys = {one.name: one for one in fields(kind) if one.name != "name" and one.name not in shared_keys}
    for name, table in _check_table(folder, key, tables).items():
        where = f"{folder / FILE}: [{key}.{name}]"
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name) or not isinstance(table, dict):
            raise LeftOut(
                f"{where} is not a table with a valid name; write [{key}.my-name] with {', '.join(table_keys)}"
            )
        for word, value in table.items():
            if word not in table_keys or type(value).__name__ != table_keys[word].type:
                raise LeftOut(f"{where}: '{word}' is unknown or of the wrong type; valid keys: {', '.join(table_keys)}")
        for word, one in table_keys.items():
            if one.default is MISSING and not table.get(word, "").strip():
                raise LeftOut(f"{where} has no {word}; add it")
            if not str(table.get(word, "")).isprintable():
                raise LeftOut(f"{where}: {word} must be one line")
        _check_call(folder, where, table["call"])
        yield kind(**{"name": name, **shared_keys, **table})


def _read_methods(folder: Path, table: Any) -> dict[str, str]:
    where = f"{folder / FILE}: [methods]"
    if not isinstance(table, dict) or not all(name.isidentifier() and name[:1] != "_" for name in table):
        raise LeftOut(f'{where} must contain only entries like weak_topics = "MODULE:FUNCTION"')
    for name, call in table.items():
        _check_call(folder, f"{where} {name}", call)
    return table


def _check_call(folder: Path, where: str, call: Any) -> None:
    module, _, function = call.partition(":") if isinstance(call, str) else ("", "", "")
    if not (module.isidentifier() and function.isidentifier() and (folder / f"{module}.py").is_file()):
        raise LeftOut(f"{where}: '{call}' must be MODULE:FUNCTION, a function in a file MODULE.py next to plugin.toml")


@cache
def _load(plugin: str, path: Path) -> ModuleType:
    from importlib.util import module_from_spec, spec_from_file_location

    for package in ("dltrack_plugins", f"dltrack_plugins.{plugin}"):
        sys.modules.setdefault(package, ModuleType(package))
    name = f"dltrack_plugins.{plugin}.{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise DltrackError(f"plug-in '{plugin}' cannot be loaded: {path} is not a Python module; ask its author")
    sys.modules[name] = module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise DltrackError(f"plug-in '{plugin}' cannot be loaded: {path} fails ({reason}); ask its author") from error
    return module


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])
