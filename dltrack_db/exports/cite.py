"""What a paper says of the data and the program behind its numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import duckdb

from dltrack_db import __version__
from dltrack_db.basics import resources, sqltext
from dltrack_db.errors import DatabaseError
from dltrack_db.store import collections

TITLE = "dltrack"
_SYNDL = {
    "title": "SynDL: A Large-Scale Synthetic Test Collection for Passage Retrieval",
    "author": "Rahmani, Hossein A. and Wang, Xi and Yilmaz, Emine and Craswell, Nick and Mitra, Bhaskar "
    "and Thomas, Paul",
    "journal": "arXiv:2408.16312",
    "year": "2024",
}
"""Who published the scores per topic of the submitted runs."""
AUTHORS = "The dltrack developers"
"""As in CITATION.cff, which no wheel has."""


def line(con: duckdb.DuckDBPyConnection, *names: str) -> str:
    """One line for a comment: collections, each with the fingerprint of what is loaded of it, and the version.

    The fingerprints are those of `catalog.fingerprints`.
    """
    told = [f"{name} {_facts(con, name)[0] or 'without fingerprint'}" for name in names]
    return f"{', '.join(told) or 'no data'}, dltrack {__version__}"


def text(con: duckdb.DuckDBPyConnection, name: str, db: Path) -> str:
    """The line, the command that gives it, and BibTeX of the track's paper and of dltrack.

    Raises:
        UsageError: there is no such collection.
        DatabaseError: the tables no longer hold what was loaded.
    """
    collection = collections.find_collection(con, name, db)
    changed = con.execute(sqltext.fill_values(resources.script("exports/cite/changed"), [collection])).fetchone()
    if changed:
        raise DatabaseError(
            f"{changed[0]} {changed[1]} of {collection} have changed since they were loaded, so they cannot be cited; "
            "see: dltrack verify"
        )
    return "\n".join([line(con, collection), f"dltrack cite {collection}", "", bibtex(con, collection)])


def bibtex(con: duckdb.DuckDBPyConnection, *names: str) -> str:
    """BibTeX of the papers of some collections' tracks, each once, and of dltrack."""
    parts: list[str] = []
    for name in names:
        _, title, authors, published_in, year, url = _facts(con, name)
        fields = {"title": title, "author": authors, "booktitle": published_in, "year": year, "url": url}
        if title:
            parts.append(_bibtex("inproceedings", name.split("-")[0] + "-overview", fields))
    if any(_has_public_scores(con, name) for name in names):
        parts.append(_bibtex("article", "syndl", _SYNDL))
    own = {
        "title": TITLE,
        "author": f"{{{AUTHORS}}}",
        "version": __version__,
    }
    parts.append(_bibtex("software", "dltrack", own))
    return "\n".join(dict.fromkeys(parts))


def _has_public_scores(con: duckdb.DuckDBPyConnection, collection: str) -> bool:
    """Whether runs of a collection are shown by scores that SynDL published, which their md5 tells."""
    query = sqltext.fill_values(resources.script("exports/cite/public_scores"), [collection])
    return con.execute(query).fetchone() == (True,)


def _facts(con: duckdb.DuckDBPyConnection, collection: str) -> tuple[str | None, ...]:
    query = sqltext.fill_values(resources.script("exports/cite/facts"), [collection])
    row = con.execute(query).fetchone()
    return row if row else (None,) * 6


def _bibtex(kind: str, key: str, fields: Mapping[str, str | None]) -> str:
    """An entry; capitals within a title are kept, and what means something to LaTeX is escaped."""
    lines = [
        f"  {name} = {{{_escape(value) if name != 'title' else '{' + _escape(value) + '}'}}},"
        for name, value in fields.items()
        if value is not None
    ]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])


def _escape(value: str) -> str:
    return re.sub(r"([&%#_])", r"\\\1", value)
