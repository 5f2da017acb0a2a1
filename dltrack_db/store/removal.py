"""Taking single runs and sets of labels out of a database, with what is derived from them."""

from __future__ import annotations

from pathlib import Path

from dltrack_db import resources
from dltrack_db.errors import UsageError
from dltrack_db.store import collections, database, derive, sqltext, writing
from dltrack_db.suggest import did_you_mean


def drop_run(db: Path, run: str, collection: str | None) -> tuple[str, int]:
    """Remove one run; the collection it answered, and its number of ranking rows.

    Raises:
        UsageError: no collection has the run, or several have and none is named.
    """
    database.open_readonly(db).close()
    con = database.connect()
    try:
        with writing.writing(con, db, command="drop"):
            home = collections.named(con, collection, db) if collection else None
            sqltext.set_variables(con, run=run, home=home)
            homes = con.execute(resources.script("store/drop_run/1_homes")).fetchall()
            if not homes:
                rows = con.execute("select run_id from main.runs where source_file is not null order by all").fetchall()
                raise UsageError(f"{home or db} has no run «{run}»{did_you_mean(run, [row[0] for row in rows])}")
            if len(homes) > 1:
                several = ", ".join(row[0] for row in homes)
                raise UsageError(f"«{run}» is a run of several collections ({several}); choose one with --collection")
            sqltext.set_variables(con, run=run, home=homes[0][0])
            con.execute(resources.script("store/drop_run/2_remove"))
    finally:
        con.close()
    return str(homes[0][0]), int(homes[0][1])


def drop_labels(db: Path, collection: str, variant: str) -> int:
    """Remove a set of labels; their number.

    Raises:
        UsageError: the collection has no such labels, or they are its official ones.
    """
    database.open_readonly(db).close()
    con = database.connect()
    try:
        with writing.writing(con, db, command="drop"):
            home = collections.named(con, collection, db)
            sqltext.set_variables(con, home=home, labels=variant)
            rows = con.execute(resources.script("store/drop_labels/1_held")).fetchall()
            held = {name: (number, is_official) for name, number, is_official in rows}
            if variant not in held:
                meant = did_you_mean(variant, held) or f"; it has {', '.join(held)}"
                raise UsageError(f"{home} has no labels «{variant}»{meant}")
            if held[variant][1]:
                raise UsageError(f"«{variant}» are the official labels of {home}; drop the collection as a whole")
            con.execute(resources.script("store/drop_labels/2_remove"))
            derive.refresh(con, [home])  # some measures are by labels that are not the official ones
    finally:
        con.close()
    return int(held[variant][0])
