"""Work that takes seconds tells its stages with counts on a terminal, and nothing on a pipe."""

from __future__ import annotations

import io
import sys

import pytest

from dltrack_db import api
from dltrack_db.base import progress
from tests.commands import dltrack


def test_a_pipe_gets_nothing(sample_database):
    done = dltrack("audit", "sample-passages", "--trials", "10", "--part", "topics", DLTRACK_DB=str(sample_database))
    assert done.returncode == 0 and done.stderr == ""


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_stage_and_how_much_is_done_stand_there(monkeypatch):
    err, out = Terminal(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("TERM", "xterm")
    with progress.working("reading [x]"):
        progress.stage("figures", 3, 1024)
        print("an answer")
    progress.stage("nobody looks")
    assert "figures: 3 of 1,024" in err.getvalue() and "nobody" not in err.getvalue()
    assert out.getvalue() == "an answer\n"


@pytest.fixture
def told(monkeypatch):
    stages: list[str] = []
    monkeypatch.setattr(progress, "_shown", stages.append)
    return stages


@pytest.mark.more
def test_the_report_counts_its_figures_and_reproduce_names_its_stage(sample_database, told, tmp_path, only_figures):
    only_figures("ndcg-by-type", "query-length", "pool-sizes")
    with api.open(sample_database) as db:
        db.report("sample-docs", tmp_path / "docs.html")
        counted = [one for one in told if one.startswith("sample-docs: figures: ")]
        total = counted[0].rpartition(" ")[2]
        assert total == "3"
        assert sorted(counted, key=lambda one: int(one.split()[2])) == [
            f"sample-docs: figures: {number} of {total}" for number in range(1, int(total) + 1)
        ]
        db.reproduce("D-T3", cells=True)
        assert told[-1] == "comparing printed numbers"
