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
# set with the first release (RELEASING.md, step 1)
URL: str | None = None
_OWN = 3
"""Maximum number of own runs (loaded by the user, not submitted) whose names are printed."""
SCORES = "syndl"
"""BibTeX key of the paper with published scores per topic of the submitted runs."""


def line(con: duckdb.DuckDBPyConnection, *names: str) -> str:
    """Return one line, for example for a comment: collections with fingerprints, versions of dltrack and plug-ins.

    The fingerprints come from `catalog.fingerprints`. They do not include the user's own runs, which others cannot
    load, so the names of these runs follow the fingerprint.
    """
    is_named = f"list_contains({sql_text.literal(list(names))}, collection)"
    query = f"select collection, fingerprint, own_runs from catalog.fingerprints where {is_named}"
    known = {name: facts for name, *facts in con.execute(query).fetchall()} if names else {}
    prints = [_print(name, *known.get(name, (None, None))) for name in names]
    suffix = "".join(f", plug-in {one.name} {one.version}" for one in plugins.active())
    return f"{', '.join(prints) or 'no data'}, dltrack {__version__}{suffix}"


def _print(name: str, fingerprint: str | None, own_runs: Sequence[str] | None) -> str:
    """Return a collection's name with its fingerprint and the names of its first own runs."""
    own = ""
    if own_runs:
        more = f" and {len(own_runs) - _OWN} more" if len(own_runs) > _OWN else ""
        own = f" (not included: own run{'s' * (len(own_runs) > 1)} {', '.join(own_runs[:_OWN])}{more})"
    return f"{name} {fingerprint or 'without fingerprint'}{own}"


def text(con: duckdb.DuckDBPyConnection, name: str, db: Path) -> str:
    """Return the citation of `name`: the result of `line`, the command that prints it, and BibTeX entries.

    `name` is a collection, an edition (with all its collections), an exhibit ('D-T3') or the letter of a paper. The
    entries are for the track's paper and for dltrack.
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
                f"{changed[0]} {changed[1]} of {collection} have changed since they were loaded and cannot be cited; "
                "see the changes with: dltrack verify"
            )


def bibtex(con: duckdb.DuckDBPyConnection, *names: str) -> str:
    """Return BibTeX entries for the papers of the collections' tracks and for dltrack, without duplicates."""
    parts = [entry for name in names for entry in _entries(con, name)]
    if has_public_scores(con, *names):
        parts.append(_paper(SCORES, *_ask(con, "paper", SCORES)))
    parts.append(_own())
    return "\n".join(dict.fromkeys(parts))


def keys(con: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    """Return the BibTeX keys of the citations of a collection."""
    return [key for entry in _entries(con, name) for key in re.findall(r"^@\w+\{\s*([^,\s]+)", entry, re.MULTILINE)]


def has_public_scores(con: duckdb.DuckDBPyConnection, *names: str) -> bool:
    """Return True if the scores published by SynDL are loaded for one of the collections; md5 sums identify them."""
    return any(_ask(con, "public_scores", name) == (True,) for name in names)


def _entries(con: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    """Return the BibTeX entries for a collection: the citation in its recipe, else the paper of its edition."""
    citation, edition, title, *others = _ask(con, "facts", name)
    if citation:
        return [citation.strip()]
    return [_paper(edition, title, *others)] if title else []


def _paper(
    key: str, title: str, authors: str | None, published_in: str | None, year: str | None, url: str | None
) -> str:
    """Return the BibTeX entry of a paper."""
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
    """Run a script for a name, and return the first row, or () if there are no rows."""
    query = lists.fill(resources.script(f"export/cite/{script}"))
    return con.execute(sql_text.written_out(query, {"name": name})).fetchone() or ()


def _bibtex(kind: str, key: str, fields: Mapping[str, str | None]) -> str:
    """Return a BibTeX entry, with the title's capitals protected and special characters escaped, except in the url."""
    texts = {name: value if name == "url" else _escape(value) for name, value in fields.items() if value is not None}
    lines = [f"  {name} = {{{f'{{{text}}}' if name == 'title' else text}}}," for name, text in texts.items()]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])


def _escape(value: str) -> str:
    return re.sub(r"([&%#_])", r"\\\1", value)
