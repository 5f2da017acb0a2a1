"""Growth: twelve main views and commands at 1, 3 and 10 times the runs, topics and rows, in cost of a row.

    python -m bench.growth [--runs 21] [--topics 20] [--depth 100] [--times 3 10]

A made-up collection (bench/history.sql) is loaded once as it is and once for each larger size: more runs, more topics,
or deeper rankings. Commands are whole processes; views are asked twice in a process of their own, of which the second
time counts (bench/views.py). Processor seconds are divided by rows: the ranked items of all runs, or the rows of the
result where there are more, as of pairs of runs. What every size costs makes a row cheaper the more there are; a row
that becomes dearer shows what grows faster than its input. Those over 1.2 times the size before are marked: they are to
be mended, or their header says so under `cost:`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path

import duckdb

from bench import views
from bench.history import QRELS, SQL
from bench.process import run

DLTRACK = [sys.executable, "-m", "dltrack_db"]
NAME = "grown"
POOL, LABELLED_EVERY, RUNS_PER_TEAM = 2, 10, 3
"""Items of a topic's pool for each place of a ranking; one of how many is labelled; runs of a team."""
DEARER = 1.2
VIEWS = {
    "metrics.average_precision()": "from metrics.average_precision()",
    "metrics.tie_sensitivity": "from metrics.tie_sensitivity",
    "systems.leaderboard": "from systems.leaderboard",
    "systems.run_similarity": "from systems.run_similarity",
    "systems.run_overlap(10)": "from systems.run_overlap(10)",
    "statistics.t_tests(['map'])": "from statistics.t_tests(['map'])",
    "statistics.rank_stability": "from statistics.rank_stability",
    "judging.leave_one_team_out": "from judging.leave_one_team_out",
    "judging.reusability": "from judging.reusability",
}


@dataclass(frozen=True)
class Size:
    """A made-up collection of so many runs, topics and places, in a folder of its own."""

    folder: Path
    runs: int
    topics: int
    depth: int

    @property
    def db(self) -> Path:
        """The database it is loaded into."""
        return self.folder / "grown.duckdb"

    @property
    def rows(self) -> int:
        """Ranked items of all runs."""
        return self.runs * self.topics * self.depth

    @cached_property
    def files(self) -> list[Path]:
        """The run files, written now along with topics, labels and teams."""
        (self.folder / "runs").mkdir(parents=True)
        paths = [self.folder / "runs" / f"run{number:03d}" for number in range(self.runs)]
        with duckdb.connect() as con:
            for name, value in {"topics": self.topics, "depth": self.depth, "pool": POOL * self.depth}.items():
                con.execute(f"set variable {name} = {value}")
            for number, path in enumerate(paths):
                con.execute(f"set variable run = {number}")
                self._write(con, f"({SQL})", path)
            self._write(con, f"({QRELS.format(run=SQL, every=LABELLED_EVERY)})", self.folder / "qrels.txt")
            topics = f"(select range + 1, 'topic ' || range from range({self.topics}))"
            self._write(con, topics, self.folder / "topics.tsv", delimiter="\\t")
        teams = "".join(f"{path.name},team{number // RUNS_PER_TEAM}\n" for number, path in enumerate(paths))
        (self.folder / "runs.csv").write_text(f"run_id,team\n{teams}", encoding="utf-8")
        return paths

    @staticmethod
    def _write(con: duckdb.DuckDBPyConnection, query: str, path: Path, delimiter: str = " ") -> None:
        con.execute(f"copy {query} to '{path}' (header false, quote '', escape '', delimiter '{delimiter}')")

    def load(self) -> float:
        """Processor seconds of loading it into a new file."""
        paths = {"qrels": "qrels.txt", "topics": "topics.tsv", "runs": "runs", "metadata": "runs.csv"}
        options = [word for option, path in paths.items() for word in (f"--{option}", self.folder / path)]
        return run([*DLTRACK, "ingest", "collection", "--name", NAME, *options, "--db", self.db]).cpu

    def command(self, *words: str | Path) -> float:
        """Processor seconds of a command."""
        return run([*DLTRACK, *words, "--db", self.db]).cpu

    def view(self, query: str) -> float:
        """Processor seconds of a query that is asked again."""
        return views.elsewhere(self.db, query)[0]

    def results(self, query: str) -> int:
        """Rows of the result."""
        with duckdb.connect(str(self.db), read_only=True) as con:
            return con.execute(f"select count(*) from ({query})").fetchall()[0][0]

    def costs(self) -> dict[str, float]:
        """Processor microseconds a row of everything."""
        files = self.files
        tasks: dict[str, Callable[[], float]] = {
            "dltrack ingest collection": self.load,
            "dltrack eval, all files": partial(self.command, "eval", *files, "--collection", NAME),
            "dltrack verify": partial(self.command, "verify"),
        }
        found = {title: 1e6 * task() / self.rows for title, task in tasks.items()}
        for title, query in VIEWS.items():
            found[title] = 1e6 * self.view(query) / max(self.rows, self.results(query))
        return found


def main() -> None:
    """Load each size, ask everything, and print a table for each way to grow."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=21)
    parser.add_argument("--topics", type=int, default=20)
    parser.add_argument("--depth", type=int, default=100)
    parser.add_argument("--times", type=int, nargs="+", default=(3, 10))
    arguments, _ = parser.parse_known_args()
    first = {"runs": arguments.runs, "topics": arguments.topics, "depth": arguments.depth}
    with tempfile.TemporaryDirectory(prefix="dltrack-bench-") as name:
        costs = {1: Size(Path(name) / "1", **first).costs()}
        for grown, title in (("runs", "runs"), ("topics", "topics"), ("depth", "rows of each topic")):
            for times in arguments.times:
                size = Size(Path(name) / f"{grown}{times}", **{**first, grown: times * first[grown]})
                costs[times] = size.costs()
            print(table(title, costs), flush=True)


def table(title: str, costs: dict[int, dict[str, float]]) -> str:
    """Microseconds a row at each size, and a mark where a row is dearer than at the size before."""
    lines = [
        f"\n| µs a row, {title} | {' | '.join(f'{times}x' for times in costs)} | |",
        "|---" * (2 + len(costs)) + "|",
    ]
    for task in costs[1]:
        each = [found[task] for found in costs.values()]
        is_dearer = any(after > DEARER * before for before, after in pairwise(each))
        shown = " | ".join(f"{cost:.2f}" for cost in each)
        lines.append(f"| `{task}` | {shown} | {'**grows faster**' if is_dearer else ''} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
