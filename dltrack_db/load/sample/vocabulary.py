"""Read words, sentence patterns and parameters of the sample from the files next to this module."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from dltrack_db.load.sample.random_numbers import Chance


@dataclass(frozen=True)
class Aspect:
    """An aspect that people ask about: patterns of a short and a long question, and of statements that answer it."""

    short: str
    long: str
    statements: tuple[str, ...]


@dataclass(frozen=True)
class Domain:
    """A domain: its web hosts, its subjects, and the aspects of all its subjects."""

    hosts: tuple[str, ...]
    subjects: tuple[str, ...]
    aspects: tuple[Aspect, ...]


@dataclass(frozen=True)
class Vocabulary:
    """The words of all texts in the sample."""

    places: tuple[str, ...]
    persons: tuple[str, ...]
    seasons: tuple[str, ...]
    fillers: tuple[str, ...]
    headings: tuple[str, ...]
    domains: tuple[Domain, ...]

    def say(self, chance: Chance, pattern: str, subject: str) -> str:
        """Fill a sentence pattern with a subject and randomly chosen details."""
        return pattern.format(
            s=subject,
            n=chance.between(2, 90),
            place=chance.pick(self.places),
            person=chance.pick(self.persons),
            season=chance.pick(self.seasons),
        )


@cache
def vocabulary() -> Vocabulary:
    """Return the words in `vocabulary.toml`."""
    raw = tomllib.loads(read("vocabulary.toml"))
    domains = tuple(
        Domain(
            hosts=tuple(domain["hosts"]),
            subjects=tuple(domain["subjects"]),
            aspects=tuple(Aspect(a["short"], a["long"], tuple(a["statements"])) for a in domain["aspects"]),
        )
        for domain in raw["domains"]
    )
    lists = {name: tuple(raw[name]) for name in ("places", "persons", "seasons", "fillers", "headings")}
    return Vocabulary(domains=domains, **lists)


@cache
def model() -> dict[str, Any]:
    """Return the parameters in `model.toml`, by section."""
    return tomllib.loads(read("model.toml"))


def read(name: str) -> str:
    """Return the text of a data file in this package."""
    return files("dltrack_db.load.sample").joinpath(name).read_text(encoding="utf-8")
