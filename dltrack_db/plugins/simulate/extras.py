"""The libraries that only simulations need, asked for when they are used."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from dltrack_db.base import extras

LIBRARIES = ("numpy", "scikit-learn", "scipy")


def library(module: str) -> Any:
    """A module of the optional libraries."""
    return extras.load(module, "simulate", "--strategy cal needs scikit-learn")


@contextmanager
def one_thread() -> Iterator[None]:
    """One thread for linear algebra: its problems are small here, and sums depend on the number of threads."""
    with library("threadpoolctl").threadpool_limits(1):
        yield


def versions() -> str:
    """Python and libraries with their versions, as a simulation notes them."""
    return ", ".join([f"Python {platform.python_version()}", *(f"{name} {_version(name)}" for name in LIBRARIES)])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"
