"""Growth of processor time with the number of runs, the number of topics and the depth of rankings, at three sizes.

    python -m bench.growth [--runs 63 252 630] [--topics 50 500 7000] [--depth 100 1000 10000] [--only runs]

For each size, a synthetic collection (bench/history.sql) with two sets of labels is loaded; only one of the three sizes
is varied at a time, the others are minimal. Commands are whole processes. `dl.evaluate` scores frames of all runs in a
separate process. Views run twice in a separate process, and the second run is reported (bench/views.py). The exponent
describes how processor seconds grow with the size in the last step: 0 if they are constant, 1 if linear, 2 if
quadratic. Exponents over the limit (1.1; 2 for tasks that compare pairs, if the number of runs grows) are marked:
improve the code, or state the cost under `cost:` in the header. Peak memory is that of the largest size.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from pathlib import Path

import duckdb

from bench import views
from bench.history import QRELS, SQL
from bench.process import Cost, run

DLTRACK = [sys.executable, "-m", "dltrack_db"]
NAME = "grown"
POOL, LABELLED_EVERY, RUNS_PER_TEAM = 2, 10, 3
"""Items of a topic's pool per rank; one item in LABELLED_EVERY has a label; runs of a team."""
SIZES = {"runs": (63, 252, 630), "topics": (50, 500, 7000), "depth": (100, 1000, 10000)}
FEW_RUNS = 6
"""Number of runs if topics or depth are varied."""
LIMIT, OF_PAIRS = 1.1, 2.0
FRAMES = """
import sys, time
import duckdb
import dltrack_db as dl
qrels, *files = sys.argv[1:]
columns = "columns = {'query_id': 'varchar', 'q0': 'varchar', 'doc_id': 'varchar', 'rank': 'bigint', 'score': 'double', 'run_id': 'varchar'}"
runs = duckdb.sql(f"select query_id, doc_id, score, run_id from read_csv({files}, delim = ' ', {columns})").pl()
labels = "columns = {'query_id': 'varchar', 'q0': 'varchar', 'doc_id': 'varchar', 'relevance': 'bigint'}"
qrels = duckdb.sql(f"select query_id, doc_id, relevance from read_csv('{qrels}', delim = ' ', {labels})").pl()
began = time.process_time()
dl.evaluate(runs, qrels, ["nDCG@10", "AP(rel=2)", "RR(rel=2)"])
print(time.process_time() - began)
"""  # noqa: E501
VIEWS = {
    "metrics.average_precision()": "from metrics.average_precision()",
    "metrics.tie_sensitivity": "from metrics.tie_sensitivity",
    "systems.run_similarity": "from systems.run_similarity",
    "systems.run_overlap(10)": "from systems.run_overlap(10)",
    "statistics.t_tests(['map'])": "from statistics.t_tests(['map'])",
    "statistics.rank_stability": "from statistics.rank_stability",
    "judging.leave_one_team_out": "from judging.leave_one_team_out",
    "judging.reusability": "from judging.reusability",
}
PAIRS = {
    "dltrack audit",
    "dltrack judges",
    "dltrack report",
    "dltrack site",
    "systems.run_similarity",
    "systems.run_overlap(10)",
    "statistics.t_tests(['map'])",
    "statistics.rank_stability",
}
"""Tasks that compare pairs of runs."""


