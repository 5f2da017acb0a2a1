"""Optional libraries for simulations, imported only when needed."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from dltrack_db.base import extras

LIBRARIES = ("numpy", "scikit-learn", "scipy")


def library(module: str) -> Any:
    """Import and return a module of an optional library."""
    return extras.load(module, "simulate", "--strategy cal needs scikit-learn")


@contextmanager
def one_thread() -> Iterator[None]:
    """Use one thread for linear algebra within the block, because sums depend on the number of threads."""
    with library("threadpoolctl").threadpool_limits(1):
        yield


def versions() -> str:
    """Return the versions of Python and of the libraries, as stored in the table of simulations."""
    return ", ".join([f"Python {platform.python_version()}", *(f"{name} {_version(name)}" for name in LIBRARIES)])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"
