"""The command as a user types it: in this process, unless what is tested is the process itself."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from dltrack_db import cli
from dltrack_db.base import progress

PLAIN = {"COLUMNS": "100"}


@dataclass(frozen=True)
class Done:
    """How a command ended and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


def dltrack(*arguments: object, cwd: Path | None = None, **environment: str) -> Done:
    """Run the command in this process, errors and all; nothing that it changes in it stays changed."""
    out, err, nothing = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(3))
    code: int | str | None = 0
    with pytest.MonkeyPatch.context() as patch, _same_environment(), redirect_stdout(out), redirect_stderr(err):
        os.environ.update(PLAIN | environment)
        patch.setattr(sys, "stdin", nothing)
        patch.setattr(progress, "_is_silent", False)
        if cwd is not None:
            patch.chdir(cwd)
        try:
            cli.run_and_explain([str(each) for each in arguments])
        except SystemExit as end:
            code = end.code
    assert code is None or isinstance(code, int)
    return Done(code or 0, *(each.buffer.getvalue().decode() for each in (out, err)))  # type: ignore[attr-defined]


@contextmanager
def _same_environment() -> Iterator[None]:
    before = dict(os.environ)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def process(*arguments: object, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    env = {**os.environ, **PLAIN, "PYTHONPATH": str(Path(__file__).parents[1]), **environment}
    return subprocess.run(
        [sys.executable, "-m", "dltrack_db", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=env,
        timeout=120,
        check=False,
    )
