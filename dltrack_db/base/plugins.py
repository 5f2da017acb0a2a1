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
"""The variable by which `--no-plugins` reaches other processes."""
TRIAL_SECONDS = 120
"""Time limit of the trial of a plug-in, which takes two seconds on a quiet machine."""
_ENTRY = re.compile(r"^\s*(?P<name>[^=#\s]+)\s*=\s*(?P<value>[A-Za-z_][\w.]*)\s*$")
RESERVED = frozenset(
    [
        *("memory", "temp", "system", "dltrack", "lake", "loaded", "known", "checked", "compared", "unfinished"),
        *("stored_in_the_file", "todays", "information_schema", "pg_catalog", "pg_temp"),
    ]
)
"""Names that dltrack and DuckDB attach; a schema of such a name would make `temp.x` mean something else."""


@dataclass(frozen=True)
class PluginFault:
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
    """Return the plug-ins that this process works with: those that were found and stood their trial."""
    return _state()[0] if _chosen is None else _chosen


def usable() -> tuple[Plugin, ...]:
    """Return the plug-ins for help and lists: none where their setting is wrong, which every command reports."""
    try:
        return active()
    except UsageError:
        return ()


def faults() -> tuple[PluginFault, ...]:
    """Return the plug-ins that are left out."""
    return _state()[1] if _chosen is None else ()


def mark() -> str:
    """Return a text that tells the set of plug-ins from every other, and from changed files; '' where there is none."""
    return _mark(active())


@cache
def _mark(plugins: tuple[Plugin, ...]) -> str:
    """Return the mark of plug-ins; questions alone change no definitions."""
    states = [each.state for each in plugins if any((each.folder / room).is_dir() for room in ROOMS)]
    return _digest("\n".join(states)) if states else ""


def folders(room: str) -> list[Path]:
    """Return the folders of a room ('sql', 'schema', 'ingest/parts') that plug-ins have, bundled ones first."""
    return [*own_folders(room), *(folder for each in active() if (folder := each.folder / room).is_dir())]


@cache
def own_folders(room: str) -> tuple[Path, ...]:
    """Return the folders of a room that bundled plug-ins have; they take part in every process."""
    return tuple(sorted(folder for folder in OWN.glob(f"*/{room}") if folder.is_dir()))


def load_modules(name: str) -> list[ModuleType]:
    """Return the modules of a name, NAME.py, that bundled plug-ins have."""
    return [import_module(f"dltrack_db.plugins.{path.parent.name}.{name}") for path in sorted(OWN.glob(f"*/{name}.py"))]


def owner(path: Path) -> Plugin | None:
    """Return the third-party plug-in that a file belongs to; None for files of dltrack and its bundled plug-ins."""
    return next((each for each in active() if path.is_relative_to(each.folder)), None)


@cache
def _state() -> tuple[tuple[Plugin, ...], tuple[PluginFault, ...]]:
    """Load plug-ins one at a time, each checked next to those accepted before it.

    Whatever is wrong with one is a fault of its own, which leaves out this one and no other.
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
            left_out.append(PluginFault(folder.name, source, f"it cannot be read ({reason}); tell its author"))
        else:
            earlier.append(plugin)
    return tuple(earlier), tuple(left_out)


def check(plugin: Plugin, earlier: Sequence[Plugin]) -> None:
    """Refuse a plug-in that cannot be used next to those that are accepted already."""
    own_names = (one.name for one in OWN.glob("*") if one.is_dir())
    owners = dict.fromkeys(own_names, "dltrack") | {one.name: str(one.folder) for one in earlier}
    if plugin.name in owners:
        raise LeftOut(f"{owners[plugin.name]} has one of the same name; remove one of them")
    _check_names(plugin, {name: one.name for one in (*own(), *earlier) for name in one.names})
    if reason := _trial(plugin, earlier):
        raise LeftOut(reason)


def own() -> tuple[Plugin, ...]:
    """Return the plug-ins that come with dltrack, by name."""
    return _own()


@cache
def _own() -> tuple[Plugin, ...]:
    return tuple(read(path.parent, "dltrack") for path in sorted(OWN.glob(f"*/{FILE}")))


def find_method(name: str) -> Plugin | None:
    """Return the plug-in that adds a method of this name to `Database`, bundled ones first; None if there is none."""
    return next((one for one in (*own(), *usable()) if name in one.methods), None)


def find_options(command: str) -> list[tuple[Plugin, PluginOption]]:
    """Return the options that plug-ins add to a command, e.g. 'ingest collection', bundled ones first."""
    return [(one, option) for one in (*own(), *usable()) for option in one.options if option.command == command]


def find_own(name: str) -> Plugin:
    """Return a plug-in that comes with dltrack."""
    plugin = next((one for one in own() if one.name == name), None)
    if plugin is None:
        raise UsageError(f"this copy of dltrack has no plug-in '{name}'; install dltrack again")
    return plugin


def _check_names(plugin: Plugin, owners: dict[str, str]) -> None:
    """Refuse names that dltrack, DuckDB or another plug-in has."""
    for name, where in plugin.names.items():
        if name in owners:
            raise LeftOut(f"{where}: the plug-in {owners[name]} has a {name}; choose another name")
        if name.startswith("ingest/") and (resources.ROOT / name).exists():
            raise LeftOut(f"{where}: dltrack itself has one of this name; choose another name")
    for name, path in plugin.objects.items():
        schema, _, own = name.partition(".")
        where = path.relative_to(plugin.folder).as_posix()
        if not (NAME.fullmatch(own) and NAME.fullmatch(schema)):
            raise LeftOut(f"{where}: {name} must be of small letters, digits and _, in a folder of the same")
        if schema in RESERVED:
            raise LeftOut(f"{where}: {schema} is a name of DuckDB's or dltrack's; name the folder otherwise")
        homes = [resources.SQL / schema, resources.SCHEMA / ("" if schema == "main" else schema)]
        if any((home / f"{own}.sql").is_file() for home in homes):
            raise LeftOut(f"{where}: dltrack itself has a {name}; choose another name")


def _sql_folders() -> list[Path]:
    return [folder for room in ("sql", "schema") for folder in (resources.ROOT / room, *own_folders(room))]


def _trial(plugin: Plugin, earlier: Sequence[Plugin]) -> str:
    """Return why a plug-in cannot be used, '' if it can.

    It is tried in another process, next to those that are accepted, once for all their files.
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
        return f"its trial took longer than {TRIAL_SECONDS} seconds; make its objects quicker to build"
    reason = process.stdout.strip()
    if process.returncode != 0 and not reason:
        return (
            f"its trial ended with {process.returncode}: {(process.stderr.strip().splitlines() or ['no reason'])[-1]}"
        )
    if not reason:  # a reason may be of the moment, as a full disk, and is asked again
        with suppress(OSError):
            note.parent.mkdir(parents=True, exist_ok=True)
            note.touch()
    return reason


def _places() -> Iterator[tuple[Path, str]]:
    """Yield the folders of plug-ins, and what named each."""
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
