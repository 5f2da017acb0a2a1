"""Spoiled files through the whole command, as a user would load them: loaded exactly, or refused in one sentence.

Every trial forks a child with everything imported, which runs `dltrack ingest`
on a copy of a small database as `main()` would. Besides runs and labels, topics in
both forms and descriptions of runs are spoiled.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from pathlib import Path

from dltrack_db.cli.app import app
from dltrack_db.errors import DltrackError
from dltrack_db.load import expectations
from dltrack_db.store import database
from torture import crash, fuzz, mutations
from torture.fuzz import Figures
from torture.strict_parser import Refused

ROWS = {
    "runs": "select query_id, doc_id, submitted_rank, score from main.rankings where run_id = 'spoiled' order by all",
    "qrels": """
        select query_id, doc_id, subtopic, relevance from main.subtopic_qrels where variant = 'spoiled'
        union all
        select query_id, doc_id, iteration, relevance from main.qrels
        where variant = 'spoiled' and not exists (from main.subtopic_qrels where variant = 'spoiled')
        order by all
    """,
    "queries": "select query_id, text from main.queries where query_set = 'spoiled' order by all",
}
LONGEST = 8_000
"""Characters of a message that are kept."""


def campaign(world: crash.World, count: int, seed: int) -> Figures:
    """Try `count` mutated files."""
    expectations.preload().join()
    figures = Figures()
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(dir=world.root) as name:
        while figures.tried < count:
            kind = chance.choice(("runs", "runs", "qrels", "queries", "topics"))
            trial(world, kind, content_of(kind, chance), Path(name), figures)
    return figures


def content_of(kind: str, chance: random.Random) -> bytes:
    """One mutated file."""
    if kind != "topics":
        return fuzz.mutated(kind, chance)
    blocks = [
        f"<top>\n<num> Number: {number}\n<title> topic {number}\n<desc> Description:\nmore\n</top>\n"
        for number in chance.sample(range(1000, 1040), 5)
    ]
    content = "".join(blocks).encode()
    return mutations.damage(content, chance) if chance.random() < 0.8 else content


def trial(world: crash.World, kind: str, content: bytes, folder: Path, figures: Figures) -> None:
    """Load one file; count what came of it."""
    db, file = folder / "x.duckdb", folder / ("spoiled.txt" if kind == "runs" else f"spoiled.{kind}")
    shutil.copy(world.base, db)
    before = crash.state_of(db)
    file.write_bytes(content)
    with crash.child(lambda say: _run(arguments(world, kind, file, db), say)) as (pid, reader):
        code, said = crash.reap(pid, reader, 120)
    figures.tried += 1
    reason = said[said.find("refused ") :] if "refused " in said else said.splitlines()[-1] if said else ""
    wanted = fuzz.expected(kind, content) if kind in ROWS else None
    after = crash.state_of(db)
    left = [path.name for path in folder.iterdir() if path not in (db, file)]
    if "traceback" in said or code not in (0, 1, 2):
        figures.wrong.append((kind, content, f"ended with {code}: {reason[:LONGEST]}"))
    elif left:
        figures.wrong.append((kind, content, f"left {left} behind"))
    elif code:
        if after != before:
            figures.wrong.append((kind, content, f"refused, but the database changed: {reason}"))
        elif file.name not in reason and "qrels.txt" not in reason:  # of a collection, whose labels fit other topics
            figures.wrong.append((kind, content, f"refused without naming the file: {reason}"))
        else:
            figures.refused_with_reason += 1
    elif isinstance(wanted, Refused):
        figures.wrong.append((kind, content, f"loaded, though {wanted.reason} {wanted.lines}"))
    elif wanted is not None and rows(db, kind) != sorted(tuple(row) for row in wanted):
        figures.wrong.append((kind, content, "loaded with other rows"))
    else:
        figures.loaded_equal += 1
    for path in folder.iterdir():
        path.unlink()


def arguments(world: crash.World, kind: str, file: Path, db: Path) -> list[str]:
    """The command that loads a file of that kind."""
    to = ["--db", str(db)]
    if kind == "runs":
        return ["ingest", "runs", str(file), "-c", "torture", *to]
    if kind == "qrels":
        return ["ingest", "qrels", str(file), "-c", "torture", "--labels", "spoiled", *to]
    qrels = str(world.first / "qrels.txt")
    return ["ingest", "collection", "--name", "spoiled", "--qrels", qrels, "--topics", str(file), *to]


def rows(db: Path, kind: str) -> list[tuple]:
    """What was loaded of the file."""
    con = database.open_readonly(db)
    try:
        return con.execute(ROWS[kind]).fetchall()
    finally:
        con.close()


def _run(command: list[str], say: object) -> None:
    """As `main()` does, in this process; what it prints goes nowhere."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    try:
        app(command, prog_name="dltrack", standalone_mode=False)
    except SystemExit as end:
        if end.code not in (0, None):
            raise DltrackError(f"ended with {end.code} and a message of its own") from end
