"""Plug-ins: folders that extend dltrack and have the layout of the project (`sql/`, `schema/`, `ingest/`).

    weak/
      plugin.toml     name, version, title; optionally requires and module
      sql/SCHEMA/NAME.sql    schema/NAME.sql    ingest/parts/NAME/    ingest/recipes/NAME.toml
      questions.py    the module: functions with @question

dltrack uses the plug-ins

- of installed packages with an entry point in the group `dltrack.plugins`, which names the package with `plugin.toml`
- in the folders that DLTRACK_PLUGINS lists
- in the user's folder `dltrack/plugins`

It never uses a plug-in because the plug-in is in the current folder, or because a database names it. This module does
not import code of plug-ins.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from dltrack_db import __version__
from dltrack_db.base import config, exhaustion, resources
from dltrack_db.base.plugin_description import FILE, NAME, OWN, ROOMS, LeftOut, Plugin, PluginOption, read
from dltrack_db.errors import UsageError

GROUP = "dltrack.plugins"
VARIABLE = "DLTRACK_PLUGINS"
OFF = "DLTRACK_NO_PLUGINS"
"""Environment variable that disables plug-ins, also in child processes (`--no-plugins`)."""
TRIAL_SECONDS = 120
"""Time limit for the trial of a plug-in; a trial takes about two seconds on an idle machine."""
_ENTRY = re.compile(r"^\s*(?P<name>[^=#\s]+)\s*=\s*(?P<value>[A-Za-z_][\w.]*)\s*$")
RESERVED = frozenset(
    [
        *("memory", "temp", "system", "dltrack", "lake", "loaded", "known", "checked", "compared", "unfinished"),
        *("stored_in_the_file", "todays", "information_schema", "pg_catalog", "pg_temp"),
    ]
)
"""Database names that dltrack and DuckDB use. With a schema `temp`, for example, `temp.x` would be ambiguous."""


@dataclass(frozen=True)
class PluginFault:
    """A plug-in that is not used, and the reason; `name` is the name of the plug-in's folder."""

    name: str
    source: str
    reason: str

    def __str__(self) -> str:
        return f"the plug-in {self.name} ({self.source}) is not used: {self.reason}"


_chosen: tuple[Plugin, ...] | None = None
"""Plug-ins that `use` has set; None if `use` was not called."""


def use(plugins: Iterable[Plugin] | None) -> None:
    """Use only these plug-ins in this process, or all that are found (None); call this before any SQL is loaded."""
    global _chosen
    _chosen = None if plugins is None else tuple(plugins)


def active() -> tuple[Plugin, ...]:
    """Return the third-party plug-ins of this process: those that were found and passed their trial."""
    return _state()[0] if _chosen is None else _chosen


def usable() -> tuple[Plugin, ...]:
    """Return `active()`, or nothing if DLTRACK_PLUGINS is invalid, so that help texts and lists still work."""
    try:
        return active()
    except UsageError:
        return ()


def faults() -> tuple[PluginFault, ...]:
    """Return the plug-ins that were found but are not used."""
    return _state()[1] if _chosen is None else ()


def mark() -> str:
    """Return a checksum of the active plug-ins and their files; '' if no plug-in has SQL or data."""
    return _mark(active())


@cache
def _mark(plugins: tuple[Plugin, ...]) -> str:
    states = [each.state for each in plugins if any((each.folder / room).is_dir() for room in ROOMS)]
    return _digest("\n".join(states)) if states else ""


def folders(name: str) -> list[Path]:
    """Return the folders with this name ('sql', 'schema', 'ingest/parts') in plug-ins, first the bundled plug-ins."""
    return [*own_folders(name), *(folder for each in active() if (folder := each.folder / name).is_dir())]


@cache
def own_folders(name: str) -> tuple[Path, ...]:
    """Return the folders with this name in bundled plug-ins."""
    return tuple(sorted(folder for folder in OWN.glob(f"*/{name}") if folder.is_dir()))


def load_modules(name: str) -> list[ModuleType]:
    """Return the modules NAME.py of bundled plug-ins."""
    return [import_module(f"dltrack_db.plugins.{path.parent.name}.{name}") for path in sorted(OWN.glob(f"*/{name}.py"))]


def owner(path: Path) -> Plugin | None:
    """Return the third-party plug-in that a file belongs to; None for files of dltrack and its bundled plug-ins."""
    return next((each for each in active() if path.is_relative_to(each.folder)), None)


@cache
def _state() -> tuple[tuple[Plugin, ...], tuple[PluginFault, ...]]:
    """Return the usable plug-ins and the faults of the others.

    Each plug-in is checked together with those accepted before it. A fault excludes only the plug-in with the fault.
    """
    if os.environ.get(OFF):
        return (), ()
    earlier: list[Plugin] = []
    left_out: list[PluginFault] = []
    for folder, source in _places():
        try:
            plugin = read(folder, source)
            check(plugin, earlier)
        except (LeftOut, OSError) as error:
            left_out.append(PluginFault(folder.name, source, str(error)))
        except Exception as error:
            if exhaustion.is_memory_error(error):
                raise
            reason = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
            left_out.append(PluginFault(folder.name, source, f"it cannot be read ({reason}); report it to its author"))
        else:
            earlier.append(plugin)
    return tuple(earlier), tuple(left_out)


