"""Dropping runs, labels and collections with the rows derived from them, and renaming runs and labels."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import duckdb

from dltrack_db.base import names, plugins, recipes, resources, sql_text
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import DatabaseChangedError, UsageError
from dltrack_db.sqlfiles import lists, part_queries
from dltrack_db.store import collections, database, derive, facts, plugin_notes, stores
from dltrack_db.store.lake import session

_OFFICIAL = "select qrels_variant from main.collections where collection = $1"


class MissingError(UsageError):
    """The database contains nothing with this name."""


@dataclass(frozen=True)
class Dropped:
    """A collection, run, label set, corpus or plug-in to drop, with the collection of a run or label set (`home`)."""

    kind: str
    name: str
    home: str | None
    num_rows: int

    def __str__(self) -> str:
        kind = {"plugin": "plug-in "}.get(self.kind, f"{self.kind} " if self.home else "")
        return f"{kind}{self.name}{f' of {self.home}' if self.home else ''}: {self.num_rows:,} rows"


@dataclass(frozen=True)
class Removed:
    """Everything that was dropped; for a shared database, also the number of the snapshot before the drop."""

    things: list[Dropped]
    state_before: int | None


@dataclass(frozen=True)
class DropRequest:
    """What the user wants to drop.

    `names` are collections, editions, runs, corpora or data of plug-ins; if `collection` is given, only its runs.
    `name` is a label set of `collection`, or, if `kind` is not 'labels', data of a kind that a plug-in defines.
    """

    names: tuple[str, ...] = ()
    collection: str | None = None
    kind: str = "labels"
    name: str = ""

    @property
    def command(self) -> str:
        """Command line of this drop, as it is logged in `main.changes`."""
        option = [f"--{self.kind}", self.name] if self.name else []
        return _line("drop", *self.names, *option, collection=self.collection)


def drop(
    db: Path,
    request: DropRequest,
    *,
    allow: Callable[[list[Dropped]], None] | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Removed:
    """Drop everything in the request in one transaction.

    `allow` is called before, with the list of everything to drop; it raises an error to prevent the drop. `say` is
    called with a message for each name that was dropped earlier.
    """
    with session.reading(), closing(database.open_readonly(db)) as con:
        planned, dropped_before = _find(con, db, request)
    for name in dropped_before:
        say(f"'{name}' was already dropped from {db}")
    if not planned:
        return Removed([], None)
    if allow:
        allow(planned)
    store = stores.at(db)
    with closing(database.connect()) as con, store.change(con, command=request.command):
        drops, _ = _find(con, db, request)
        if allow and drops != planned:
            raise DatabaseChangedError(f"{db} was changed by another command in the meantime; run this command again")
        snapshot = store.snapshot(con)
        _remove(con, drops)
        if homes := [one.home for one in drops if one.kind == "labels" and one.home]:
            derive.refresh(con, homes)  # some measures use unofficial labels
    return Removed(drops, snapshot)


def find_plugin(db: Path, name: str) -> Dropped:
    """Return name, version, tables and number of rows of a plug-in that is not installed but has data in a database."""
    if name in [one.name for one in plugins.active()]:
        raise UsageError(
            f"the plug-in {name} is installed; to drop its data, run: dltrack --no-plugins drop --plugin {name}"
        )
    with closing(database.open_readonly(db, to_build=True)) as con:
        plugins_by_name = {one.name: one for one in plugin_notes.absent(facts.get(con))}
        if name not in plugins_by_name:
            others = f"; valid names: {', '.join(plugins_by_name)}" if plugins_by_name else ""
            raise MissingError(
                f"{db} has no tables of a plug-in '{name}'{did_you_mean(name, plugins_by_name) or others}"
            )
        return Dropped("plugin", str(plugins_by_name[name]), None, plugin_notes.count_rows(con, plugins_by_name[name]))


def _find(con: duckdb.DuckDBPyConnection, db: Path, request: DropRequest) -> tuple[list[Dropped], list[str]]:
    """Return everything to drop, without duplicates, and the names that were dropped earlier."""
    drops: list[Dropped] = []
    dropped_before: list[str] = []
    home = str(request.collection)
    searches: list[tuple[str, Callable[[], list[Dropped]]]] = [
        *((name, partial(_find_in_collection, con, db, home, request.kind, name)) for name in [request.name] if name),
        *((name, partial(_find_name, con, db, name, request.collection)) for name in request.names),
    ]
    for name, search in searches:
        try:
            drops += search()
        except MissingError:
            if name not in _dropped_before(con, request):
                raise
            dropped_before.append(name)
    return list(dict.fromkeys(drops)), dropped_before


def _find_name(con: duckdb.DuckDBPyConnection, db: Path, name: str, collection: str | None) -> list[Dropped]:
    """Return the data with this name, searched among collections, runs, plug-ins' data and corpora, in this order."""
    if collection is None and collections.is_held(con, name):
        query = sql_text.written_out(
            resources.script("store/removal/collections_sizes"), {"names": collections.find_collections(con, name, db)}
        )
        return [Dropped("collection", home, None, rows) for home, rows in con.execute(query).fetchall()]
    loaded_runs = [
        row[0] for row in con.execute("select run_id from main.runs where source_file is not null").fetchall()
    ]
    if collection is None and name not in loaded_runs:
        scripts = {kind: f"{script}/size" for kind, script in lists.scripts("drop").items()}
        for kind, script in (scripts | {"corpus": "store/removal/corpus_size"}).items():
            query = sql_text.written_out(resources.script(script), {kind: name, "home": None})
            if rows := con.execute(query).fetchall():
                return [Dropped(kind, one, None, number) for one, number in rows]
        raise MissingError(collections.unknown(con, db, name, sorted(set(loaded_runs))))
    home, number = _find_run(con, db, name, collection)
    return [Dropped("run", name, home, number)]


