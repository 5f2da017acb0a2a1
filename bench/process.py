"""Run commands as processes and measure their cost."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Cost:
    """Wall and processor seconds, and peak resident memory in MB."""

    wall: float
    cpu: float
    peak_mb: float
    output: str = ""


def run(command: Sequence[str | Path], cwd: Path = ROOT, **environment: str) -> Cost:
    """Run a command in a folder and keep its output; raise RuntimeError if it fails."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=cwd,
        env={**os.environ, **environment},
    )
    output = process.stdout.read() if process.stdout else ""
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command} failed:\n{output}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output)


def in_turn(tasks: dict[str, Callable[[], Cost]], rounds: int) -> dict[str, list[Cost]]:
    """Run all tasks once in each round, so that a busy moment of the machine affects all tasks."""
    costs: dict[str, list[Cost]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            costs[name].append(task())
    return costs


def table(costs: dict[str, list[Cost]], against: Sequence[str]) -> str:
    """Return a Markdown table with the median of each task, and the median ratio to each of the tasks in `against`."""
    lines = [
        f"| task | wall s | cpu s | peak MB | {' | '.join(f'times {name}' for name in against)} |",
        "|---" * (4 + len(against)) + "|",
    ]
    for name, each in costs.items():
        ratios = [
            statistics.median(cost.wall / base.wall for cost, base in zip(each, costs[other], strict=True))
            for other in against
        ]
        wall, cpu = (statistics.median(getattr(cost, field) for cost in each) for field in ("wall", "cpu"))
        peak = max(cost.peak_mb for cost in each)
        shown = " | ".join(f"{ratio:.2f}" for ratio in ratios)
        lines.append(f"| {name} | {wall:.2f} | {cpu:.2f} | {peak:.0f} | {shown} |")
    return "\n".join(lines)