@dataclass(frozen=True)
class Size:
    """A synthetic collection with `runs` runs, `topics` topics and rankings of `depth` items, in a folder."""

    folder: Path
    runs: int
    topics: int
    depth: int

    @property
    def db(self) -> Path:
        return self.folder / "grown.duckdb"

    @cached_property
    def files(self) -> list[Path]:
        """Run files; the first use writes them, with topics, two sets of labels and teams."""
        (self.folder / "runs").mkdir(parents=True)
        paths = [self.folder / "runs" / f"run{number:03d}" for number in range(self.runs)]
        with duckdb.connect() as con:
            for name, value in {"topics": self.topics, "depth": self.depth, "pool": POOL * self.depth}.items():
                con.execute(f"set variable {name} = {value}")
            for number, path in enumerate(paths):
                con.execute(f"set variable run = {number}")
                self._write(con, f"({SQL})", path)
            for number, labels in enumerate((self.folder / "qrels.txt", self.folder / "others.txt")):
                con.execute(f"set variable run = {number}")
                self._write(con, f"({QRELS.format(run=SQL, every=LABELLED_EVERY)})", labels)
            topics = f"(select range + 1, 'topic ' || range from range({self.topics}))"
            self._write(con, topics, self.folder / "topics.tsv", delimiter="\\t")
        teams = "".join(f"{path.name},team{number // RUNS_PER_TEAM}\n" for number, path in enumerate(paths))
        (self.folder / "runs.csv").write_text(f"run_id,team\n{teams}", encoding="utf-8")
        return paths

    @staticmethod
    def _write(con: duckdb.DuckDBPyConnection, query: str, path: Path, delimiter: str = " ") -> None:
        con.execute(f"copy {query} to '{path}' (header false, quote '', escape '', delimiter '{delimiter}')")

    def load(self) -> Cost:
        paths = {"qrels": "qrels.txt", "topics": "topics.tsv", "runs": "runs", "metadata": "runs.csv"}
        options = [word for option, path in paths.items() for word in (f"--{option}", self.folder / path)]
        return self.command("ingest", "collection", "--name", NAME, *options)

    def command(self, *words: str | Path) -> Cost:
        return run([*DLTRACK, *words, "--db", self.db])

    def evaluate(self) -> Cost:
        """Score frames of all runs; reading the frames is not included in the seconds."""
        cost = run([sys.executable, "-c", FRAMES, self.folder / "qrels.txt", *self.files])
        return Cost(cost.wall, float(cost.output), cost.peak_mb)

    def view(self, query: str) -> Cost:
        """Return the cost of the second run of a query; memory is the growth in both runs."""
        seconds, megabytes = views.measure_apart(self.db, query)
        return Cost(seconds, seconds, megabytes)

    def costs(self) -> dict[str, Cost]:
        """Return the costs of all tasks, the load first."""
        files = self.files
        tasks: dict[str, Callable[[], Cost]] = {
            "dltrack ingest collection": self.load,
            "dltrack ingest qrels": partial(self.command, "ingest", "qrels", self.folder / "others.txt", "-c", NAME),
            "dltrack eval of all files": partial(self.command, "eval", *files, "-c", NAME),
            "dl.evaluate, all runs": self.evaluate,
            "dltrack leaderboard": partial(self.command, "leaderboard", NAME),
            "dltrack leaderboard --tiers": partial(self.command, "leaderboard", NAME, "--tiers"),
            "dltrack compare": partial(self.command, "compare", files[0].name, files[1].name, "-c", NAME),
            "dltrack audit": partial(self.command, "audit", NAME),
            "dltrack judges": partial(self.command, "judges", NAME),
            "dltrack verify": partial(self.command, "verify"),
            "dltrack report": partial(self.command, "report", NAME, "-o", self.folder / "report.html"),
            "dltrack site": partial(self.command, "site", self.folder / "site", "-c", NAME),
        }
        return {
            **{title: task() for title, task in tasks.items()},
            **{title: self.view(query) for title, query in VIEWS.items()},
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, sizes in SIZES.items():
        parser.add_argument(f"--{name}", type=int, nargs="+", default=sizes)
    parser.add_argument("--only", choices=SIZES, help="vary only this size")
    arguments, _ = parser.parse_known_args()
    least = {"runs": FEW_RUNS, "topics": min(arguments.topics), "depth": min(arguments.depth)}
    for varied in [arguments.only] if arguments.only else SIZES:
        found: dict[int, dict[str, Cost]] = {}
        for number in sorted(getattr(arguments, varied)):
            with tempfile.TemporaryDirectory(prefix="dltrack-bench-") as folder:
                found[number] = Size(Path(folder) / "grown", **{**least, varied: number}).costs()
        print(table(varied, found), flush=True)


def exponent(costs: Sequence[float], sizes: Sequence[int]) -> float:
    """Return the exponent of the growth of costs in the last step."""
    return math.log(costs[-1] / costs[-2]) / math.log(sizes[-1] / sizes[-2])


def table(varied: str, found: dict[int, dict[str, Cost]]) -> str:
    """Return a table of processor seconds at each size, with exponents and a mark for exponents over the limit."""
    sizes = list(found)
    heads = chain([f"cpu s, {varied}"], map("{:,}".format, sizes), ["exponent", "peak MB", ""])
    lines = [f"\n| {' | '.join(heads)} |", "|---" * (4 + len(sizes)) + "|"]
    for task in found[sizes[0]]:
        each = [costs[task] for costs in found.values()]
        power = exponent([max(cost.cpu, 0.01) for cost in each], sizes)
        limit = OF_PAIRS if varied == "runs" and task in PAIRS else LIMIT
        shown = " | ".join(f"{cost.cpu:.2f}" for cost in each)
        mark = f"**over {limit}**" if power > limit else ""
        lines.append(f"| `{task}` | {shown} | {power:.2f} | {each[-1].peak_mb:.0f} | {mark} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
