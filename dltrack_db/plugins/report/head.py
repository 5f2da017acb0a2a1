"""The head of a page: title, organizers, licence and citation."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from html import escape
from typing import Any

import duckdb

from dltrack_db.base import recipes, resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.export import cite

_FEW = 3
"""Maximum number of edition titles in a heading."""
_LONG = 64
"""Maximum number of characters of the edition titles together, so that they fit on one line."""


@dataclass(frozen=True)
class Head:
    """The head of a page: its title; facts, tabs and citation as HTML; and the names of collections on tabs."""

    title: str
    facts: str
    tabs: str
    citation: str
    names: dict[str, str]


def build(
    con: duckdb.DuckDBPyConnection, collections: Sequence[str], chosen_names: Mapping[str, str] | None = None
) -> Head:
    """Return the head of a page about `collections`, in this order.

    `chosen_names` are the names that the organizer chose for tabs.
    """
    query = sql_text.written_out(resources.script("plugins/report/report/head"), {"collections": list(collections)})
    rows = Answer.ask(con, query).records()
    editions: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        editions.setdefault(row["edition"], []).append(row)
    titles = {edition: _edition_title(edition, members) for edition, members in editions.items()}
    names = {row["collection"]: _short(row, titles[row["edition"]], editions[row["edition"]]) for row in rows}
    if len({row["year"] for row in rows}) > 1 < len(editions):
        names = {row["collection"]: _with_year(names[row["collection"]], row["year"]) for row in rows}
    names |= {name: text for name, text in (chosen_names or {}).items() if name in names}
    sentences = [
        _edition(edition, titles[edition], members, len(editions) > 1) for edition, members in editions.items()
    ]
    known_terms = dict.fromkeys(text for each in editions if (text := terms(each)))
    day = today()
    prints = [f"{escape(row['collection'])} <code>{row['fingerprint']}</code>" for row in rows if row["fingerprint"]]
    small = [f"Licence: {escape(' '.join(known_terms).rstrip('.'))}"] if known_terms else []
    small += [f"Fingerprint: {', '.join(prints)}"] if prints else []
    small.append(f"Written on {day.day} {day:%B %Y}")
    return Head(
        title=_join_titles(list(titles.values())),
        facts=_facts(sentences, ". ".join(small)),
        tabs="".join(
            f'<li><a href="#{escape(name)}" data-collection="{escape(name)}">{escape(text)}</a></li>'
            for name, text in names.items()
        ),
        citation=_citation(con, collections),
        names=names,
    )


def _edition_title(edition: str, rows: Sequence[dict[str, Any]]) -> str:
    """Return the title of an edition from its recipe; without a recipe, join the titles of its collections."""
    if edition in recipes.names():
        return recipes.load(edition).title
    return _join_titles(list(dict.fromkeys(str(row["title"] or row["collection"]) for row in rows)))


def _join_titles(titles: list[str]) -> str:
    """Return one title for several: with a span if they differ only in years or final numbers, else a short list."""
    years = [match[0] for title in titles if (match := re.search(r"\b(19|20)\d\d\b", title))]
    plain = {" ".join(re.sub(r"\b(19|20)\d\d\b", "", title).split()) for title in titles}
    if len(titles) > 1 and len(plain) == 1 and len(years) == len(titles):
        return f"{plain.pop()}, {min(years)} to {max(years)}"
    ends = [(end[1], int(end[2])) for title in titles if (end := re.fullmatch(r"(.*\D)(\d+)", title))]
    if len(titles) > 1 and len({begin for begin, _ in ends}) == 1 and len(ends) == len(titles):
        numbers = sorted(number for _, number in ends)
        is_span = numbers == list(range(numbers[0], numbers[-1] + 1))
        return ends[0][0] + (f"{numbers[0]} to {numbers[-1]}" if is_span else ", ".join(map(str, numbers)))
    if len(titles) == 1:
        return titles[0]
    short = list(dict.fromkeys(re.split(r"[,:;] ", title)[0] for title in titles))
    number = next(
        few for few in range(min(len(short), _FEW), 0, -1) if few == 1 or len(", ".join(short[:few])) <= _LONG
    )
    rest = len(short) - number
    return f"{', '.join(short[:number])} and {rest} more" if rest else " and ".join(short)


def _short(row: dict[str, Any], title: str, neighbours: Sequence[dict[str, Any]]) -> str:
    """Return the name of a collection on its tab.

    If the titles of an edition's collections begin with the same words, the name is the end of the title.
    """
    edition_title = str(row["title"] or "")
    begins = {str(each["title"] or "").rpartition(", ")[0] for each in neighbours} if len(neighbours) > 1 else {title}
    begin, _, end = edition_title.rpartition(", ")
    if begins == {begin} and begin:
        return end[:1].upper() + end[1:]
    if not edition_title:
        return str(row["collection"])
    if len(neighbours) == 1:
        return min(edition_title, title, key=len)
    is_told_apart = [str(each["title"] or "").startswith(begin) for each in neighbours].count(True) == 1
    return begin if begin and is_told_apart else edition_title


def _with_year(name: str, year: int | None) -> str:
    """Return a name with the year added, to distinguish editions."""
    return name if year is None or str(year) in name else f"{name} {year}"


def _facts(sentences: Sequence[str], small: str) -> str:
    """Return the facts in the head: the small print is folded, or all facts if there are several editions."""
    ending = f"<p>{small}.</p></details>"
    if len(sentences) == 1:
        return f'{sentences[0]}<details class="facts small"><summary>Licence, fingerprints, date</summary>{ending}'
    summary = "Organizers, overviews, licence, fingerprints, date"
    return f'<details class="facts small"><summary>{summary}</summary>{"".join(sentences)}{ending}'


def _edition(edition: str, title: str, rows: Sequence[dict[str, Any]], is_one_of_several: bool) -> str:
    """Return a line about an edition: year, organizers, overview."""
    first = rows[0]
    parts = [f"<b>{escape(title)}</b>"] if is_one_of_several else []
    years = sorted({str(row["year"]) for row in rows if row["year"] is not None})
    if years and not is_one_of_several:
        parts.append(", ".join(years))
    if first["authors"]:
        authors = str(first["authors"]).split(" and ")
        parts.append(f"organizers: {escape(', '.join(authors))}")
    if first["overview_title"]:
        paper = escape(str(first["overview_title"]))
        url = str(first["url"] or "")
        link = f'<a href="{escape(url)}" rel="noreferrer">{paper}</a>' if re.match(r"https?://", url) else paper
        parts.append(f'{link} <button type="button" class="sql" data-copy="bibtex">BibTeX</button>')
    return f'<p class="facts">{" · ".join(parts)}</p>' if parts else ""


def _citation(con: duckdb.DuckDBPyConnection, collections: Sequence[str]) -> str:
    """Return the citation of the page: fingerprints and BibTeX, with buttons to copy them."""
    copy = '<button type="button" class="sql" data-copy="{}">Copy</button>'
    line, entries = escape(cite.line(con, *collections)), escape(cite.bibtex(con, *collections))
    return (
        f'<p>Data and program: <code id="cited">{line}</code> {copy.format("cited")}</p>'
        f"<p>BibTeX {copy.format('bibtex')}</p>"
        f'<pre id="bibtex" tabindex="0" role="region" aria-label="BibTeX">{entries}</pre>'
    )


def terms(edition: str) -> str:
    """Return the terms of use of an edition's data, or '' if unknown."""
    return recipes.load(edition).terms if edition in recipes.names() else ""


def today() -> date:
    """Return the current date, or the date in SOURCE_DATE_EPOCH if it is set (reproducible-builds.org)."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return (datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)).date()
