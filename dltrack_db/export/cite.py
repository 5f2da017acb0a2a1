"""Citations of the data and the program behind a paper's numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db import __version__
from dltrack_db.base import plugins, resources, sql_text
from dltrack_db.errors import DatabaseError
from dltrack_db.sqlfiles import lists
from dltrack_db.store import collections

TITLE = "dltrack"
AUTHORS = "The dltrack developers"
"""Authors as in CITATION.cff, which is not in the wheel."""
YEAR = "2026"
# unknown before the first release (RELEASING.md, step 1)
URL: str | None = None
_OWN = 3
"""Largest number of own runs that are named."""
SCORES = "syndl"
"""BibTeX key of the paper that published scores per topic of the submitted runs."""


def line(con: duckdb.DuckDBPyConnection, *names: str) -> str:
    """Return one line for a comment: collections with their fingerprints, and the version.

    The fingerprints are those of `catalog.fingerprints`; own runs, which others cannot load, are named after them.
    """
    is_named = f"list_contains({sql_text.literal(list(names))}, collection)"
    query = f"select collection, fingerprint, own_runs from catalog.fingerprints where {is_named}"
    known = {name: facts for name, *facts in con.execute(query).fetchall()} if names else {}
    prints = [_print(name, *known.get(name, (None, None))) for name in names]
    suffix = "".join(f", plug-in {one.name} {one.version}" for one in plugins.active())
    return f"{', '.join(prints) or 'no data'}, dltrack {__version__}{suffix}"


def _print(name: str, fingerprint: str | None, own_runs: Sequence[str] | None) -> str:
    """Return a collection with its fingerprint, and the first own runs, which the fingerprint does not include."""
    own = ""
    if own_runs:
        more = f" and {len(own_runs) - _OWN} more" if len(own_runs) > _OWN else ""
        own = f" (not included: own run{'s' * (len(own_runs) > 1)} {', '.join(own_runs[:_OWN])}{more})"
    return f"{name} {fingerprint or 'without fingerprint'}{own}"


def text(con: duckdb.DuckDBPyConnection, name: str, db: Path) -> str:
    """Return the line, the command that prints it, and BibTeX for the track's paper and for dltrack.

    `name` is a collection, an edition (all its collections), an exhibit ('D-T3') or the letter of a paper.
    """
    if not collections.is_held(con, name) and (row := _ask(con, "exhibit", name)):
        exhibit, what, key, *paper, described = row
        _check_unchanged(con, described or ())
        heading = f"{exhibit} ({what})" if what else f"paper {exhibit}"
        entries = [_paper(key, *paper), _own()]
        return "\n".join([f"{heading}: {line(con, *(described or ()))}", f"dltrack cite {exhibit}", "", *entries])
    names = collections.find_collections(con, name, db)
    _check_unchanged(con, names)
    return "\n".join([line(con, *names), f"dltrack cite {name}", "", bibtex(con, *names)])


def _check_unchanged(con: duckdb.DuckDBPyConnection, names: Sequence[str]) -> None:
    for collection in names:
        if changed := _ask(con, "changed", collection):
            raise DatabaseError(
                f"{changed[0]} {changed[1]} of {collection} have changed since they were loaded, so they cannot be "
                "cited; see: dltrack verify"
            )


def bibtex(con: duckdb.DuckDBPyConnection, *names: str) -> str:
    """Return BibTeX for the papers of the collections' tracks, each once, and for dltrack."""
    parts = [entry for name in names for entry in _entries(con, name)]
    if has_public_scores(con, *names):
        parts.append(_paper(SCORES, *_ask(con, "paper", SCORES)))
    parts.append(_own())
    return "\n".join(dict.fromkeys(parts))


def keys(con: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    """Return the BibTeX keys of the citations of a collection."""
    return [key for entry in _entries(con, name) for key in re.findall(r"^@\w+\{\s*([^,\s]+)", entry, re.MULTILINE)]


def has_public_scores(con: duckdb.DuckDBPyConnection, *names: str) -> bool:
    """Return whether the scores published by SynDL are loaded for one of the collections, by their md5."""
    return any(_ask(con, "public_scores", name) == (True,) for name in names)


def _entries(con: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    """Return the BibTeX for a collection: the citation in its recipe, else the paper of its edition."""
    citation, edition, title, *others = _ask(con, "facts", name)
    if citation:
        return [citation.strip()]
    return [_paper(edition, title, *others)] if title else []


def _paper(
    key: str, title: str, authors: str | None, published_in: str | None, year: str | None, url: str | None
) -> str:
    """Return the entry of a paper that describes an edition."""
    kind, container = "misc", "howpublished"
    if published_in:
        is_journal = published_in.startswith(("arXiv", "SIGIR Forum"))
        kind, container = ("article", "journal") if is_journal else ("inproceedings", "booktitle")
    bibtex_key = f"{re.sub('-round[0-9]', '', key)}-overview" if key.startswith("trec") else key
    bibtex_key = f"paper-{key}" if len(key) == 1 else bibtex_key
    return _bibtex(
        kind, bibtex_key, {"title": title, "author": authors, container: published_in, "year": year, "url": url}
    )


def _own() -> str:
    own = {"title": TITLE, "author": f"{{{AUTHORS}}}", "version": __version__, "year": YEAR, "url": URL}
    return _bibtex("software", "dltrack", own)


def _ask(con: duckdb.DuckDBPyConnection, script: str, name: str) -> tuple[Any, ...]:
    """Return the first row of a script for a name; () without one."""
    query = lists.fill(resources.script(f"export/cite/{script}"))
    return con.execute(sql_text.written_out(query, {"name": name})).fetchone() or ()


def _bibtex(kind: str, key: str, fields: Mapping[str, str | None]) -> str:
    """Return an entry; capitals in the title are kept, and special characters are escaped, except in a url."""
    texts = {name: value if name == "url" else _escape(value) for name, value in fields.items() if value is not None}
    lines = [f"  {name} = {{{f'{{{text}}}' if name == 'title' else text}}}," for name, text in texts.items()]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])


def _escape(value: str) -> str:
    return re.sub(r"([&%#_])", r"\\\1", value)