def _find_in_collection(
    con: duckdb.DuckDBPyConnection, db: Path, collection: str, kind: str, name: str
) -> list[Dropped]:
    if kind == "labels":
        home, num_rows = _find_labels(con, db, collection, name, "drop the whole collection instead")
        return [Dropped(kind, name, home, num_rows)]
    home = collections.find_collection(con, collection, db)
    script = resources.script(f"{lists.scripts('drop')[kind]}/size")
    sizes = dict(con.execute(sql_text.written_out(script, {"home": home, kind: name})).fetchall())
    if name not in sizes:
        has = did_you_mean(name, sizes) or f"; valid names: {', '.join(sizes) or 'none'}"
        raise MissingError(f"{home} has no {kind} '{name}'{has}")
    return [Dropped(kind, name, home, sizes[name])]


def _dropped_before(con: duckdb.DuckDBPyConnection, request: DropRequest) -> set[str]:
    """Return the names in earlier drop commands for this kind of data and, if given, this --collection."""
    rows = con.execute("select command from main.changes where starts_with(command, 'drop ')").fetchall()
    option = ["--collection", request.collection] if request.collection else []
    kind = f"--{request.kind}" if request.name else ""
    commands = [_words(command)[1:] for (command,) in rows]
    return {
        name
        for words in commands
        if (words[-2:] == option or not option) and (kind in words or not kind)
        for name in words
    }


def _words(command: str) -> list[str]:
    """Split a logged command into words; the command may be malformed if another tool wrote it."""
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def _remove(con: duckdb.DuckDBPyConnection, found: list[Dropped]) -> None:
    """Drop data; collections are dropped together, so that data shared only by them are dropped, too."""
    for one in found:
        if one.kind != "collection":
            official = list(recipes.corpus_names())
            sql_text.set_variables(con, home=one.home, official_corpora=official, **{one.kind: one.name})
            script = lists.scripts("drop").get(one.kind)
            con.execute(resources.script(f"{script}/drop" if script else f"store/drop/{one.kind}"))
    if whole := [one.name for one in found if one.kind == "collection"]:
        sql_text.set_variables(con, names=whole)
        for statement in part_queries.drop_collections():
            con.execute(statement)
        con.execute(resources.script("store/drop/collection"))


