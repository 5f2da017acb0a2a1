"""`PYTHON tests/smoke [STEP ...]`: the main ways of use with whatever versions that Python has; needs no test tools.

Loads the sample, looks at it with the command and the library, scores a run
file of its own and draws the report, then compares with the numbers that every
supported version gives. One line for each step; the first that fails ends it.
Named steps are done in the folder one is in; draw needs the extra `report`.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COLLECTION = "sample-passages"
BEST = ("alder_p2", 0.7712869298950579)
PACKAGES = ("duckdb", "polars", "numpy", "pyarrow", "pandas", "great-expectations", "sqlalchemy", "typer", "altair")


def main() -> None:
    """Run the named steps here, or all in a folder that is removed afterwards."""
    installed = {each.name: each.version for each in importlib.metadata.distributions()}
    versions = ", ".join(f"{name} {installed[name]}" for name in PACKAGES if name in installed)
    print(f"Python {sys.version.split()[0]}, {versions}", flush=True)
    steps = {step.__name__: step for step in (load, look, score, check, frames, draw)}
    with tempfile.TemporaryDirectory(prefix="dltrack-smoke-") as folder:
        if not sys.argv[1:]:
            os.chdir(folder)
        for name in sys.argv[1:] or steps:
            begun = time.perf_counter()
            steps[name]()
            print(f"{time.perf_counter() - begun:6.1f} s  {name}", flush=True)


def dltrack(*arguments: str) -> str:
    """What the command prints; ends the script where it fails."""
    done = subprocess.run([sys.executable, "-m", "dltrack_db", *arguments], capture_output=True, text=True, check=False)
    if done.returncode or "leaked" in done.stderr:  # DuckDB 2 tells at the end what was not let go of
        sys.exit(f"dltrack {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def expect(found: object, wanted: object) -> None:
    """End the script unless both are equal, floats within 1e-12: the last digit hangs on the order of a sum."""
    if not (found == wanted or (isinstance(found, float) and abs(found - float(str(wanted))) < 1e-12)):
        sys.exit(f"found {found!r}, expected {wanted!r}")


def load() -> None:
    expect("runs: 239,900 rows from 40 files" in dltrack("ingest", "sample"), True)


def look() -> None:
    rows = json.loads(dltrack("leaderboard", COLLECTION, "--significance", "-f", "json"))
    expect(rows[0]["run_id"], BEST[0])
    expect(rows[0]["ndcg_cut_10"], BEST[1])
    expect(len(rows), 19)
    expect("complete" in dltrack("status"), True)
    expect("ndcg_cut_10" in dltrack("describe", "systems.leaderboard"), True)
    expect("usage" in dltrack("--help").lower(), True)


def score() -> None:
    dltrack("export", COLLECTION, "--to", "out", "--format", "trec")
    (run,) = Path("out").rglob(f"input.{BEST[0]}*")
    scored = json.loads(dltrack("eval", str(run), "-c", COLLECTION, "-m", "nDCG@10", "-f", "json"))
    expect(scored[0]["value"], BEST[1])


def frames() -> None:
    import dltrack_db as dl

    with dl.open("dltrack.duckdb") as db:
        expect(db.leaderboard(COLLECTION)["ndcg_cut_10"][0], BEST[1])
        run = db.sql(f"select query_id, doc_id, score from main.rankings where run_id = '{BEST[0]}'").pl()
        qrels = db.sql(f"from main.qrels where collection = '{COLLECTION}' and variant = 'nist'").pl()
    for frame in (run, run.to_pandas(), run.to_arrow()):
        expect(dl.evaluate(frame, qrels, ["nDCG@10"])["value"][0], BEST[1])
    with dl.engine("dltrack.duckdb").connect() as connection:
        found = connection.exec_driver_sql(
            "select value from metrics.run_scores where run_id = 'alder_p2' and measure = 'ndcg_cut_10'"
        )
        expect(found.scalar(), BEST[1])


def draw() -> None:
    dltrack("report", "sample", "-o", "report.html")
    expect(Path("report.html").read_text(encoding="utf-8").count("<figure") > 20, True)
    dltrack("report", "sample-docs", "--figure", "judging-effort", "-o", "figure.png")


def check() -> None:
    dltrack("verify")


if __name__ == "__main__":
    main()
