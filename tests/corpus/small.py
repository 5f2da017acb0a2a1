"""Small corpora in the official layouts, with true byte offsets; and loading them."""

from __future__ import annotations

import gzip
import io
import json
import random
import tarfile
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from dltrack_db.load import corpus
from dltrack_db.load.corpus.feed import Layout
from dltrack_db.store import template
from tests.copies import noted

WORDS = ["rain", "naïve", "Ørsted", "東京", "quick", "\t", "brown\\", '"fox"', "jumps", "é", "over", "lazy", "dog"]


@dataclass
class Small:
    """Rows as they were written, by id, and the plain bytes of every member."""

    rows: dict[str, dict[str, str]]
    members: dict[str, bytes]


def passages(rows_per_member: int = 50, members: int = 3, seed: int = 1) -> Small:
    """Members of v2 passages; the documents they name are those of `documents`."""
    rng = random.Random(seed)
    small = Small({}, {})
    names = list(documents(members=members).rows)
    for bundle in range(members):
        content = b""
        for _ in range(rows_per_member):
            row = {
                "pid": f"msmarco_passage_{bundle:02d}_{len(content)}",
                "passage": " ".join(rng.choices(WORDS, k=rng.randint(3, 30))),
                "spans": "(0,4),(5,9)",
                "docid": rng.choice(names),
            }
            content += _line(row, ascii=rng.random() < 0.5)
            small.rows[row["pid"]] = row
        small.members[f"msmarco_v2_passage/msmarco_passage_{bundle:02d}.gz"] = content
    return small


def documents(rows_per_member: int = 20, members: int = 3, seed: int = 2) -> Small:
    """Members of v2 documents."""
    rng = random.Random(seed)
    small = Small({}, {})
    for bundle in range(members):
        content = b""
        for number in range(rows_per_member):
            row = {
                "docid": f"msmarco_doc_{bundle:02d}_{len(content)}",
                "url": f"https://example.org/{bundle}/{number}",
                "title": rng.choice(WORDS),
                "headings": "\n".join(rng.choices(WORDS, k=3)),
                "body": " ".join(rng.choices(WORDS, k=rng.randint(20, 200))),
            }
            content += _line(row, ascii=False)
            small.rows[row["docid"]] = row
        small.members[f"msmarco_v2_doc/msmarco_doc_{bundle:02d}.gz"] = content
    return small


def _line(row: dict[str, str], *, ascii: bool) -> bytes:
    return json.dumps(row, ensure_ascii=ascii).encode() + b"\n"


def tar(path: Path, members: dict[str, bytes]) -> Path:
    """A tar of members as they are given."""
    with tarfile.open(path, "w") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


def tar_of_gz(path: Path, members: dict[str, bytes]) -> Path:
    """A tar of gzipped members."""
    return tar(path, {name: gzip.compress(content, mtime=0) for name, content in members.items()})


def spec(name: str, **facts) -> corpus.CorpusSpec:
    """A recipe without the counts of the official corpus, but with those given."""
    return replace(corpus.load_spec(name), **{"rows": 0, "members": 0, **facts})


def make_empty(db: Path) -> None:
    """Put an empty database there, if there is none."""
    if not db.exists():
        template.copy_to(db)
        noted(db)


def load(db: Path, name: str, path: Path, facts: dict | None = None, **options) -> corpus.CorpusReport:
    """Load with chunks so small that every member takes several batches."""
    make_empty(db)
    recipe = spec(name, **(facts or {}))
    end = recipe.file_for(path.name).record_end.encode()
    layout = Layout(
        end,
        chunk_bytes=1500,
        first_batch_bytes=3000,
        batch_bytes=3000,
        needs_final_end=not options.get("is_subset", False),
    )
    options = {"layout": layout, "memory_limit": "1GB", **options}
    return corpus.load(db, recipe, corpus.open_source(path, recipe), corpus.CorpusOptions(**options))


def query(db: Path, sql: str, *parameters) -> list[tuple]:
    """Rows of a query on a database file."""
    with duckdb.connect(str(db), read_only=True) as con:
        return con.execute(sql, list(parameters)).fetchall()
