"""The fixtures of these tests."""

from conftest_simulation import db, mini_file, texts

__all__ = ["db", "mini_file", "texts"]
