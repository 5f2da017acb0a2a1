"""Plug-ins: folders with the project's own rooms (`sql/`, `schema/`, `ingest/`), which bring what dltrack has not.

    weak/
      plugin.toml     name, version, title; requires and module where it has them
      sql/SCHEMA/NAME.sql    schema/NAME.sql    ingest/parts/NAME/    ingest/recipes/NAME.toml
      questions.py    the module: functions with @question

They are found in installed packages with an entry point of the group `dltrack.plugins` (its value is the package with
`plugin.toml`), in the folders that DLTRACK_PLUGINS names, and in those within the user's `dltrack/plugins` folder of
settings. Never in the current folder, nor because a database names one. Nothing of a plug-in is imported here.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from dltrack_db import __version__
from dltrack_db.base import config, resources
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import DltrackError, UsageError

GROUP = "dltrack.plugins"
VARIABLE = "DLTRACK_PLUGINS"
OFF = "DLTRACK_NO_PLUGINS"
"""The variable by which `--no-plugins` reaches other processes."""
FILE = "plugin.toml"
_KEYS = {"name": True, "version": True, "title": True, "requires": False, "module": False, "commands": False}
"""Keys of `plugin.toml`, and whether each must be there."""
OWN = resources.PACKAGE / "plugins"
"""The folder of those that come with dltrack, which works without it."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_REQUIRED = re.compile(r"dltrack>=(\d+(?:\.\d+)*)")
_ENTRY = re.compile(r"^\s*(?P<name>[^=#\s]+)\s*=\s*(?P<value>[A-Za-z_][\w.]*)\s*$")
_ROOMS = ("sql", "schema", "ingest")
_LARGEST = 1 << 16
"""Bytes of a `plugin.toml` that are read."""
RESERVED = frozenset(
    [
        *("memory", "temp", "system", "dltrack", "lake", "loaded", "known", "checked", "compared", "unfinished"),
        *("stored", "todays", "information_schema", "pg_catalog", "pg_temp"),
    ]
)
"""Names that dltrack and DuckDB attach; a schema of such a name would make `temp.x` mean something else."""


@dataclass(frozen=True)
class PluginCommand:
    """A command that a plug-in brings besides its questions: the keys of its table `[commands.NAME]`.

    `call` is 'MODULE:FUNCTION', a function for typer in a file beside `plugin.toml`; `summary` is the line of
    `dltrack --help`, where it stands behind the command `after`; one that `reads` takes --at.
    """

    name: str
    call: str
    summary: str
    after: str = ""
    reads: bool = False


@dataclass(frozen=True)
class Plugin:
    """A plug-in: the keys of its `plugin.toml`, its folder, and what named it."""

    name: str
    version: str
    title: str
    folder: Path
    source: str
    requires: str = ""
    module: str = ""
    commands: tuple[PluginCommand, ...] = ()

    def load(self, module: str) -> ModuleType:
        """Return a module beside `plugin.toml`, which runs now if it did not yet: as `dltrack_plugins.NAME.MODULE`.

        One that comes with dltrack is in its package.

        Raises:
            DltrackError: it does not run.
        """
        if self.folder.parent == OWN:
            return import_module(f"dltrack_db.plugins.{self.name}.{module}")
        return _load(self.name, self.folder / f"{module}.py")

    def files(self, room: str) -> list[Path]:
        """Return its files below 'sql', 'schema' or 'ingest', in path order."""
        return sorted(path for path in (self.folder / room).rglob("*") if path.is_file() and path.suffix != ".pyc")

    @property
    def objects(self) -> dict[str, Path]:
        """The names of its tables, views and macros, as the places of their files say."""
        paths = {}
        for room in ("schema", "sql"):
            for path in self.files(room):
                if path.suffix == ".sql":
                    schema = path.relative_to(self.folder / room).parent.as_posix()
                    paths[f"{'main' if schema == '.' else schema}.{path.stem}"] = path
        return paths

    @property
    def tables(self) -> list[str]:
        """The names of its tables, of which a database holds rows."""
        return [name for name, path in self.objects.items() if path.is_relative_to(self.folder / "schema")]

    @property
    def state(self) -> str:
        """The names, sizes and times of its files, which show whether one has changed."""
        lines = [f"{self.name} {self.version} {self.folder}"]
        for path in (self.folder / FILE, *(path for room in _ROOMS for path in self.files(room))):
            now = path.stat()
            lines.append(f"{path.relative_to(self.folder)} {now.st_size} {now.st_mtime_ns}")
        return "\n".join(lines)

    @property
    def checksum(self) -> str:
        """The md5 of the content of its files."""
        import hashlib

        digest = hashlib.md5(usedforsecurity=False)
        for path in (self.folder / FILE, *(path for room in _ROOMS for path in self.files(room))):
            digest.update(path.relative_to(self.folder).as_posix().encode() + b"\n")
            digest.update(path.read_bytes())
        return digest.hexdigest()


