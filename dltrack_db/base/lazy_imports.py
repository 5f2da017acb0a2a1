"""Libraries that others import and we do not use, put off until somebody does use them."""

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
    """Finds the named modules before others do, and has them executed at their first use instead of at once."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's own spec with a loader that waits; None for modules that are not named."""
        if fullname not in self._names:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.loader is None:
            return spec
        spec.loader = importlib.util.LazyLoader(spec.loader)
        return spec


@contextmanager
def postpone_imports(*names: str) -> Iterator[None]:
    """Within the block the named modules are imported only in name; garbage is not collected, for there is none.

    Imports of other threads are treated the same as long as the block lasts,
    which does them no harm: a postponed module executes when it is first asked
    for anything.
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
