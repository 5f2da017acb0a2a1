"""Single runs and sets of labels taken out of a database, with what is derived from them, or given other names."""

from __future__ import annotations

from pathlib import Path
from shlex import join

import duckdb

from dltrack_db import recipes
from dltrack_db.basics import resources, sqltext
from dltrack_db.errors import UsageError
from dltrack_db.store import collections, database, derive, writing
from dltrack_db.vocabulary import names
from dltrack_db.vocabulary.suggest import did_you_mean

_OFFICIAL = "select qrels_variant from main.collections where collection = $1"


def drop_run(db: Path, run: str, collection: str | None) -> tuple[str, int]:
    """Remove one run; the collection it answered, and its number of ranking rows.

    Raises:
        UsageError: no collection has the run, or several have and none is named.
    """
    database.open_readonly(db).close()
    con = database.connect()
    try:
        with writing.writing(con, db, command=_line("drop", run, collection=collection)):
            home, rows = _home_of_run(con, db, run, collection)
            con.execute(resources.script("store/drop_run/1_remove"))
    finally:
        con.close()
    return home, rows


def drop_labels(db: Path, collection: str, variant: str) -> int:
    """Remove a set of labels; their number.

    Raises:
        UsageError: the collection has no such labels, or they are its official ones.
    """
    database.open_readonly(db).close()
    con = database.connect()
    try:
        with writing.writing(con, db, command=_line("drop", "--variant", variant, collection=collection)):
            home, rows = _home_of_labels(con, db, collection, variant, "drop the collection as a whole")
            con.execute(resources.script("store/drop_labels/1_remove"))
            derive.refresh(con, [home])  # some measures are by labels that are not the official ones
    finally:
        con.close()
    return rows


def drop_judge(db: Path, collection: str, judge: str) -> int:
    """Remove the leaderboard that a judge made of a collection; the number of its scores.

    Raises:
        UsageError: the collection has none of this judge.
    """
    database.open_readonly(db).close()
    con = database.connect()
    try:
        with writing.writing(con, db, command=_line("drop", "--judge", judge, collection=collection)):
            home = collections.find_collection(con, collection, db)
            known = collections.judges(con, home)
            if judge not in known:
                has = f"; it has {', '.join(known)}" if known else "; it has none at all"
                raise UsageError(f"{home} has no leaderboard of «{judge}»{did_you_mean(judge, known) or has}")
            sqltext.set_variables(con, home=home, judge=judge)
            con.execute(resources.script("store/drop_judge/1_remove"))
    finally:
        con.close()
    return known[judge]


def rename_run(db: Path, run: str, new_name: str, collection: str | None) -> str:
    """Give a loaded run another name; the collection it answers. Runs submitted to TREC keep their name.

    Raises:
        UsageError: no collection has the run, several have and none is named, it was submitted to the track, or the new
            name is none or is taken there.
    """
    _check_name(new_name)
    database.open_readonly(db).close()
    con = database.connect()
    try:
        with writing.writing(con, db, command=_line("rename", run, new_name, collection=collection)):
            home, _ = _home_of_run(con, db, run, collection)
            known = dict(con.execute(resources.script("store/known_runs")).fetchall())
            if known[run] and home.casefold() in recipes.official_names():
                raise UsageError(f"«{run}» was submitted to {home} under that name; load a copy under another one")
            if new_name in known:
                raise UsageError(f"{home} already has a run «{new_name}»; choose a name that is free")
            sqltext.set_variables(con, new_name=new_name)
            con.execute(resources.script("store/rename_run/1_rename"))
    finally:
        con.close()
    return home


def rename_labels(db: Path, collection: str, variant: str, new_name: str) -> str:
    """Give a set of labels another name; the collection they are of.

    Raises:
        UsageError: the collection has no such labels, they are its official ones, or the new name is none or is taken.
    """
    _check_name(new_name)
    database.open_readonly(db).close()
    con = database.connect()
    try:
        with writing.writing(con, db, command=_line("rename", "--variant", variant, new_name, collection=collection)):
            home, _ = _home_of_labels(con, db, collection, variant, "they keep their name")
            official = con.execute(sqltext.fill_values(_OFFICIAL, [home])).fetchall()
            if new_name in [*collections.variants(con, home), *(row[0] for row in official)]:
                raise UsageError(f"{home} already has labels «{new_name}»; choose a name that is free")
            sqltext.set_variables(con, new_name=new_name)
            con.execute(resources.script("store/rename_labels/1_rename"))
            derive.refresh(con, [home])  # some measures are by labels of a certain name
    finally:
        con.close()
    return home


def _line(*words: str, collection: str | None) -> str:
    """The command line of a change, by which its snapshot and its note tell what it was."""
    return join([*words, *(["--collection", collection] if collection else [])])


def _check_name(name: str) -> None:
    if reason := names.problem(name):
        raise UsageError(f"{names.displayed_name(name)} cannot be a name: {reason}")


def _home_of_run(con: duckdb.DuckDBPyConnection, db: Path, run: str, collection: str | None) -> tuple[str, int]:
    """The collection of a loaded run, left in variable `home`, and its number of ranking rows."""
    allowed = collections.find_collections(con, collection, db) if collection else None
    sqltext.set_variables(con, run=run)
    homes = con.execute(resources.script("store/run_homes")).fetchall()
    homes = [home for home in homes if allowed is None or home[0] in allowed]
    if not homes:
        rows = con.execute("select run_id from main.runs where source_file is not null order by all").fetchall()
        raise UsageError(f"{collection or db} has no run «{run}»{did_you_mean(run, [row[0] for row in rows])}")
    if len(homes) > 1:
        several = ", ".join(row[0] for row in homes)
        raise UsageError(f"«{run}» is a run of several collections ({several}); choose one with --collection")
    sqltext.set_variables(con, home=homes[0][0])
    return str(homes[0][0]), int(homes[0][1])


def _home_of_labels(
    con: duckdb.DuckDBPyConnection, db: Path, collection: str, variant: str, instead: str
) -> tuple[str, int]:
    """The collection of a set of labels, left in variable `home`, and their number; `instead` is for official ones."""
    home = collections.find_collection(con, collection, db, labels=variant)
    sqltext.set_variables(con, home=home, labels=variant)
    rows = con.execute(resources.script("store/held_labels")).fetchall()
    held = {name: (number, is_official) for name, number, is_official in rows}
    if variant not in held:
        meant = did_you_mean(variant, held) or f"; it has {', '.join(held)}"
        raise UsageError(f"{home} has no labels «{variant}»{meant}")
    if held[variant][1]:
        raise UsageError(f"«{variant}» are the official labels of {home}; {instead}")
    return home, int(held[variant][0])
