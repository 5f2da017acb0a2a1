"""Generated v2 corpora of any size in the official layout.

Sentences come from a word-pair chain over the English reference text of Python. Words and word pairs therefore have
natural frequencies, and the text compresses about as well as prose. Ids and spans are true byte offsets.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import tarfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from pydoc_data import topics

SENTENCES = 200_000


def sentence_pool(seed: int, count: int = SENTENCES) -> list[str]:
    """Return sentences of 6 to 30 words from a word-pair chain."""
    rng = random.Random(seed)
    words = re.findall(r"[A-Za-z][a-z'-]+[,.]?", " ".join(topics.topics.values()))
    followers: defaultdict[str, list[str]] = defaultdict(list)
    for first, second in pairwise(words):
        followers[first].append(second)
    starts = [word for word in followers if word[0].isupper()]
    pool = []
    for _ in range(count):
        word = rng.choice(starts)
        sentence = [word]
        for _ in range(rng.randint(5, 29)):
            word = rng.choice(followers.get(word) or words)
            sentence.append(word)
        text = " ".join(sentence).rstrip(",.") + "."
        # a few non-ASCII letters, so that bytes and characters differ
        pool.append(text.replace("e", "é", 1) if rng.random() < 0.03 else text)
    return pool


def passage_lines(bundle: int, rows: int) -> Iterator[bytes]:
    """Yield the JSON lines of one passage bundle."""
    rng = random.Random(bundle)
    pool = sentence_pool(bundle)
    offset = document = 0
    for number in range(rows):
        if number % 12 == 0:
            document += rng.randint(2_000, 20_000)
            place = 0
        sentences = rng.choices(pool, k=3)
        spans = []
        for sentence in sentences:
            spans.append(f"({place},{place + len(sentence)})")
            place += len(sentence) + 1
        row = {
            "pid": f"msmarco_passage_{bundle:02d}_{offset}",
            "passage": " ".join(sentences),
            "spans": ",".join(spans),
            "docid": f"msmarco_doc_{bundle:02d}_{document}",
        }
        line = json.dumps(row, ensure_ascii=False).encode() + b"\n"
        offset += len(line)
        yield line


def document_lines(bundle: int, rows: int) -> Iterator[bytes]:
    """Yield the JSON lines of one document bundle, with bodies of about 10 kB."""
    rng = random.Random(bundle)
    pool = sentence_pool(bundle)
    offset = 0
    for number in range(rows):
        body = " ".join(rng.choices(pool, k=max(3, int(rng.gauss(90, 40)))))
        row = {
            "docid": f"msmarco_doc_{bundle:02d}_{offset}",
            "url": f"https://site{rng.randint(0, 5000)}.example/{bundle}/{number}.html",
            "title": rng.choice(pool)[:60],
            "headings": "\n".join(rng.choice(pool)[:40] for _ in range(4)),
            "body": body,
        }
        line = json.dumps(row, ensure_ascii=False).encode() + b"\n"
        offset += len(line)
        yield line


def write_gz(path: Path, lines: Iterable[bytes]) -> Path:
    """Pack lines with the gzip program at its default level, like the official files."""
    with path.open("wb") as out, subprocess.Popen(["gzip", "-nc"], stdin=subprocess.PIPE, stdout=out) as packer:
        assert packer.stdin is not None
        for line in lines:
            packer.stdin.write(line)
        packer.stdin.close()
    return path


def _bundle(folder: Path, kind: str, rows: int, bundle: int) -> Path:
    make = passage_lines if kind == "passage" else document_lines
    return write_gz(folder / f"msmarco_{kind}_{bundle:02d}.gz", make(bundle, rows))


def write_corpus(folder: Path, kind: str, rows: int, bundles: int) -> tuple[Path, list[Path]]:
    """Write the tar of a corpus and its members ('passage' or 'doc') next to it; return both."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        members = list(pool.map(partial(_bundle, folder, kind, rows // bundles), range(bundles)))
    tar = folder / f"msmarco_v2_{kind}.tar"
    with tarfile.open(tar, "w") as archive:
        for member in members:
            archive.add(member, f"msmarco_v2_{kind}/{member.name}")
    return tar, members
