"""`ingest collection --track`: a collection whose runs the TREC Browser lists, its facts about them, and its scores."""

from __future__ import annotations

import csv
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import plainfile
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import UsageError
from dltrack_db.load import run_descriptions
from dltrack_db.load.plan import Item, Plan
from dltrack_db.show import printable_lines
from dltrack_db.store import database

if TYPE_CHECKING:
    from dltrack_db.cli.ingest import CollectionOptions


def ingest_collection(*, described: CollectionOptions, track: str, db: Path, **options: Any) -> None:
    """Load a collection with the name and year of a track, its runs' descriptions, and labels of NIST.

    The option `--track` of `ingest collection`; options that are given win. Prints how many of NIST's scores come out.
    """
    from dltrack_db.cli import ingest

    if described.metadata:
        raise UsageError("--track knows the runs; leave out --metadata")
    name = described.name or ("" if described.irds else track.replace("/", "-"))
    year = described.year or find_year(db, track)
    described = replace(described, name=name, year=year, variant=described.variant or "nist")
    extend = partial(with_descriptions, db=db, track=track)
    collection = ingest.load_collection(described, db=db, extend=extend, **options)
    print(printable_lines(outcome(db, collection, track)))


def find_year(db: Path, track: str) -> int:
    """The year of a track ('trec8/adhoc') whose runs are loaded."""
    with closing(database.open_readonly(db)) as con:
        years = con.execute(
            "select edition || '/' || track, year from tracks.participation where num_runs > 0 order by all"
        ).fetchall()
    known = dict(years)
    if track not in known:
        raise UsageError(
            f"{db} has no runs of the track '{track}' of the TREC Browser; load them with: dltrack ingest trec-browser"
            f"{did_you_mean(track, list(known))}"
        )
    return int(known[track])


def with_descriptions(plan: Plan, folder: Path, db: Path, track: str) -> Plan:
    """The load with the names, teams, types and dates that the TREC Browser has of its runs.

    A file that is not called as a run of the track is known by its md5, if that is the submitted file's.
    """
    with closing(database.open_readonly(db)) as con:
        found = con.execute(sql_text.fill_values(resources.script("plugins/trec_browser/known"), [track]))
        columns, rows = [column[0] for column in found.description or []], found.fetchall()
    table = folder / "track.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
    written = run_descriptions.write(table, plan.collections[0].collection, folder / "runs.csv")
    runs_by_md5 = {row[-1]: row[0] for row in rows if row[-1]}
    return replace(
        plan,
        items=tuple(_apply_known_name(item, {row[0] for row in rows}, runs_by_md5) for item in plan.items),
        run_descriptions=written,
    )


def _apply_known_name(item: Item, known: set[str], runs_by_md5: dict[str, str]) -> Item:
    if item.part != "runs" or item.path is None or item.name in known:
        return item
    return replace(item, name=runs_by_md5.get(plainfile.inspect(item.path).plain_md5, item.name))


def outcome(db: Path, collection: str, track: str) -> str:
    """Return a sentence on how many official scores of a track dltrack reproduces for the runs of a collection."""
    with closing(database.open_readonly(db)) as con:
        query = sql_text.fill_values(resources.script("plugins/trec_browser/outcome"), [collection, track])
        whole, runs, equal, scores, gap = con.execute(query).fetchall()[0]
    if not scores:
        return f"{collection}: NIST printed no scores of {track} that can be compared"
    sentence = f"{collection}: {whole:,} of {runs:,} runs, {equal:,} of {scores:,} scores equal NIST's of {track}"
    if gap:
        sentence += f" ({gap}; see: from tracks.official_gaps('{collection}', '{track}') where not is_equal)"
    return sentence
