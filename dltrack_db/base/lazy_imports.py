"""Lazy imports: libraries that another library imports are executed when they are first used."""

from __future__ import annotations

import gc
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class _Postponing(MetaPathFinder):
    """An import finder that postpones the execution of the named modules to their first use."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module's spec with a lazy loader; None for a module that is not named."""
        if fullname not in self._names:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.loader is None:
            return spec
        spec.loader = importlib.util.LazyLoader(spec.loader)
        return spec


@contextmanager
def postpone_imports(*names: str) -> Iterator[None]:
    """In the block, postpone imports of the named modules and disable garbage collection.

    Imports in other threads are postponed too, which does no harm.
    """
    finder = _Postponing(frozenset(names))
    was_collecting = gc.isenabled()
    sys.meta_path.insert(0, finder)
    gc.disable()
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        if was_collecting:
            gc.enable()