def rename_run(db: Path, run: str, new_name: str, collection: str | None) -> str:
    """Rename a loaded run and return its collection; raise UsageError for a run submitted to TREC."""
    _check_name(new_name)
    database.open_readonly(db).close()
    command = _line("rename", run, new_name, collection=collection)
    with closing(database.connect()) as con, stores.at(db).change(con, command=command):
        home, _ = _find_run(con, db, run, collection)
        sql_text.set_variables(con, home=home, run=run, new_name=new_name)
        known = dict(con.execute(resources.script("store/removal/known_runs")).fetchall())
        if known[run] and home.casefold() in recipes.official_names():
            raise UsageError(
                f"'{run}' was submitted to {home} and cannot be renamed; load its file again under another name"
            )
        if new_name in known:
            raise UsageError(f"{home} already has a run '{new_name}'; choose another name")
        con.execute(resources.script("store/removal/rename_run"))
    return home


def rename_labels(db: Path, collection: str, variant: str, new_name: str) -> str:
    """Rename a label set and return its collection; raise UsageError for official labels."""
    _check_name(new_name)
    database.open_readonly(db).close()
    command = _line("rename", "--labels", variant, new_name, collection=collection)
    with closing(database.connect()) as con, stores.at(db).change(con, command=command):
        home, _ = _find_labels(con, db, collection, variant, "official labels cannot be renamed")
        official = con.execute(sql_text.fill_values(_OFFICIAL, [home])).fetchall()
        if new_name in [*collections.variants(con, home), *(row[0] for row in official)]:
            raise UsageError(f"{home} already has labels '{new_name}'; choose another name")
        sql_text.set_variables(con, home=home, labels=variant, new_name=new_name)
        con.execute(resources.script("store/removal/rename_labels"))
        derive.refresh(con, [home])  # some measures use labels with a certain name
    return home


def _line(*words: str, collection: str | None) -> str:
    return shlex.join([*words, *(["--collection", collection] if collection else [])])


def _check_name(name: str) -> None:
    if reason := names.problem(name):
        raise UsageError(f"{names.displayed_name(name)} cannot be a name: {reason}")


def _find_run(con: duckdb.DuckDBPyConnection, db: Path, run: str, collection: str | None) -> tuple[str, int]:
    allowed = collections.find_collections(con, collection, db) if collection else None
    homes = con.execute(sql_text.written_out(resources.script("store/removal/run_homes"), {"run": run})).fetchall()
    homes = [home for home in homes if allowed is None or home[0] in allowed]
    if not homes:
        rows = con.execute("select run_id from main.runs where source_file is not null order by all").fetchall()
        raise MissingError(f"{collection or db} has no run '{run}'{did_you_mean(run, [row[0] for row in rows])}")
    if len(homes) > 1:
        several = ", ".join(row[0] for row in homes)
        raise UsageError(f"'{run}' is a run of several collections ({several}); choose one with --collection")
    return str(homes[0][0]), int(homes[0][1])


def _find_labels(
    con: duckdb.DuckDBPyConnection, db: Path, collection: str, variant: str, instead: str
) -> tuple[str, int]:
    """Return the collection of a label set and its number of labels; `instead` is the advice for official labels."""
    home = collections.find_collection(con, collection, db, labels=variant)
    rows = con.execute(sql_text.written_out(resources.script("store/removal/held_labels"), {"home": home})).fetchall()
    variants = {name: (number, is_official) for name, number, is_official in rows}
    if variant not in variants:
        suggestion = did_you_mean(variant, variants) or f"; valid names: {', '.join(variants)}"
        raise MissingError(f"{home} has no labels '{variant}'{suggestion}")
    if variants[variant][1]:
        raise UsageError(f"'{variant}' are the official labels of {home}; {instead}")
    return home, int(variants[variant][0])
