"""Modules that Great Expectations imports but that dltrack does not need stay unloaded, even during validation."""

from __future__ import annotations

import gc
import subprocess
import sys
import textwrap

import pytest

from dltrack_db.base import lazy_imports


def in_a_new_process(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.more
def test_a_load_with_all_suites_uses_nothing_that_is_postponed():
    found = in_a_new_process(
        """
        import sys, tempfile
        from pathlib import Path
        sys.path.insert(0, "tests/loading")
        from mini_edition import Mini
        with tempfile.TemporaryDirectory() as folder:
            report = Mini(Path(folder) / "files").load(Path(folder) / "x.duckdb")
        assert len({outcome.suite for outcome in report.outcomes}) == 3
        print([type(sys.modules[name]).__name__ for name in ("altair", "jsonschema", "mistune", "scipy.stats")])
        """
    )
    assert found == str(["_LazyModule"] * 4)


def test_a_postponed_module_is_whole_at_its_first_use_and_the_finder_is_gone():
    found = in_a_new_process(
        """
        import gc, sys
        from dltrack_db.base import lazy_imports
        before = list(sys.meta_path)
        with lazy_imports.postpone_imports("statistics", "no_such_module"):
            import statistics
            assert not gc.isenabled()
            try:
                import no_such_module
            except ModuleNotFoundError:
                print("not found")
        assert sys.meta_path == before and gc.isenabled()
        print(type(statistics).__name__, statistics.mean([1, 3]), type(statistics).__name__)
        """
    )
    assert found.splitlines() == ["not found", "_LazyModule 2 module"]


def test_disabled_garbage_collection_stays_disabled():
    gc.disable()
    try:
        with lazy_imports.postpone_imports():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
