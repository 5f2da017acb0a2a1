"""Do other releases of DuckDB open our files and answer alike? `make matrix`, or `python tests/matrix [VERSION...]`.

The sample collection is loaded with the installed DuckDB; every release then
opens the file in a process of its own (its wheel comes from the package
registry, into a temporary folder), binds every view, and gives the same leaderboard,
table macro and checksums. With `all`, those that dltrack itself runs with also bind the
example of every header and go through tests/smoke, which uses the commands of the README.
A release that fails fails the run, unless it is newer than the installed one, which is told and no more.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from dltrack_db.base import recipes
from dltrack_db.load import loader

ROOT = Path(__file__).resolve().parents[2]
SMOKE = ("1.4.2", "")
"""The oldest release in which everything works, and the newest of all ('')."""
ALL = ("1.2.2", "1.3.2", "1.4.0", "1.4.1", "1.4.2", "1.4.3", "1.4.4", "1.5.0", "1.5.6", "")
REFUSED = ("1.2.2", "1.3.2", "1.4.0", "1.4.1")
"""Releases that claim to read this storage and fail on it; told, so that we notice when that changes."""
WITH_DLTRACK = ("1.5.0", "1.5.6", "")
"""Releases that the package runs with (pyproject.toml)."""


def main(versions: tuple[str, ...], *, with_commands: bool = False) -> int:
    """Try releases and print what came of it; the number of those that must work and do not."""
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="matrix-") as name:
        folder = Path(name)
        db = folder / "sample.duckdb"
        loader.load_edition(
            recipes.load("sample"), db, loader.LoadOptions(say=lambda _: None), parts=("queries", "qrels", "runs")
        )
        own = probe(db, None)
        print(f"DuckDB {own['version']} wrote it: {own['views']} views, {len(own['failed'])} fail")
        for version in versions:
            wheel = folder / f"duckdb-{version or 'newest'}"
            command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(wheel)]
            if subprocess.run([*command, f"duckdb=={version}" if version else "duckdb"], check=False).returncode:
                print(f"DuckDB {version or 'newest'} cannot be had: not tried")
                wrong += 1
                continue
            is_whole = with_commands and version in WITH_DLTRACK
            found = probe(db, wheel, with_examples=is_whole)
            fault = _fault(found, own) or (_smoke(wheel) or _takes_over(wheel, db) if is_whole else "")
            is_gate = version not in ("", *REFUSED)
            print(f"DuckDB {found.get('version')}: {fault or 'every view binds, all answers are equal'}")
            wrong += bool(fault and is_gate)
    return wrong


def _smoke(wheel: Path) -> str:
    """What goes wrong when the commands are used with a release; '' where nothing does."""
    environment = {**os.environ, "PYTHONPATH": f"{wheel}{os.pathsep}{ROOT}", "XDG_CACHE_HOME": f"{wheel}-cache"}
    command = [sys.executable, ROOT / "tests" / "smoke"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return f"tests/smoke: {done.stderr.strip()[-300:]}" if done.returncode or "leaked" in done.stderr else ""


def _takes_over(wheel: Path, db: Path) -> str:
    """What goes wrong when dltrack with a release takes over a file that the installed one wrote."""
    copy = Path(shutil.copy(db, f"{wheel}.duckdb"))
    environment = {**os.environ, "PYTHONPATH": f"{wheel}{os.pathsep}{ROOT}", "XDG_CACHE_HOME": f"{wheel}-cache"}
    for command in ("build", "verify"):
        done = subprocess.run(
            [sys.executable, "-m", "dltrack_db", command, "--db", copy],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            return f"dltrack {command}: {(done.stderr or done.stdout).strip()[-300:]}"
    return ""


def probe(db: Path, wheel: Path | None, *, with_examples: bool = False) -> dict:
    """What a release says, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(wheel)} if wheel else None
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "matrix" / "probe.py", db, *(["--examples"] if with_examples else [])],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    if not lines:
        return {"version": wheel, "error": (done.stderr.splitlines() or [f"exit code {done.returncode}"])[-1]}
    return dict(json.loads(lines[-1]))


def _fault(found: dict, own: dict) -> str:
    if "error" in found:
        return str(found["error"])
    if found["failed"]:
        return f"{len(found['failed'])} of {found['views']} views fail, first {found['failed'][0]}"
    return "" if found["answers"] == own["answers"] else "other answers"


if __name__ == "__main__":
    chosen = tuple(sys.argv[1:]) or SMOKE
    is_all = chosen == ("all",)
    sys.exit(1 if main(ALL if is_all else chosen, with_commands=is_all) else 0)
