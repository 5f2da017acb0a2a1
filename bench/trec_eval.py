"""The program trec_eval in C on many runs, with one process for each, if it is installed.

It is named by the environment variable TREC_EVAL, or is `trec_eval` on the PATH.
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
    """Return shell commands that score all runs, by name; none without the program, which is reported."""
    found = program()
    if found is None:
        print("without the C program: neither the environment variable TREC_EVAL nor the PATH has it\n")
        return {}
    return {
        f"trec_eval, {manner}": [
            *("bash", "-c", f"set -o pipefail; ({_SCRIPT}) > /dev/null", "bash"),
            *(str(jobs), str(len(runs)), *map(str, runs), found, *options, str(qrels)),
        ]
        for manner, jobs in JOBS.items()
    }
