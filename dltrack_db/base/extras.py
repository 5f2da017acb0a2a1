"""Libraries that not every installation has: each comes with an extra, which is named where it is missing."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Any

from dltrack_db.errors import DltrackError, UsageError


def check(module: str, extra: str, need: str) -> None:
    """Make sure that a library is installed, without the seconds that it takes to import some.

    `need` says in words what needs which library.
    """
    if importlib.util.find_spec(module) is None:
        raise UsageError(f"{need}, which is not installed; get it with: pip install 'dltrack[{extra}]'")


def load(module: str, extra: str, need: str) -> Any:
    """A library that is imported where it is used."""
    check(module.split(".")[0], extra, need)
    return importlib.import_module(module)


def check_docstrings(need: str) -> None:
    """Make sure that Python keeps docstrings; `need` says in words what needs them of which library."""
    if sys.flags.optimize > 1:
        raise DltrackError(f"{need}, and Python leaves them out here; start it without -OO or PYTHONOPTIMIZE=2")
