"""A line for each reason why tests were skipped; in CI, reasons that are not allowed fail the run.

`allowed_skips.txt` lists, one in a line, how allowed reasons begin.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

ALLOWED = Path(__file__).with_name("allowed_skips.txt")


def reasons(config: pytest.Config) -> Counter[str]:
    """Count the skipped tests of a session by their reasons."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    return Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)


def refused(found: Counter[str]) -> list[str]:
    """Return the reasons that are not on the list."""
    lines = ALLOWED.read_text(encoding="utf-8").splitlines()
    allowed = tuple(line for line in lines if line and not line.startswith("#"))
    return [reason for reason in found if not reason.startswith(allowed)]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in CI that skipped tests for a reason that is not allowed."""
    if os.environ.get("CI") and session.exitstatus == pytest.ExitCode.OK and refused(reasons(session.config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the reasons with their counts."""
    found = reasons(terminalreporter.config)
    wrong = refused(found) if os.environ.get("CI") else []
    for reason, count in found.most_common():
        note = "  (not in tests/allowed_skips.txt: fails in CI)" if reason in wrong else ""
        terminalreporter.write_line(f"skipped {count}: {reason}{note}")
