"""Commands that run the C program trec_eval on many runs, with one process for each run.

The environment variable TREC_EVAL names the program; without it, `trec_eval` on the PATH is used.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

JOBS = {"one after the other": 1, "two side by side": 2}
_SCRIPT = 'jobs=$1; shift; count=$1; shift; printf "%s\\0" "${@:1:count}" | xargs -0 -n 1 -P "$jobs" "${@:count+1}"'


def program() -> str | None:
    return os.environ.get("TREC_EVAL") or shutil.which("trec_eval")


def commands(options: Sequence[str], qrels: Path, runs: Sequence[Path]) -> dict[str, list[str]]:
    """Return shell commands that score all runs, by name; without the program, print a note and return {}."""
    found = program()
    if found is None:
        print("trec_eval is not measured: set the environment variable TREC_EVAL, or put trec_eval on the PATH\n")
        return {}
    return {
        f"trec_eval, {manner}": [
            *("bash", "-c", f"set -o pipefail; ({_SCRIPT}) > /dev/null", "bash"),
            *(str(jobs), str(len(runs)), *map(str, runs), found, *options, str(qrels)),
        ]
        for manner, jobs in JOBS.items()
    }