@dataclass(frozen=True)
class Fault:
    """A plug-in that is left out, and why; `name` is its folder's where it says none."""

    name: str
    source: str
    reason: str

    def __str__(self) -> str:
        return f"the plug-in {self.name} ({self.source}) is left out: {self.reason}"


_chosen: tuple[Plugin, ...] | None = None
"""The plug-ins of this process, where somebody chose them."""


def use(plugins: Iterable[Plugin] | None) -> None:
    """Let this process work with these plug-ins alone: for a trial of one, before anything asks for its SQL.

    None lets it look for them again.
    """
    global _chosen
    _chosen = None if plugins is None else tuple(plugins)


def active() -> tuple[Plugin, ...]:
    """Return the plug-ins that this process works with: those that were found and stood their trial.

    Raises:
        UsageError: DLTRACK_PLUGINS names a folder that is not absolute.
    """
    return _state()[0] if _chosen is None else _chosen


def usable() -> tuple[Plugin, ...]:
    """Return the plug-ins for help and lists: none where their setting is wrong, which every command reports."""
    try:
        return active()
    except UsageError:
        return ()


def faults() -> tuple[Fault, ...]:
    """Return the plug-ins that are left out.

    Raises:
        UsageError: as `active`.
    """
    return _state()[1] if _chosen is None else ()


def mark() -> str:
    """Return a text that tells the set of plug-ins from every other, and from changed files; '' where there is none."""
    return _mark(active())


@cache
def _mark(plugins: tuple[Plugin, ...]) -> str:
    """Return the mark of plug-ins; questions alone change no definitions."""
    states = [each.state for each in plugins if any((each.folder / room).is_dir() for room in _ROOMS)]
    return _digest("\n".join(states)) if states else ""


def folders(room: str) -> list[Path]:
    """Return the folders of a room ('sql', 'schema', 'ingest/parts') that plug-ins have."""
    return [folder for each in active() if (folder := each.folder / room).is_dir()]


def owner(path: Path) -> Plugin | None:
    """Return the plug-in that a file belongs to; None for one of dltrack's own."""
    return next((each for each in active() if path.is_relative_to(each.folder)), None)


@cache
def _state() -> tuple[tuple[Plugin, ...], tuple[Fault, ...]]:
    if os.environ.get(OFF):
        return (), ()
    usable: list[Plugin] = []
    left_out: list[Fault] = []
    names = {one.name: "dltrack" for one in OWN.glob("*") if one.is_dir()}
    owners: dict[str, str] = {}
    for folder, source in _places():
        try:
            plugin = read(folder, source)
            if plugin.name in names:
                raise _LeftOut(f"{names[plugin.name]} has one of the same name; remove one of them")
            names[plugin.name] = str(folder)
            _check_names(plugin, owners)
            if reason := _trial(plugin):
                raise _LeftOut(reason)
        except (_LeftOut, OSError) as error:
            left_out.append(Fault(folder.name, source, str(error)))
            continue
        usable.append(plugin)
        owners |= dict.fromkeys(plugin.objects, plugin.name)
    return tuple(usable), tuple(left_out)


class _LeftOut(Exception):
    """The reason why a plug-in is left out."""


