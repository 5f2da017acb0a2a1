"""Words, sentence patterns and parameters of the sample, read from the files next to this module."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from dltrack_db.load.sample.random_numbers import Chance


@dataclass(frozen=True)
class Aspect:
    """Something people ask about a subject: how they ask, shortly or at length, and what answers it."""

    short: str
    long: str
    statements: tuple[str, ...]


@dataclass(frozen=True)
class Domain:
    """A field of interest: its web hosts, and the aspects all its subjects share."""

    hosts: tuple[str, ...]
    subjects: tuple[str, ...]
    aspects: tuple[Aspect, ...]


@dataclass(frozen=True)
class Vocabulary:
    """Words of the sample's text."""

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
    """The words of `vocabulary.toml`."""
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
    """The parameters of `model.toml`, by section."""
    return tomllib.loads(read("model.toml"))


def read(name: str) -> str:
    """Text of a data file of this package."""
    return files("dltrack_db.load.sample").joinpath(name).read_text(encoding="utf-8")
