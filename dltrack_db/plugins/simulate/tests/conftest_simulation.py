"""A database file with the mini track and texts that tell its relevant passages, for simulations."""

from __future__ import annotations

import random
from pathlib import Path

import mini_track
import pytest

from dltrack_db.store import database, template
from tests.copies import copied
from tests.once import once

TOPIC_WORDS = ("amber", "birch", "cedar", "daisy", "elder")


@pytest.fixture(scope="session")
def mini_file(shared_folder: Path) -> Path:
    """The mini track as a file; copy it before writing."""

    def build(path: Path) -> None:
        template.copy_to(path)
        con = database.connect()
        database.attach(con, path, read_only=False)
        mini_track.build(con, maps_passages=False)
        words = "list_extract($1, substr(query_id, 2)::integer)"
        con.execute(f"update main.queries set text = {words}", [list(TOPIC_WORDS)])
        con.execute("checkpoint")
        con.close()

    return once(shared_folder / "mini.duckdb", build)


@pytest.fixture
def db(mini_file: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return copied(mini_file, tmp_path / "mini.duckdb")


@pytest.fixture(scope="session")
def texts(mini_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of texts: an item relevant to a topic mostly has its word."""
    con = database.open_readonly(mini_file)
    relevant = set(
        con.execute(
            "select query_id, doc_id from main.qrels "
            "where collection = 'mini-passages' and variant = 'nist' and relevance >= 2"
        ).fetchall()
    )
    con.close()
    rng = random.Random(5)
    common = [
        f"{first}{last}" for first in ("stone", "river", "cloud", "light") for last in ("ground", "water", "bird")
    ]
    lines = []
    for number in range(mini_track.POOL):
        words = rng.choices(common, k=12)
        for topic, word in enumerate(TOPIC_WORDS, 1):
            if rng.random() < (0.8 if (f"q{topic}", f"p{number:02d}") in relevant else 0.1):
                words += [word] * rng.randint(1, 3)
        lines.append(f"p{number:02d}\t{' '.join(words)}\n")
    path = tmp_path_factory.mktemp("simulation") / "texts.tsv"
    path.write_text("".join(lines), encoding="utf-8")
    return path


def rows(path: Path, query: str) -> list[tuple]:
    """What a query returns."""
    con = database.open_readonly(path)
    try:
        return con.execute(query).fetchall()
    finally:
        con.close()