def read(folder: Path, source: str) -> Plugin:
    """Return the plug-in in a folder, as its `plugin.toml` says.

    Raises:
        _LeftOut: the file is not there, or not right.
    """
    import tomllib

    path = folder / FILE
    try:
        if path.exists() and not path.is_file():  # a pipe would wait for somebody to write
            raise _LeftOut(f"{path} is no file; a plug-in has one")
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise _LeftOut(f"{path} has more than {_LARGEST:,} bytes; it is no description of a plug-in")
        values: dict[str, Any] = tomllib.loads(content.decode("utf-8-sig"))
    except OSError as error:
        raise _LeftOut(f"{path} cannot be read ({error.strerror}); a plug-in has one") from error
    except (ValueError, RecursionError) as error:
        raise _LeftOut(f"{path} is not valid TOML: {str(error).splitlines()[0]}") from error
    for key, value in values.items():
        if key not in _KEYS:
            raise _LeftOut(f"{path} has a key '{key}'{did_you_mean(key, _KEYS) or '; it may have ' + ', '.join(_KEYS)}")
        if key == "commands":
            continue
        if not isinstance(value, str) or not value.isprintable():
            raise _LeftOut(f'{path}: {key} is not text of one line; write it as {key} = "…"')
    if missing := [key for key, is_needed in _KEYS.items() if is_needed and not values.get(key)]:
        raise _LeftOut(f"{path} says no {missing[0]}; add it")
    if not _NAME.fullmatch(values["name"]):
        raise _LeftOut(f"{path}: the name '{values['name']}' must be of small letters, digits and _")
    if not re.fullmatch(r"[0-9A-Za-z.+-]{1,40}", values["version"]):
        raise _LeftOut(f"{path}: the version '{values['version']}' must be of digits, letters and dots")
    if (module := values.get("module")) and not (module.isidentifier() and (folder / f"{module}.py").is_file()):
        raise _LeftOut(f"{path} names the module '{module}', and there is no {module}.py beside it")
    if requires := values.get("requires"):
        match = _REQUIRED.fullmatch(requires.replace(" ", ""))
        if match is None:
            raise _LeftOut(f"{path}: requires is '{requires}'; write it as \"dltrack>=0.4\"")
        if _numbers(match[1]) > _numbers(__version__):
            raise _LeftOut(f"it requires dltrack {match[1]} and this is {__version__}; update dltrack")
    commands = tuple(_read_commands(folder, values.pop("commands", {})))
    return Plugin(folder=folder, source=source, commands=commands, **values)


def _read_commands(folder: Path, tables: Any) -> Iterator[PluginCommand]:
    """Yield the commands of a plug-in.

    Raises:
        _LeftOut: a table is not right.
    """
    for name, table in tables.items() if isinstance(tables, dict) else [("", None)]:
        where = f"{folder / FILE}: [commands.{name}]"
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name) or not isinstance(table, dict):
            raise _LeftOut(f"{where} is no command; write a table of call and summary, named as in my-command")
        kinds = {"call": str, "summary": str, "after": str, "reads": bool}
        for key, value in table.items():
            if not isinstance(value, kinds.get(key, ())):
                raise _LeftOut(f"{where} has a key '{key}' that it may not have so; it may have {', '.join(kinds)}")
        module, _, function = table.get("call", "").partition(":")
        if not (module.isidentifier() and function.isidentifier() and (folder / f"{module}.py").is_file()):
            raise _LeftOut(f'{where} must say call = "MODULE:FUNCTION", of a file beside it')
        if not table.get("summary", "").strip().isprintable() or not table.get("summary"):
            raise _LeftOut(f"{where} must say summary, one line for the help")
        yield PluginCommand(name, **table)


def own() -> tuple[Plugin, ...]:
    """Return the plug-ins that come with dltrack, by name."""
    return _own()


@cache
def _own() -> tuple[Plugin, ...]:
    return tuple(read(path.parent, "dltrack") for path in sorted(OWN.glob(f"*/{FILE}")))


def find_own(name: str) -> Plugin:
    """Return a plug-in that comes with dltrack.

    Raises:
        UsageError: this copy of dltrack has it not.
    """
    plugin = next((one for one in own() if one.name == name), None)
    if plugin is None:
        raise UsageError(f"this copy of dltrack has no plug-in '{name}'; install dltrack again")
    return plugin


@cache
def _load(plugin: str, path: Path) -> ModuleType:
    from importlib.util import module_from_spec, spec_from_file_location

    for package in ("dltrack_plugins", f"dltrack_plugins.{plugin}"):
        sys.modules.setdefault(package, ModuleType(package))
    name = f"dltrack_plugins.{plugin}.{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise DltrackError(f"plug-in '{plugin}' cannot be loaded: {path} is not a module of Python; tell its author")
    sys.modules[name] = module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise DltrackError(f"plug-in '{plugin}' cannot be loaded: {path} fails ({reason}); tell its author") from error
    return module


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])


