"""Harnesses that try to break loads; see __main__.py."""
