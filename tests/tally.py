"""Tests of each folder and their seconds, printed at the end; folders that cost most first."""

from __future__ import annotations

import time
from collections import defaultdict
from pathlib import PurePosixPath

import pytest

BEGUN = time.perf_counter()


def folders(reports: list[pytest.TestReport]) -> list[tuple[str, int, float]]:
    """Return folders with their tests and the seconds of these, setting up included; dearest first."""
    tests: defaultdict[str, set[str]] = defaultdict(set)
    seconds: defaultdict[str, float] = defaultdict(float)
    for report in reports:
        folder = str(PurePosixPath(report.nodeid.split("::")[0]).parent)
        tests[folder].add(report.nodeid)
        seconds[folder] += report.duration
    return [
        (folder, len(tests[folder]), seconds[folder]) for folder in sorted(seconds, key=lambda each: -seconds[each])
    ]


@pytest.hookimpl(trylast=True)  # below the durations
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print a line for each folder, and one for all with the seconds that passed."""
    stats = terminalreporter.stats.values()
    found = folders([report for kind in stats for report in kind if isinstance(report, pytest.TestReport)])
    if len(found) > 1:
        for folder, tests, seconds in found:
            terminalreporter.write_line(f"{tests:6,} tests {seconds:7.1f} s  {folder}")
        passed = time.perf_counter() - BEGUN
        terminalreporter.write_line(f"{sum(tests for _, tests, _ in found):6,} tests {passed:7.1f} s on the clock")