def _check_names(plugin: Plugin, owners: dict[str, str]) -> None:
    """Refuse names that are somebody else's.

    Raises:
        _LeftOut: there is one.
    """
    for name, path in plugin.objects.items():
        schema, _, own = name.partition(".")
        where = path.relative_to(plugin.folder)
        if not (_NAME.fullmatch(own) and _NAME.fullmatch(schema)):
            raise _LeftOut(f"{where}: {name} must be of small letters, digits and _, in a folder of the same")
        if schema in RESERVED:
            raise _LeftOut(f"{where}: {schema} is a name of DuckDB's or dltrack's; name the folder otherwise")
        if name in owners:
            raise _LeftOut(f"{where}: the plug-in {owners[name]} has a {name}; name it otherwise")
        homes = [resources.SQL / schema, resources.SCHEMA / ("" if schema == "main" else schema)]
        if any((home / f"{own}.sql").is_file() for home in homes):
            raise _LeftOut(f"{where}: dltrack itself has a {name}; name it otherwise")
    for room in ("ingest/parts", "ingest/recipes"):
        for each in sorted((plugin.folder / room).glob("*")):
            if (resources.ROOT / room / each.name).exists():
                raise _LeftOut(f"{room}/{each.name}: dltrack itself has one of this name; name it otherwise")


def _trial(plugin: Plugin) -> str:
    """Return why a plug-in cannot be used, '' where it can; tried alone, in another process, once for its files."""
    core = (
        [str(path) for root in (resources.SQL, resources.SCHEMA) for path in sorted(root.rglob("*.sql"))]
        if (resources.IS_CHECKOUT)
        else []
    )
    states = "".join(f"{path} {os.stat(path).st_mtime_ns}\n" for path in core)  # noqa: PTH116 (as in sqlfiles)
    note = config.cache_folder() / "plugins" / f"{_digest(plugin.state + __version__ + states)}.txt"
    with suppress(OSError):
        return note.read_text(encoding="utf-8")
    import subprocess

    program = "import sys; from dltrack_db.store import plugin_trial; plugin_trial.main(sys.argv[1])"
    process = subprocess.run(
        [sys.executable, "-P", "-c", program, str(plugin.folder)],
        capture_output=True, text=True, encoding="utf-8", env={**os.environ, OFF: "1"}, stdin=subprocess.DEVNULL,
        check=False,
    )  # fmt: skip
    reason = process.stdout.strip()
    if process.returncode != 0 and not reason:
        return (
            f"its trial ended with {process.returncode}: {(process.stderr.strip().splitlines() or ['no reason'])[-1]}"
        )
    with suppress(OSError):
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(reason, encoding="utf-8")
    return reason


def _places() -> Iterator[tuple[Path, str]]:
    """Yield the folders of plug-ins, and what named each.

    Raises:
        UsageError: DLTRACK_PLUGINS names one that is not absolute.
    """
    for text in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        folder = config.whole_path(text, VARIABLE)
        if not folder.is_absolute():
            raise UsageError(f"{VARIABLE} names the folder {text}, which is not absolute; write the whole path")
        yield folder, VARIABLE
    home = config.place().parent / "plugins"
    with suppress(OSError):
        for folder in sorted(home.iterdir()):
            if folder.is_dir() and not folder.name.startswith("."):
                yield folder, str(home)
    yield from _packages()


def _packages() -> Iterator[tuple[Path, str]]:
    """Yield the folders of installed packages that say they are plug-ins.

    `importlib.metadata.entry_points` would read all that is installed, in half a tenth of a second.
    """
    here = os.path.realpath(".")
    for place in sys.path:
        if not place or os.path.realpath(place) == here:
            continue
        with suppress(OSError), os.scandir(place) as entries:
            for entry in sorted(entries, key=lambda each: each.name):
                if entry.name.endswith(".dist-info"):
                    yield from _entry_points(Path(place), entry)


def _entry_points(place: Path, entry: os.DirEntry[str]) -> Iterator[tuple[Path, str]]:
    try:
        with open(f"{entry.path}/entry_points.txt", encoding="utf-8") as file:  # noqa: PTH123 (a tenth of a Path's time)
            text = file.read()
    except (OSError, ValueError):
        return
    if f"[{GROUP}]" not in text:
        return
    for line in text.partition(f"[{GROUP}]")[2].partition("\n[")[0].splitlines():
        if match := _ENTRY.match(line):
            package = entry.name.rpartition("-")[0]
            folder = place.joinpath(*match["value"].split("."))
            yield (folder if folder.is_dir() else _editable_folder(match["value"]) or folder), f"package {package}"


def _editable_folder(module: str) -> Path | None:
    """Return the folder of a package that is installed in place, without importing it."""
    from importlib.util import find_spec

    with suppress(ImportError, ValueError):
        spec = find_spec(module.partition(".")[0])
        for home in (spec and spec.submodule_search_locations) or ():
            if os.path.realpath(Path(home).parent) != os.path.realpath("."):
                return Path(home).joinpath(*module.split(".")[1:])
    return None


def _digest(text: str) -> str:
    import hashlib

    return hashlib.md5(text.encode(errors="surrogateescape"), usedforsecurity=False).hexdigest()