def check(plugin: Plugin, earlier: Sequence[Plugin]) -> None:
    """Raise `LeftOut` if a plug-in cannot be used together with the plug-ins accepted `earlier`."""
    own_names = (one.name for one in OWN.glob("*") if one.is_dir())
    owners = dict.fromkeys(own_names, "dltrack") | {one.name: str(one.folder) for one in earlier}
    if plugin.name in owners:
        raise LeftOut(f"{owners[plugin.name]} has a plug-in of the same name; rename or remove one of them")
    _check_names(plugin, {name: one.name for one in (*own(), *earlier) for name in one.names})
    if reason := _trial(plugin, earlier):
        raise LeftOut(reason)


def own() -> tuple[Plugin, ...]:
    """Return the bundled plug-ins, in order of their names."""
    return _own()


@cache
def _own() -> tuple[Plugin, ...]:
    return tuple(read(path.parent, "dltrack") for path in sorted(OWN.glob(f"*/{FILE}")))


def find_method(name: str) -> Plugin | None:
    """Return the plug-in that adds this method to `Database`, bundled plug-ins first; None if no plug-in does."""
    return next((one for one in (*own(), *usable()) if name in one.methods), None)


def find_options(command: str) -> list[tuple[Plugin, PluginOption]]:
    """Return the options that plug-ins add to a command, e.g. 'ingest collection', bundled plug-ins first."""
    return [(one, option) for one in (*own(), *usable()) for option in one.options if option.command == command]


def _check_names(plugin: Plugin, owners: dict[str, str]) -> None:
    for name, where in plugin.names.items():
        if name in owners:
            raise LeftOut(f"{where}: the plug-in {owners[name]} already defines {name}; choose another name")
        if name.startswith("ingest/") and (resources.ROOT / name).exists():
            raise LeftOut(f"{where}: dltrack already has a file or folder with this name; choose another name")
    for name, path in plugin.objects.items():
        schema, _, own = name.partition(".")
        where = path.relative_to(plugin.folder).as_posix()
        if not (NAME.fullmatch(own) and NAME.fullmatch(schema)):
            raise LeftOut(f"{where}: {name} must consist of lower-case letters, digits and _; rename the file")
        if schema in RESERVED:
            raise LeftOut(f"{where}: DuckDB or dltrack uses the name {schema}; choose another name for the folder")
        homes = [resources.SQL / schema, resources.SCHEMA / ("" if schema == "main" else schema)]
        if any((home / f"{own}.sql").is_file() for home in homes):
            raise LeftOut(f"{where}: dltrack already has an object {name}; choose another name")


def _sql_folders() -> list[Path]:
    return [folder for name in ("sql", "schema") for folder in (resources.ROOT / name, *own_folders(name))]


def _trial(plugin: Plugin, earlier: Sequence[Plugin]) -> str:
    """Return the reason why a plug-in cannot be used; '' if it can.

    Another process tries the plug-in. A success is cached until a file changes.
    """
    core = (
        [str(path) for root in _sql_folders() for path in sorted(root.rglob("*.sql"))]
        if (resources.IS_CHECKOUT)
        else []
    )
    modules = [str(path) for one in (*earlier, plugin) for path in one.modules]
    states = "".join(f"{path} {os.stat(path).st_mtime_ns}\n" for path in (*core, *modules))  # noqa: PTH116 (as in sqlfiles)
    trial_state = "\n".join(one.state for one in (*earlier, plugin))
    note = config.cache_folder() / "plugins" / f"{_digest(trial_state + __version__ + states)}.txt"
    if note.exists():
        return ""
    import subprocess

    program = "import sys; from dltrack_db.cli import plugin_trial; plugin_trial.main(sys.argv[1:])"
    folders = [str(one.folder) for one in (*earlier, plugin)]
    try:
        process = subprocess.run(
            [sys.executable, "-P", "-c", program, *folders],
            capture_output=True, text=True, encoding="utf-8", env={**os.environ, OFF: "1"}, stdin=subprocess.DEVNULL,
            check=False, timeout=TRIAL_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"its trial took more than {TRIAL_SECONDS} seconds; make its SQL objects faster to build"
    reason = process.stdout.strip()
    if process.returncode != 0 and not reason:
        error = (process.stderr.strip().splitlines() or ["no reason"])[-1]
        return f"its trial ended with exit code {process.returncode}: {error}"
    if not reason:  # a failure is not cached, because it may be temporary
        with suppress(OSError):
            note.parent.mkdir(parents=True, exist_ok=True)
            note.touch()
    return reason


def _places() -> Iterator[tuple[Path, str]]:
    """Yield the folder and source of every plug-in."""
    for text in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        folder = config.whole_path(text, VARIABLE)
        if not folder.is_absolute():
            raise UsageError(f"{VARIABLE} contains '{text}', which is not an absolute path; write the whole path")
        yield folder, VARIABLE
    home = config.place().parent / "plugins"
    with suppress(OSError):
        for folder in sorted(home.iterdir()):
            if folder.is_dir() and not folder.name.startswith("."):
                yield folder, str(home)
    yield from _packages()


def _packages() -> Iterator[tuple[Path, str]]:
    """Yield the folder and source of every installed package that is a plug-in.

    This is faster than `importlib.metadata.entry_points`, which takes 50 ms to read all installed packages.
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
    """Return the folder of a package in an editable installation, without importing the package."""
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
