"""Time of loading the 63 submitted passage runs of TREC 2021, compared with reading and scoring the same files.

python -m bench.load [--from ../shared/data] [--rounds 3]

The runs are unpacked before the measurement.

- `load` is the command `dltrack ingest trec2021` into a new file: reading, validating with Great Expectations, ranking,
  storing and scoring with every stored measure. `load, no validation` leaves out Great Expectations.
- `pytrec_eval` parses and scores the same files in one process, with six measures or with all of trec_eval's.
- `trec_eval`, if installed (bench/trec_eval.py), scores the files with a process for each file, one after the other or
  two in parallel.
- `wc -l` only reads the files.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from bench import trec_eval
from bench.process import ROOT, Cost, in_turn, run, table

COLLECTION = "trec2021-passages"
QRELS = "2021.qrels.pass.final.txt"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="source", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dltrack-bench-") as folder:
        plain = unpack(arguments.source, Path(folder) / "plain")
        runs = sorted((plain / COLLECTION).iterdir())
        size = sum(path.stat().st_size for path in runs)
        print(f"{len(runs)} runs, {size / 1e6:.0f} MB unpacked, {arguments.rounds} rounds\n")
        tasks = {
            # not cat: its output would be kept in memory, and be measured in every later process
            "wc -l": lambda: run(["wc", "-l", *runs]),
            "load": lambda: _load(plain, Path(folder)),
            "load, no validation": lambda: _load(plain, Path(folder), "--without-validation"),
            "pytrec_eval, six measures": lambda: _peer("six", plain, runs),
            "pytrec_eval, all_trec": lambda: _peer("all", plain, runs),
        }
        in_c = trec_eval.commands(["-q", "-c", "-l", "2", "-m", "all_trec"], plain / QRELS, runs)
        tasks |= {f"{name}, all_trec": partial(run, command) for name, command in in_c.items()}
        against = [name for name in tasks if name.endswith("all_trec")]
        print(table(in_turn(tasks, arguments.rounds), against))


def _load(source: Path, folder: Path, *flags: str) -> Cost:
    db = folder / "bench.duckdb"
    db.unlink(missing_ok=True)
    return run([sys.executable, "-m", "bench.load_once", source, db, *flags])


def _peer(measures: str, plain: Path, runs: list[Path]) -> Cost:
    return run([sys.executable, "-m", "bench.peer_pytrec_eval", measures, plain / QRELS, *runs])


def unpack(source: Path, target: Path) -> Path:
    """Copy the files of the edition into a new folder, runs unpacked."""
    (target / COLLECTION).mkdir(parents=True)
    for path in sorted((source / "runs" / COLLECTION).glob("input.*.gz")):
        with gzip.open(path) as packed, (target / COLLECTION / path.stem).open("wb") as file:
            shutil.copyfileobj(packed, file)
    for name in (QRELS, "2021.qrels.docs.final.txt", "2021_queries.tsv"):
        found = next(source.rglob(name))
        shutil.copyfile(found, target / name)
    return target


if __name__ == "__main__":
    main()
