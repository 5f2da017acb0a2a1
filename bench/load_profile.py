"""Processor time of one load by phase: python -m bench.load_profile SOURCE [--without-validation].

Processor seconds are those of all threads; a phase does not include the phases that it calls. Unlike in a normal load,
the import of Great Expectations and the other phases run one after the other. Processor seconds grow on a busy machine:
compare only runs made in turn.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from bench.load_once import NoValidator
from dltrack_db.base import recipes, resources
from dltrack_db.base.files import plainfile
from dltrack_db.errors import DltrackError
from dltrack_db.load import expectations, loader, publish, staging
from dltrack_db.score import readers
from dltrack_db.store import change_log, database, derive, template


class Profile:
    """Processor seconds by phase, in the order of first calls."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._inner: list[float] = []

    def measured(self, name: str, call: Callable[[], Any]) -> Any:
        """Return the result of a call, and record its time under a name."""
        begun = time.process_time()
        self._inner.append(0.0)
        try:
            return call()
        finally:
            taken = time.process_time() - begun
            self.seconds[name] = self.seconds.get(name, 0.0) + taken - self._inner.pop()
            if self._inner:
                self._inner[-1] += taken

    def watch(self, owner: Any, function: str, phase: str) -> None:
        """Record every call of a function of a module or class."""
        original = getattr(owner, function)

        def watched(*args: Any, **named: Any) -> Any:
            return self.measured(phase, lambda: original(*args, **named))

        setattr(owner, function, watched)


def checksum_seconds(db: Path) -> float:
    """Return the processor seconds that checksums add to a scan of all rankings of a database."""
    with closing(database.open_readonly(db)) as con:
        con.execute("create temp table kept as select doc_id, submitted_rank, score from store.rankings")
        scans = (
            "sum(catalog.ranking_digest(doc_id, submitted_rank, score))",
            "sum(strlen(doc_id) + submitted_rank + score)",
        )
        taken = []
        for scan in scans:
            begun = time.process_time()
            con.execute(f"select {scan} from temp.kept").fetchall()
            taken.append(time.process_time() - begun)
    return taken[0] - taken[1]


class Waiting(ThreadPoolExecutor):
    """A thread pool that runs each call immediately, in the calling thread."""

    def submit(self, call: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Run a call and return its finished future."""
        future = super().submit(call, *args, **named)
        future.exception()
        return future


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path, help="folder with the files of trec2021, runs unpacked or not")
    parser.add_argument("--without-validation", action="store_true", help="leave out Great Expectations")
    arguments = parser.parse_args()
    try:
        _profile(arguments.source, is_validated=not arguments.without_validation)
    except DltrackError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _profile(source: Path, *, is_validated: bool) -> None:
    profile = Profile()
    if not is_validated:
        expectations.Validator = NoValidator  # type: ignore[assignment,misc]
        expectations._import_gx = lambda: None
    else:  # imported before, to be measured separately from reading
        profile.measured("import of Great Expectations", expectations._import_gx)
    for owner, function, phase in (
        (plainfile, "open_all", "unpack, md5, UTF-8"),
        (readers, "read_runs", "read runs into memory"),
        (staging.Staging, "read", "read the rest"),
        (staging.Staging, "summarize_rankings", "facts and checksum of every answer"),
        (expectations, "validate", "validate"),
        (publish, "run_folder", "publish, the rest"),
        (derive, "_fill", "judged rows"),
        (derive, "refresh", "measures"),
        (template, "copy_to", "begin the file"),
        (change_log, "note", "chain of changes"),
        (database, "detach", "close the file"),
    ):
        profile.watch(owner, function, phase)

    def run_folder(con: Any, folder: str) -> None:
        for path in sorted(resources.script_path(folder).glob("*.sql")):
            for statement in con.extract_statements(path.read_text(encoding="utf-8")):
                is_store = "insert into store.rankings" in statement.query
                phase = "store rankings" if is_store else f"publish, {path.stem}"
                profile.measured(phase, lambda statement=statement: con.execute(statement))

    publish.run_folder = run_folder  # type: ignore[assignment]
    loader.ThreadPoolExecutor = Waiting  # type: ignore[misc]
    begun = time.process_time()
    with tempfile.TemporaryDirectory(prefix="dltrack-bench-") as folder:
        options = loader.LoadOptions(say=lambda _: None)
        db = Path(folder) / "x.duckdb"
        loader.load_edition(recipes.load("trec2021"), db, options, places=[source])
        imported = profile.seconds.get("import of Great Expectations", 0.0)
        total = time.process_time() - begun + imported
        checksum = checksum_seconds(db)
    profile.seconds["everything else"] = total - sum(profile.seconds.values())
    print("| phase | cpu s | of all |\n|---|---|---|")
    for phase, seconds in profile.seconds.items():
        if seconds >= 0.005:
            print(f"| {phase} | {seconds:.2f} | {seconds / total:.0%} |")
    print(f"| all | {total:.2f} | |\n\nThe checksums alone: {checksum:.2f} s, {checksum / total:.0%} of all.")


if __name__ == "__main__":
    sys.exit(main())
