"""Every command with hardly any room: for temporary files, in the cache, or where it writes; as root, on small disks.

Wanted: done, or one sentence and exit code 1 or 2; a database is as before or as after.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from torture.crash import Figures, World, state_of

ROOM = (4096, 300_000, 8_000_000)
"""bytes that are free: none but the page without which there is no disk of this kind, little, and more"""
PLACES = ("TMPDIR", "DLTRACK_CACHE", "target")
READING = {
    "status": ["status"],
    "leaderboard": ["leaderboard", "torture"],
    "eval": ["eval", "{run}", "-c", "torture"],
    "check": ["check", "{run}", "-c", "torture"],
    "compare": ["compare", "run0", "run1", "-c", "torture"],
    "explain": ["explain", "run0", "0.5", "-c", "torture"],
    "audit": ["audit", "torture", "--trials", "20"],
    "cite": ["cite", "torture"],
    "sql": ["sql", "from metrics.run_scores order by all"],
    "views": ["views"],
    "describe": ["describe", "metrics.run_scores"],
    "validations": ["validations"],
    "verify": ["verify"],
    "reproduce": ["reproduce", "D-T3"],
    "export csv": ["export", "torture", "--to", "{out}", "--format", "csv"],
    "export parquet": ["export", "torture", "--to", "{out}", "--format", "parquet"],
    "export trec": ["export", "torture", "--to", "{out}", "--format", "trec"],
    "report": ["report", "torture", "-o", "{out}/report.html"],
    "figure as HTML": ["report", "torture", "--figure", "ndcg-by-type", "-o", "{out}/figure.html"],
    "figure as SVG": ["report", "torture", "--figure", "ndcg-by-type", "-o", "{out}/figure.svg"],
}
WRITING = {
    "ingest runs": ["ingest", "runs", "{second}", "-c", "torture", "--replace"],
    "ingest qrels": ["ingest", "qrels", "{second}/qrels.txt", "-c", "torture", "--labels", "second"],
    "build": ["build"],
    "accept": ["build", "--accept"],
    "compact": ["compact"],
}


def commands(world: World) -> dict[str, list[str]]:
    """All commands by name; those that write are checked for what they leave of the database."""
    return {**READING, **WRITING, **world.commands}


@contextmanager
def small_disk(place: Path, size: int) -> Iterator[None]:
    """A disk in memory at an empty folder.

    Raises:
        OSError: the system gives none: only root may ask.
    """
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)], capture_output=True, text=True
    )
    if done.returncode:
        raise OSError(done.stderr.strip())
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def starved(
    world: World, names: Sequence[str] = (), places: Sequence[str] = PLACES, rooms: Sequence[int] = ROOM
) -> Figures:
    """Each command, or those named, with each kind of room in each place."""
    figures = Figures()
    folder = world.root / "starved"
    folder.mkdir(exist_ok=True)
    all_commands = commands(world)
    for name in names or all_commands:
        words = all_commands[name]
        db, out = folder / "roomy.duckdb", folder / "out"
        shutil.copy(world.base, db)
        out.mkdir()
        before = state_of(db)
        _run(world, words, db, out, {})
        after = state_of(db)
        shutil.rmtree(out)
        for place in places:
            for room in rooms:
                _starve(world, name, words, place, room, (before, after), figures)
    return figures


def _starve(
    world: World,
    name: str,
    words: Sequence[str],
    place: str,
    room: int,
    ends: tuple[object, object],
    figures: Figures,
) -> None:
    small, roomy = world.root / "starved" / "small", world.root / "starved" / "roomy"
    for each in (small, roomy):
        each.mkdir()
    home = small if place == "target" else roomy
    taken = world.base.stat().st_size if place == "target" else 0
    try:
        with small_disk(small, taken + room):
            db = home / "x.duckdb"
            shutil.copy(world.base, db)
            (home / "out").mkdir()
            done = _run(world, words, db, home / "out", {} if place == "target" else {place: str(small)})
            what = f"{name}, {room:,} bytes free in {place}"
            figures.trials += 1
            figures.unharmed += done.returncode == 0
            told = done.stderr.strip().splitlines()[-1] if done.stderr.strip() else ""
            figures.moments[f"exit {done.returncode}"] += 1
            if done.returncode not in (0, 1, 2) or "Traceback" in done.stderr or "internal error" in done.stderr:
                figures.wrong.append(f"{what}: exit {done.returncode}: {told[:300]}")
            now = state_of(db)
            figures.as_before += now == ends[0]
            figures.as_after += now == ends[1] != ends[0]
            if now not in ends:
                figures.wrong.append(f"{what}: the database is neither as before nor as after")
    finally:
        for each in (small, roomy):
            shutil.rmtree(each)


def _run(
    world: World, words: Sequence[str], db: Path, out: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    given = {"run": str(world.first / "input.run0"), "second": str(world.second), "out": str(out)}
    filled = [word.format(**given) for word in words]
    return subprocess.run(
        [sys.executable, "-m", "dltrack_db", *filled, "--db", str(db)],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, **environment, "DLTRACK_WAIT": "5"},
        cwd=world.root,
    )
