"""Waiting times of this checkout, of the last release and of trec_eval in C, measured in turn, as one table.

python -m bench.today [--from ../shared/data] [--rounds 3] [--release REF]

Every command is a process. The release is unpacked from this repository into the cache and uses the same Python and
packages. trec_eval (bench/trec_eval.py) scores each run with `all_trec` on each topic, one process after the other.
Seconds are medians over the rounds, and ratios are medians of the ratios of a round. The ratio to the release is of
processor seconds, which a busy machine changes less; the ratio to the C program is of wall-clock seconds.
"""

from __future__ import annotations

import argparse
import io
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path

from bench import trec_eval
from bench.evaluation import MEASURES
from bench.load import COLLECTION, QRELS, unpack
from bench.process import ROOT, Cost, in_turn, run
from dltrack_db.base import config

RELEASE = "6d01abeede26eb57d8d5323afc2a50ceada4d042"
"""Commit of the last release, 0.2.0."""
_COMPARISON = (
    "import duckdb, sys; duckdb.connect(sys.argv[1], read_only=True)"
    ".execute('select count(*), sum(computed) from published.comparison').fetchall()"
)
_ONE_BY_ONE = "trec_eval, one after the other"
_IN_C = ["-q", "-c", "-l", "2", "-m", "all_trec"]
Tasks = dict[str, Callable[[], Cost]]
"""Commands to run by contender: 'today', 'release', 'C'."""


class Version:
    """A dltrack in a folder, with its own database."""

    def __init__(self, code: Path, plain: Path, folder: Path) -> None:
        folder.mkdir()
        self.code, self.plain, self.folder = code, plain, folder
        self.db, self.grown, self.numbers = folder / "year.duckdb", folder / "grown.duckdb", count()

    def dltrack(self, *words: str | Path) -> Cost:
        return run([sys.executable, "-m", "dltrack_db", *words], cwd=self.code)

    def load(self) -> Cost:
        self.db.unlink(missing_ok=True)
        return self.dltrack("ingest", "trec2021", "--from", self.plain, "--runs", self.plain, "--db", self.db)

    def evaluate(self, files: Sequence[Path]) -> Cost:
        measure_options = [word for measure in MEASURES for word in ("-m", measure)]
        return self.dltrack("eval", *files, "-c", COLLECTION, "--db", self.db, *measure_options, "-f", "csv")

    def one_more(self, like: Path) -> Cost:
        """Load a run under another name into the loaded year."""
        if not self.grown.exists():
            shutil.copyfile(self.db, self.grown)
            self.dltrack("status", "--db", self.grown)  # the first opening is measured separately
        run_file = self.folder / f"more{next(self.numbers)}"
        lines = like.read_text(encoding="utf-8").splitlines()
        run_file.write_text("".join(f"{line.rsplit(maxsplit=1)[0]} {run_file.name}\n" for line in lines), "utf-8")
        return self.dltrack("ingest", "runs", run_file, "-c", COLLECTION, "--db", self.grown)

    def first_opening(self) -> Cost:
        """Query a copy of the database that was never opened."""
        copy = self.folder / f"copy{next(self.numbers)}.duckdb"
        shutil.copyfile(self.db, copy)
        cost = self.dltrack("sql", "select 1", "--db", copy)
        copy.unlink()
        return cost

    def compare_published(self) -> Cost:
        """Query `published.comparison` in DuckDB, without dltrack."""
        return run([sys.executable, "-c", _COMPARISON, self.db], cwd=self.code)

    def sample(self) -> Cost:
        """Load the synthetic collection into a new file."""
        db = self.folder / "sample.duckdb"
        db.unlink(missing_ok=True)
        return self.dltrack("ingest", "sample", "--db", db)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="source", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--release", default=RELEASE, help="a tag or commit of this repository")
    arguments, _ = parser.parse_known_args()
    with tempfile.TemporaryDirectory(prefix="dltrack-bench-") as name:
        folder = Path(name)
        plain = unpack(arguments.source, folder / "plain")
        files = sorted((plain / COLLECTION).iterdir())
        versions = {
            "today": Version(ROOT, plain, folder / "today"),
            "release": Version(unpacked(arguments.release), plain, folder / "release"),
        }
        print(f"{len(files)} runs, {arguments.rounds} rounds; the release is {arguments.release}\n")
        print("| | checkout wall s | cpu s | release wall s | cpu s | times release, cpu | C wall s | times C, wall |")
        print("|---" * 8 + "|", flush=True)
        for title, ask, in_c in (
            ("load of the year", Version.load, files),
            (f"`eval` of {len(files)} files", partial(Version.evaluate, files=files), files),
            ("`eval` of one", partial(Version.evaluate, files=files[:1]), files[:1]),
            ("one more run", partial(Version.one_more, like=files[-1]), []),
            ("first opening of a copy", Version.first_opening, []),
            ("`published.comparison`", Version.compare_published, []),
            ("`ingest sample`", Version.sample, []),
        ):
            tasks: Tasks = {each: partial(ask, version) for each, version in versions.items()}
            if in_c and (commands := trec_eval.commands(_IN_C, plain / QRELS, in_c)):
                tasks["C"] = partial(run, commands[_ONE_BY_ONE])
            print(_row(title, in_turn(tasks, arguments.rounds)), flush=True)


def unpacked(ref: str) -> Path:
    """Return the folder of a commit of this repository, unpacked into the cache."""
    target = config.cache_folder() / "bench" / ref.replace("/", "-")
    if not target.exists():
        packed = subprocess.run(["git", "archive", ref], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(target, filter="data")
    return target


def _row(title: str, costs: dict[str, list[Cost]]) -> str:
    def ratio(other: str, field: str) -> str:
        pairs = zip(costs["today"], costs.get(other, ()), strict=other in costs)
        ratios = [getattr(ours, field) / getattr(theirs, field) for ours, theirs in pairs]
        return f"{statistics.median(ratios):.2f}" if ratios else ""

    def seconds(name: str, field: str) -> str:
        each = [getattr(cost, field) for cost in costs.get(name, ())]
        return f"{statistics.median(each):.2f}" if each else ""

    cells = [seconds(name, field) for name in ("today", "release") for field in ("wall", "cpu")]
    cells += [ratio("release", "cpu"), seconds("C", "wall"), ratio("C", "wall")]
    return f"| {title} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
